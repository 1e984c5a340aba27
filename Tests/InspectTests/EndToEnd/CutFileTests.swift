import Foundation
import TestSupport
import Testing

@Suite("A file that is cut short while it is read")
struct CutFileTests {
  private static func prompt(_ name: String) throws -> (PseudoTerminal, FileHandle) {
    var text = SmallSession.start
    for n in 1...2000 {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/value","value":\#(n)}]}"#
        + "\n"
    }
    let file = try Scratch.file(name, text)
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "NO_COLOR": "1", "INPUTRC": "/dev/null",
    ]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, [file], environment: environment, columns: 200)
    _ = try terminal.readUntil("0/2000 start> ")
    return (terminal, try #require(FileHandle(forWritingAtPath: file)))
  }

  @Test("it is told by its name, and ends with 2", arguments: [0, 4096])
  func isTold(length: UInt64) throws {
    let (terminal, file) = try Self.prompt("cut-\(length).ndjson")
    try file.truncate(atOffset: length)
    try terminal.send("goto end\n")
    _ = try terminal.readUntil("inspect: ")
    let (status, rest) = try terminal.waitForExit()
    let path = Scratch.folder.appendingPathComponent("cut-\(length).ndjson").path
    // The first state is read before a line asks for it, so the echo of the line may come last, without
    // its end, and the terminal be set back after the message; until then a line end has one byte.
    var told = rest.replacing("\r\n", with: "\n")
    for echo in ["goto end", "\u{1B}[?2004l", "\n", "\r"] { told = told.replacing(echo, with: "") }
    #expect(told == "\(path): was cut short while it was read: open it again")
    #expect(status == .exited(2))
  }

  @Test("a file that is only replaced by another of its name is read on as it was")
  func replaced() throws {
    let (terminal, _) = try Self.prompt("replaced.ndjson")
    _ = try Scratch.file("replaced.ndjson", "")
    try terminal.send("goto end\n")
    _ = try terminal.readUntil("2000/2000 a> ")
    try terminal.send("print /value\n")
    _ = try terminal.readUntil("2000\r\n")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }
}
