import Foundation
import TestSupport
import Testing

@Suite("What the README shows can be typed, and was run")
struct ReadmeTests {
  /// The lines of its blocks for a shell, without their comments.
  private static func lines() throws -> [String] {
    let text = try String(
      contentsOf: Inspect.root.appending(path: "README.md"), encoding: .utf8)
    return try #require(CodeFences.all("sh", in: text)).flatMap { $0 }
      .map { $0.replacing(/\ +# .*/, with: "") }
  }

  /// What SESSION is in a line, where it is not any session: one that crashes, is damaged, or is long.
  private static func session(of line: String) -> String {
    line.contains("--crashes") ? "sessions/counter-crash.ndjson" : "session.ndjson"
  }

  /// The lines whose answer is no: what differs, and what a host of another time does.
  private static let no = [
    "inspect diff SESSION 3 7",
    "inspect verify sessions/irreproducible/toast-clock.ndjson",
    "inspect verify sessions/irreproducible/toast-clock.ndjson --ignore '$.items[*].id'",
    "inspect bisect --good ./old-host --bad ./my-host SESSION",
  ]

  @Test("every line that calls inspect or a host does what it says")
  func lines() throws {
    let lines = try Self.lines().filter { $0.hasPrefix("inspect ") || $0.hasPrefix("./") }
    #expect(lines.count > 25)
    for line in lines {
      // The hosts of the README are hosts of the sample whose session it is.
      let sample = line.contains("--crashes") ? "counter" : "toast"
      let run = try ExampleFolder.run(
        """
        for host in my-host old-host; do
          printf '#!/bin/sh\\nexec inspect host \(sample)\\n' > $host; chmod +x $host
        done
        export HOME=$PWD; mkdir -p .local/state/hindsight Library/Logs/Hindsight
        cp -r logs .local/state/hindsight/MyApp; cp -r logs Library/Logs/Hindsight/com.example.app
        SESSION=\(Self.session(of: line))
        \(line.replacing(/(?:^| )SESSION/, with: { "\($0.output.dropLast(7))$SESSION" }))
        """)
      #expect(
        run.status == .exited(Self.no.contains(line) ? 1 : 0), "\(line): \(run.error)")
    }
  }

  @Test("every target that it calls is one of the Makefile")
  func targets() throws {
    let makefile = try String(
      contentsOf: Inspect.root.appending(path: "Makefile"), encoding: .utf8)
    let text = try String(
      contentsOf: Inspect.root.appending(path: "README.md"), encoding: .utf8)
    let targets = Set(text.matches(of: /(?m)(?:^|`)make ([a-z-]+)/).map { String($0.1) })
    #expect(targets.count > 8)
    for target in targets { #expect(makefile.contains("\n\(target):"), "\(target)") }
  }

  @Test("each page and picture that it links to is there")
  func links() throws {
    let text = try String(
      contentsOf: Inspect.root.appending(path: "README.md"), encoding: .utf8)
    for match in text.matches(of: /\]\(([^)#:]+)[^)]*\)/) {
      let path = Inspect.root.appending(path: String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
    }
  }

  @Test(
    "each picture is of what the tool shows today", .enabled(if: Shell.isThere("python3")),
    arguments: ["find-a-bug", "what-if"])
  func pictures(name: String) throws {
    let folder = Inspect.root.appending(path: "docs/pictures")
    let target = Scratch.path("\(name).svg")
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", #"cd "$0" && exec Tools/picture-terminal "$1" 88 "$2" "$3" < "$4""#,
        Inspect.root.path,
        target, try BuiltBinary.inspect.path, "sessions/toast-queue.ndjson",
        "docs/pictures/\(name).txt",
      ])
    #expect(run.error == "")
    let drawn = try String(contentsOfFile: target, encoding: .utf8)
    let shown = try String(contentsOf: folder.appending(path: "\(name).svg"), encoding: .utf8)
    let isSame = drawn == shown
    #expect(isSame, "docs/pictures/\(name).svg is of an older tool; make pictures draws it anew")
  }
}

/// The fenced blocks of a page.
enum CodeFences {
  /// The lines of each block of a language; nil if a block is not closed.
  static func all(_ language: String, in text: String) -> [[String]]? {
    var blocks: [[String]] = []
    var open: (isWanted: Bool, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```"), let block = open {
        if block.isWanted { blocks.append(block.lines) }
        open = nil
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3) == language, [])
      } else {
        open?.lines.append(String(line))
      }
    }
    return open == nil ? blocks : nil
  }
}
