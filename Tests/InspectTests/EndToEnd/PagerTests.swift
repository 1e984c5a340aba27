import Foundation
import TestSupport
import Testing

@Suite("The pager")
struct PagerTests {
  /// A pager that names itself and its lines, and reads all.
  private static let loud = Result {
    try Scratch.file("loud-pager", "#!/bin/sh\necho \"paged with $LESS\"\nwc -l\necho paged\n")
  }

  private func open(
    _ environment: [String: String], _ arguments: [String] = []
  ) throws -> PseudoTerminal {
    try PromptSession.open(
      arguments + [try PromptSession.large(300)], rows: 20, environment: environment)
  }

  private func answer(_ terminal: PseudoTerminal, _ line: String) throws -> String {
    try terminal.send(line + "\n")
    return try terminal.readUntil("start> ")
  }

  @Test("shows what fills the screen, and nothing less")
  func pages() throws {
    let pager = "sh \(try Self.loud.get())"
    let terminal = try open(["INSPECT_PAGER": pager, "PAGER": "false"])
    _ = try terminal.readUntil("start> ")
    let long = try answer(terminal, "print")
    #expect(long.contains("paged with FRXK\r\n1504\r\npaged\r\n"), "\(long)")
    #expect(!(try answer(terminal, "when")).contains("paged"))
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("keeps a LESS that is set, and PAGER comes after INSPECT_PAGER")
  func environment() throws {
    let terminal = try open(["PAGER": "sh \(try Self.loud.get())", "LESS": "S"])
    _ = try terminal.readUntil("start> ")
    #expect(try answer(terminal, "print").contains("paged with S\r\n"))
    #expect(try terminal.quit() == .exited(0))
  }

  @Test(
    "is off if it is empty, cat, not there or refused",
    arguments: [("", []), ("cat", []), ("/nobody/pager -x", []), ("LOUD", ["--no-pager"])])
  func off(pager: String, arguments: [String]) throws {
    let loud = "sh \(try Self.loud.get())"
    let terminal = try open(
      ["INSPECT_PAGER": pager == "LOUD" ? loud : pager, "PAGER": loud], arguments)
    _ = try terminal.readUntil("start> ")
    let text = try answer(terminal, "print")
    #expect(!text.contains("paged"))
    #expect(text.contains("\"item 299\""))
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("set pager changes it")
  func setting() throws {
    let terminal = try open(["PAGER": ""])
    _ = try terminal.readUntil("start> ")
    _ = try answer(terminal, "set pager sh \(try Self.loud.get())")
    #expect(try answer(terminal, "print").contains("paged with"))
    _ = try answer(terminal, "set pager off")
    #expect(!(try answer(terminal, "print")).contains("paged"))
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("that is left early ends the command and not the prompt", arguments: ["true", "head -3"])
  func leftEarly(pager: String) throws {
    let terminal = try PromptSession.open(
      [try PromptSession.long(20_000)], rows: 20, environment: ["PAGER": pager])
    _ = try terminal.readUntil("start> ")
    for line in ["log", "print", "log"] { _ = try answer(terminal, line) }
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("is none in a pipe, and head ends it silently with 0")
  func pipe() throws {
    let file = try PromptSession.long(20_000)
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", #"{ "$0" log "$1"; echo "status $?" >&2; } | head -2"#, try BuiltBinary.inspect.path,
        file,
      ],
      environment: ProcessRun.plainEnvironment.merging(["PAGER": "false"]) { $1 })
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.error == "status 0\n")
  }
}
