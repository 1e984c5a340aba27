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

  private static func session(_ redactions: String, _ text: String) -> String {
    """
    {"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"2026-01-02T03:04:05Z","store":"s"\(redactions)}
    {"kind":"state","n":0,"state":{"note":""}}
    {"kind":"action","n":1,"t":1,"type":"write","action":{"note":"\(text)"}}
    {"kind":"state","n":1,"state":{"note":"\(text)"}}

    """
  }

  @Test("what one redaction kept at a place, a second one without that policy replaces")
  func keptBefore() throws {
    let token = "ghp_" + String(repeating: "aB3dE6gH9k", count: 4).prefix(36)
    let text = "mail ann.smith@acme.com, \(token), 4111111111111111"
    let file = try Scratch.file("kept.ndjson", Self.session("", text))
    let policy = try Scratch.file("keep-mail", "keep email\n")
    let once = Scratch.path("kept-once.ndjson")
    let first = try Inspect.run("redact", file, "-o", once, "--policy", policy)
    #expect(first.status == .exited(0))
    let kept = try String(contentsOfFile: once, encoding: .utf8)
    #expect(kept.contains("ann.smith@acme.com") && !kept.contains(token))
    let second = try Inspect.run("redact", once, "-o", "-")
    #expect(second.status == .exited(0) && !second.error.contains("looked at"))
    #expect(!second.output.contains("ann.smith@acme.com"))
  }

  @Test("that what the recorder hid is not looked at is said")
  func recorded() throws {
    let file = try Scratch.file(
      "hidden.ndjson", Self.session(#","redactions":["$.note"]"#, "x@acme.com"))
    let run = try Inspect.run("redact", file, "-o", Scratch.path("hidden-redacted.ndjson"))
    #expect(
      run.error
        == "inspect: note: what was hidden when it was recorded was not looked at (1 pattern)\n")
  }
}
