import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What print shows as a place can be typed, and is that place")
struct TypedPathTests {
  /// Names that mean something to a shell, a prompt, a query or a terminal.
  private static let names =
    [
      "", " ", "a b", "'", "\"", "it's", #"a"b'c"#, "\\", #"\\"#, #"\'"#, #"\u{41}"#, #"\\u{41}"#,
      #"\u0041"#, "\u{7}", "\u{0}", "\u{1B}[31m", "\n", "\r\n", "\t", "\u{7F}", "\u{9B}",
      "\u{200B}",
      "\u{202E}abc", "\u{FEFF}", "\u{2028}", "\u{E0001}", "e\u{301}", "é", "トースト", "👩‍👧", "a.b",
      "a[0]",
      "$", "$.a", "*", "..", "[0]", "0", "01", "-1", "--paths", " --paths", "a --paths b", "-",
      "a | b",
      "|", "| sh", ";;", "a ;; b", "#", "a # b", "%1", "@", "?", "!", "&&", "$(x)", "`x`", "{}",
      "]", "']",
      "'] --paths", "/", "~", "~0", "a/b", "true", "null", "state", "n",
    ]

  /// A workspace whose state has these names, at the top, in an array and in one another.
  private func sample(_ names: [String]) throws -> SampleWorkspace {
    var builder = SessionBuilder()
    let inner = JSONValue.object(names.enumerated().map { ($0.element, .number($0.offset)) })
    builder.whole(
      0, .object(names.enumerated().map { ($0.element, .array([.number($0.offset), inner])) }))
    builder.end(0)
    return try SampleWorkspace(builder)
  }

  private func shown(_ sample: inout SampleWorkspace, _ query: String) -> [String] {
    sample.told("print \(query) --paths").split(separator: "\n").map(String.init)
  }

  @Test("each path that --paths prints selects one node, the same")
  func paths() throws {
    var sample = try sample(Self.names)
    let all = shown(&sample, "$.*")
    #expect(all.count == Self.names.count)
    for (place, path) in all.enumerated() {
      let name = Self.names[place]
      #expect(shown(&sample, path) == [path], "at the prompt: \(name.debugDescription)")
      let result = sample.verb("print", "0", path, "--paths")
      #expect(result == path + "\n", "as a verb: \(name.debugDescription)")
      #expect(try sample.json("print \(path)[0]") == "[\(place)]")
    }
  }

  @Test("so do those of nodes below, and what print shows beside values")
  func deep() throws {
    var sample = try sample(Self.names)
    for outer in shown(&sample, "$.*").prefix(20) {
      for path in shown(&sample, "\(outer)[1].*").prefix(30) {
        #expect(shown(&sample, path) == [path])
      }
    }
  }

  @Test("random names", arguments: (0..<40).thinned(10))
  func random(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let signs = Array(#"'"\ u{}41[]$.*-|;#/~ab"# + "\u{7}\u{200B}\u{9B}\n\t\u{E0001}é")
    let names = Set(
      (0..<12).map { _ in
        String(
          (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            signs.randomElement(using: &generator) ?? "a"
          })
      })
    var sample = try sample(names.sorted())
    let all = shown(&sample, "$.*")
    #expect(all.count == names.count)
    for path in all { #expect(shown(&sample, path) == [path]) }
  }
}
