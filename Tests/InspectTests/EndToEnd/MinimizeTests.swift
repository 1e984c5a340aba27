import Foundation
import TestSupport
import Testing

@Suite("minimize that is interrupted")
struct MinimizeTests {
  /// A session of so many entries of 1 each.
  private static func ledger(_ name: String, _ count: Int) throws -> String {
    var text =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"s","#
      + #""started":"2026-01-02T03:04:05Z","store":"ledger"}"# + "\n"
      + #"{"kind":"state","n":0,"state":{"total":0,"entries":0}}"# + "\n"
    for n in 1...count {
      text +=
        #"{"kind":"action","n":\#(n),"t":\#(n),"type":"Entry","action":{"amount":1}}"# + "\n"
        + #"{"kind":"state","n":\#(n),"state":{"total":\#(n),"entries":\#(n)}}"# + "\n"
    }
    return try Scratch.file(name, text)
  }

  private static func rogue(_ way: String, _ n: Int) throws -> String {
    "'\(try BuiltBinary.rogueHost.path)' \(way) \(n)"
  }

  @Test("Ctrl-C ends the search with the shortest so far, which is written")
  func interrupted() throws {
    let session = try Self.ledger("long-ledger.ndjson", 6000)
    let file = Scratch.path("interrupted.ndjson")
    let environment = ProcessRun.plainEnvironment.merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect,
      [
        "minimize", session, "$.state.total >= 5990 || $.state.entries == 5999", "-o", file,
        "--host",
        try Self.rogue("never", 0),
      ], environment: environment, columns: 120)
    _ = try terminal.readUntil(" tests, ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("stopped   by Ctrl-C: there may be a shorter one")
    #expect(try terminal.waitForExit().status == .signaled(2))
    #expect(try Inspect.run("check", file).status == .exited(0))
  }

  @Test("a script went on behind a command that Ctrl-C had ended, and ended with 0")
  func interruptedScript() throws {
    let session = try Self.ledger("long-script.ndjson", 6000)
    let environment = ProcessRun.plainEnvironment.merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect,
      [
        "--host", try Self.rogue("never", 0), "-e",
        "minimize $.state.total >= 5990 || $.state.entries == 5999", "-e", "goto 5", session,
      ], environment: environment, columns: 120)
    _ = try terminal.readUntil(" tests, ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("stopped   by Ctrl-C: there may be a shorter one")
    let end = try terminal.waitForExit()
    #expect(end.status == .signaled(2))
    #expect(!end.rest.contains("5/6000"))
  }

  @Test("at the prompt the result was in no place that can be stepped through")
  func branch() throws {
    let sought = "$.before.items[1] && !items[0]"
    let run = try Inspect.run(
      "-e", "minimize \(sought)", "-e", "switch branch-1", "-e", "finish", Inspect.toast)
    #expect(run.status == .exited(0))
    #expect(run.output.contains("\nbranch    branch-1: switch branch-1 goes to it\n"))
    #expect(run.output.contains("3/3 dequeueToast"))
    let json = try Inspect.run(
      "--format", "json", "-e", "minimize \(sought)", Inspect.toast)
    #expect(json.output.contains(#""branch":"branch-1""#))
    let verb = try Inspect.run("minimize", Inspect.toast, sought)
    #expect(!verb.output.contains("branch"))
  }
}
