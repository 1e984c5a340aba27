import Foundation
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Which sessions the words of verify mean")
struct SessionPathsTests {
  /// A folder of its own with empty files in it, removed in the end.
  private func withTree(_ files: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in files {
      let url = URL(filePath: "\(folder)/\(file)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    try body(folder)
  }

  /// What words mean in a folder, which the words leave out.
  private func told(_ words: [String], in folder: String) -> [String] {
    SessionPaths(words.map { "\(folder)/\($0)" }).found.map { found in
      switch found {
      case .session(let path): path.replacingOccurrences(of: folder + "/", with: "")
      case .trouble(_, let error):
        "! \(error)".replacingOccurrences(of: folder + "/", with: "")
      }
    }
  }

  private static let tree = [
    "b.ndjson", "a.ndjson", "c.ndjson.gz", "README.md", ".hidden.ndjson", "sub/x.ndjson",
    "sub/deep/y.ndjson", "sub/.git/z.ndjson", "[k].ndjson", "segments/s.0001.ndjson",
    "segments/s.0002.ndjson",
  ]

  @Test("patterns, folders and files, in the order named, each once")
  func words() throws {
    let none = "there is no such session: nothing that ends in .ndjson or .ndjson.gz matches"
    try withTree(Self.tree) { folder in
      for (words, meant) in [
        (["*.ndjson"], ["[k].ndjson", "a.ndjson", "b.ndjson"]),
        (
          ["b*", "*"],
          [
            "b.ndjson", "[k].ndjson", "a.ndjson", "c.ndjson.gz", "segments/s", "sub/x.ndjson",
          ]
        ),
        (["?.ndjson*"], ["a.ndjson", "b.ndjson", "c.ndjson.gz"]),
        (["[ab].ndjson"], ["a.ndjson", "b.ndjson"]), (["[!a].ndjson"], ["b.ndjson"]),
        (["[b-z].ndjson"], ["b.ndjson"]), (["[k].ndjson"], ["[k].ndjson"]),
        (["[k.ndjson"], ["! [k.ndjson: \(none)"]),
        (["sub/**"], ["sub/deep/y.ndjson", "sub/x.ndjson"]),
        (
          ["**/*.ndjson"],
          [
            "[k].ndjson", "a.ndjson", "b.ndjson", "segments/s.0001.ndjson",
            "segments/s.0002.ndjson",
            "sub/deep/y.ndjson", "sub/x.ndjson",
          ]
        ),
        (["**/**/y*"], ["sub/deep/y.ndjson"]), (["s*/x.ndjson"], ["sub/x.ndjson"]),
        ([".*.ndjson"], ["! .*.ndjson: \(none)"]),
        (["*.md", "a.ndjson"], ["! *.md: \(none)", "a.ndjson"]),
        (["segments", "a.ndjson", "segments"], ["segments/s", "a.ndjson"]),
        (["gone.ndjson"], ["gone.ndjson"]),
      ] {
        #expect(told(words, in: folder) == meant, "\(words)")
      }
    }
  }

  @Test("a pattern does not run round in a circle of links")
  func circle() throws {
    try withTree(["sub/a.ndjson"]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/sub/up", withDestinationPath: "..")
      #expect(told(["**/a.ndjson"], in: folder) == ["sub/a.ndjson"])
    }
  }

  @Test("a name pattern matches what its meaning, tried in every way, says")
  func patterns() {
    func matches(_ name: Substring, _ pattern: Substring) -> Bool {
      guard let token = pattern.first else { return name.isEmpty }
      let rest = pattern.dropFirst()
      if token == "*" {
        return matches(name, rest) || (!name.isEmpty && matches(name.dropFirst(), pattern))
      }
      guard let first = name.first else { return false }
      return (token == "?" || token == first) && matches(name.dropFirst(), rest)
    }
    func words(_ letters: String, upTo length: Int) -> [String] {
      (0..<length).reduce(into: [[""]]) { all, _ in
        all.append((all.last ?? []).flatMap { word in letters.map { word + String($0) } })
      }.flatMap { $0 }
    }
    for pattern in words("ab*?", upTo: 4) {
      let compiled = NamePattern(pattern)
      for name in words("ab", upTo: 4) {
        #expect(
          compiled.matches(name) == matches(name[...], pattern[...]), "\(pattern) on \(name)")
      }
    }
  }

  @Test("shards share out all sessions, each once, and their sizes differ by one at most")
  func shards() throws {
    for count in 0...12 {
      let names = (0..<count).map { "s\($0 * 7 % 13).ndjson" }
      for shards in 1...5 {
        var all: [String] = []
        var sizes: Set<Int> = []
        for number in 1...shards {
          var paths = SessionPaths(names)
          paths.keep(try #require(Shard("\(number)/\(shards)")))
          let kept = paths.found.compactMap {
            if case .session(let path) = $0 { path } else { nil }
          }
          #expect(kept == kept.sorted())
          all += kept
          sizes.insert(kept.count)
        }
        #expect(all.sorted() == names.sorted())
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test("I/M with I from 1 to M is a shard, and nothing else is")
  func shardTexts() {
    for text in ["0/2", "3/2", "1/0", "1", "1/2/3", "", "/", "a/b", "-1/2", "+1/2", "1/ 2"] {
      #expect(Shard(text) == nil, "\(text)")
    }
    #expect(Shard("2/2")?.number == 2)
    #expect(Shard("1/9")?.count == 9)
  }
}
