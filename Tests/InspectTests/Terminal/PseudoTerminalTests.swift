import Foundation
import TestSupport
import Testing

struct PseudoTerminalTests {
  private let shell = URL(fileURLWithPath: "/bin/sh")

  @Test("all three streams are a terminal of the stated size and kind")
  func isTerminal() throws {
    let script = "test -t 0 && test -t 1 && test -t 2 && stty size && echo $TERM"
    let terminal = try PseudoTerminal(shell, ["-c", script], columns: 61, rows: 17)
    let (status, shown) = try terminal.waitForExit()
    #expect(status == .exited(0))
    #expect(shown == "17 61\r\nxterm\r\n")
  }

  @Test("it controls the session, so that Ctrl-C is a signal")
  func interrupted() throws {
    let terminal = try PseudoTerminal(shell, ["-c", "echo ready; exec cat"])
    #expect(try terminal.readUntil("ready\r\n") == "ready\r\n")
    try terminal.send("\u{3}")
    let (status, rest) = try terminal.waitForExit()
    #expect(status == .signaled(2))
    #expect(rest == "^C")
  }

  @Test("what is typed is echoed and read, and Ctrl-D is an end")
  func typed() throws {
    let terminal = try PseudoTerminal(shell, ["-c", "echo ready; cat; echo left"])
    #expect(try terminal.readUntil("ready\r\n") == "ready\r\n")
    try terminal.send("word\r")
    #expect(try terminal.readUntil("word\r\nword\r\n") == "word\r\nword\r\n")
    try terminal.send("\u{4}")
    let (status, rest) = try terminal.waitForExit()
    #expect(status == .exited(0))
    #expect(rest == "left\r\n")
  }

  @Test("its size can be changed while the program runs")
  func resized() throws {
    let terminal = try PseudoTerminal(shell, ["-c", "echo ready; read line; stty size"])
    _ = try terminal.readUntil("ready\r\n")
    try terminal.resize(columns: 33, rows: 9)
    try terminal.send("\r")
    let (status, rest) = try terminal.waitForExit()
    #expect(status == .exited(0))
    #expect(rest == "\r\n9 33\r\n")
  }

  @Test("more output than a terminal holds passes while the end is waited for")
  func muchOutput() throws {
    let script = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done"
    let terminal = try PseudoTerminal(shell, ["-c", script])
    let (status, shown) = try terminal.waitForExit()
    #expect(status == .exited(0))
    #expect(shown == (0..<20_000).map { "line \($0)\r\n" }.joined())
  }

  @Test("what does not come is an error that tells what came, and how the program ended")
  func unexpected() throws {
    let terminal = try PseudoTerminal(shell, ["-c", "echo something; exit 4"])
    let error = #expect(throws: PseudoTerminal.Unexpected.self) {
      try terminal.readUntil("else")
    }
    #expect(error?.expected == "else")
    #expect(error?.received == "something\r\n")
    #expect(try terminal.waitForExit().status == .exited(4))
  }

  @Test("a hanging program is given up, and ended when the terminal is let go")
  func hanging() throws {
    var terminal: PseudoTerminal? = try PseudoTerminal(shell, ["-c", "echo ready; cat"])
    _ = try terminal?.readUntil("ready\r\n")
    let id = try #require(terminal?.processID)
    #expect(throws: PseudoTerminal.Unexpected.self) { try terminal?.waitForExit(within: 0.1) }
    terminal = nil
    #expect(kill(id, 0) == -1)
  }
}
