import Foundation
import TestSupport
import Testing

@Suite("The prompt, at a terminal and in a pipe")
struct PromptTests {
  private func open(
    _ arguments: [String] = [Inspect.toast], columns: Int = 100
  ) throws -> PseudoTerminal {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
      "LANG": "C.UTF-8", "PAGER": "",
    ]) { $1 }
    return try PseudoTerminal(
      try BuiltBinary.inspect, arguments, environment: environment, columns: columns, rows: 30)
  }

  @Test("-- was refused where a session is opened")
  func dashes() throws {
    let plain = try Inspect.run("-e", "when", Inspect.toast)
    #expect(try Inspect.run("-e", "when", "--", Inspect.toast).output == plain.output)
    for (words, word) in [
      ([Inspect.toast, "--", "-e"], "-e"), (["-e", "when", "--"], "--"),
      (["--", "verify", Inspect.toast], "sessions/toast-queue.ndjson"),
    ] {
      let refused = try Inspect.run(words)
      #expect(refused.error.hasPrefix("inspect: \(word) is not understood here; usage: "))
      #expect(refused.status == .exited(2))
    }
  }

  @Test("it opens paused at the start, steps both ways, and an empty line repeats the motion")
  func stepping() throws {
    let terminal = try open()
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    try terminal.send("\n")
    _ = try terminal.readUntil("toast 2/18 dequeueToast> ")
    try terminal.send("back\n")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    // A look between does not end the motion; it did.
    try terminal.send("when\n")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    try terminal.send("\n")
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("goto end\n")
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("\n")
    // goto is no motion to repeat, so an empty line does nothing.
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("--end stands at the last action")
  func end() throws {
    let terminal = try open(["--end", Inspect.toast])
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("commands and pointers are completed")
  func completion() throws {
    let terminal = try open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("got\t4\n")
    _ = try terminal.readUntil("toast 4/18 enqueueToast> ")
    try terminal.send("pri\t/it\t/1/mes\t\n")
    _ = try terminal.readUntil("\"Upload failed\"")
    _ = try terminal.readUntil("toast 4/18 enqueueToast> ")
    try terminal.send("why items[\t")
    _ = try terminal.readUntil("items[")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("toast 4/18 enqueueToast> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("Ctrl-C drops the line and keeps the place")
  func interrupt() throws {
    let terminal = try open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("enqueueToast> ")
    try terminal.send("goto 9\u{3}")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    try terminal.send("info\n")
    _ = try terminal.readUntil("here      1 of 18")
    try terminal.send("q\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("what is typed right after Ctrl-C is the next line, and no key of it is lost")
  func typeAhead() throws {
    let terminal = try open()
    _ = try terminal.readUntil("start> ")
    for turn in 1...20 {
      try terminal.send("print\u{3}goto \(turn % 18 + 1)\n")
      _ = try terminal.readUntil(" \(turn % 18 + 1)/18 ")
      _ = try terminal.readUntil("Toast> ")
    }
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("a signal of Ctrl-C came before keys that were typed before it, or took the first after it")
  func interruptIsAKey() throws {
    let script = try Scratch.file("waiting.sh", "echo started >/dev/tty\nexec sleep 600\n")
    let terminal = try open(["--host", "sh \(script)", Inspect.toast])
    _ = try terminal.readUntil("start> ")
    #expect(!terminal.makesSignalOfInterrupt)
    try terminal.send("verify\n")
    _ = try terminal.readUntil("started")
    #expect(terminal.makesSignalOfInterrupt)
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("toast 0/18 start> ")
    #expect(!terminal.makesSignalOfInterrupt)
    // After Ctrl-V it is a letter, as any other.
    try terminal.send("\u{16}\u{3}x\n")
    _ = try terminal.readUntil("^Cx")
    _ = try terminal.readUntil("toast 0/18 start> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("a Ctrl-C within a paste ended it, and the rest of it was commands")
  func interruptInPaste() throws {
    let terminal = try open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("\u{1B}[200~goto 1\u{3}\ngoto 2\n\u{1B}[201~")
    _ = try terminal.readUntil("goto 2")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("info\n")
    _ = try terminal.readUntil("here      0 of 18")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C stops a command that waits for a silent host, and the prompt goes on")
  func interruptCommand() throws {
    let script = try Scratch.file("silent.sh", "echo started >/dev/tty\nexec sleep 600\n")
    let terminal = try open(["--host", "sh \(script)", Inspect.toast])
    _ = try terminal.readUntil("start> ")
    try terminal.send("verify\n")
    _ = try terminal.readUntil("started")
    _ = try terminal.readUntil("working, ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("interrupted")
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("the crash of a host is told, and the prompt goes on")
  func crash() throws {
    let terminal = try open([Inspect.crash])
    _ = try terminal.readUntil("counter 0/8 start> ")
    try terminal.send("replay\n")
    _ = try terminal.readUntil("died in the reducer of action 8: signal 4")
    _ = try terminal.readUntil("counter 0/8 start> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("counter 1/8 add> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("a wrong command is told, and the prompt goes on")
  func mistake() throws {
    let terminal = try open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("hisotry /items\n")
    _ = try terminal.readUntil("there is no command hisotry; did you mean history?")
    _ = try terminal.readUntil("start> ")
    try terminal.send("s /items\n")
    _ = try terminal.readUntil("start> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }
}
