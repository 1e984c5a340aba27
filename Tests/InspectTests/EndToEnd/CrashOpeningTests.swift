import TestSupport
import Testing

@Suite("A session that ended in a crash, opened at a terminal")
struct CrashOpeningTests {
  /// The screen before the first prompt.
  private func opened() throws -> String {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
      "LANG": "C.UTF-8",
    ]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, ["sessions/counter-crash.ndjson"], environment: environment,
      columns: 100, rows: 30)
    let shown = try terminal.readUntil("help lists the rest")
    try terminal.send("quit\r")
    _ = try terminal.waitForExit()
    return ScreenText(shown, columns: 100).text
  }

  @Test("names the fatal action, the last state, and the commands that go on from there")
  func wide() throws {
    #expect(
      try opened() == """
        sessions/counter-crash.ndjson  8 actions, died in action 8
        crashed in 8 add  {"add":{"_0":11}}
          last known state: 7
          next  verify (the reason, and its line) · goto 8 · minimize --crashes (the fewest actions)
        next and back step, why PATH shows who changed a value, help lists the rest

        """)
  }
}
