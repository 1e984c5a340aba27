import Foundation
import TestSupport
import Testing

@Suite("What leaves says what it is, and its name says nothing else")
struct LeavingTests {
  private static func copy(_ name: String) throws -> String {
    let text = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    return try Scratch.file(name, text)
  }

  @Test("a secret in the name of a session is in no name and no page of what is shared")
  func sharedName() throws {
    let file = try Self.copy("ann.smith@example.com.ndjson")
    let folder = URL(filePath: file).deletingLastPathComponent().path
    let tool = try BuiltBinary.inspect.path
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"), ["-c", "cd '\(folder)' && exec '\(tool)' share '\(file)'"])
    #expect(run.status == .exited(0))
    let page = "\(folder)/session-shared.md"
    let made = [page, "\(folder)/session-shared.ndjson.gz"]
    defer { for path in made { try? FileManager.default.removeItem(atPath: path) } }
    #expect(made.allSatisfy(FileManager.default.fileExists))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(!(text + run.output + run.error).contains("ann.smith"))
  }

  @Test("a page of a damaged session is written, and the answer is 2 with the damaged line")
  func damagedReport() throws {
    let file = try Self.copy("damaged-report.ndjson")
    var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    lines[4] = lines[4].dropLast(9)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let page = Scratch.path("damaged-report.html")
    let run = try Inspect.run("report", file, "-o", page)
    #expect(run.status == .exited(2))
    #expect(run.error.hasPrefix("inspect: damaged-report.ndjson:5:"))
    #expect(FileManager.default.fileExists(atPath: page))
    let salvaged = try Inspect.run("--salvage", "report", file, "-o", page, "--force")
    #expect(salvaged.status == .exited(0))
  }

  @Test("on a branch it is said that the recording is written")
  func branch() throws {
    for (name, command) in [
      ("report", "report -o \(Scratch.path("branch.html"))"),
      ("export", "export --to csv -o \(Scratch.path("branch.csv"))"),
      ("share", "share -o \(Scratch.path("branch.ndjson.gz"))"),
    ] {
      let run = try Inspect.run("-e", "skip 3", "-e", command, Inspect.toast)
      #expect(
        run.error.contains("note: the recording was written, not branch-1; save writes the branch"),
        "\(name)")
    }
  }

  @Test("a second redaction says that it cannot look at what the first one hid")
  func twice() throws {
    let one = Scratch.path("redacted-once.ndjson")
    let first = try Inspect.run("redact", Inspect.toast, "-o", one, "--path", "$..message")
    #expect(first.status == .exited(0) && first.error == "")
    let second = try Inspect.run("redact", one, "-o", Scratch.path("redacted-twice.ndjson"))
    #expect(
      second.error == """
        inspect: note: what was hidden before was not looked at (3 patterns): what an earlier redaction \
        kept there is still there

        """)
  }
}
