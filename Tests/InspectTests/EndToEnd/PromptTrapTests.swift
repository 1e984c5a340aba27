import Foundation
import TestSupport
import Testing

@Suite("The traps of a prompt, at a terminal")
struct PromptTrapTests {
  @Test(
    "Ctrl-C stops output while it is written, even if nobody reads it, and the position stays",
    arguments: ["print", #"show 2 """#, "blame", "print --canonical"])
  func interruptedOutput(command: String) throws {
    let terminal = try PromptSession.open(["--no-pager", try PromptSession.large(4000)])
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 2\n")
    _ = try terminal.readUntil("counter 2/2 a> ")
    try terminal.send("\(command)\n")
    _ = try terminal.readUntil("item 1")
    try terminal.send("\u{3}")
    let rest = try terminal.readUntil("inspect: interrupted\r\n")
    #expect(!rest.contains("item 3999"))
    _ = try terminal.readUntil("counter 2/2 a> ")
    try terminal.send("when\n")
    _ = try terminal.readUntil("2/2 a  +0.000 s")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C stops rows while they are made, and a list that a source file prints")
  func interruptedRows() throws {
    let session = try PromptSession.long(20_000)
    let script = try Scratch.file("prints-much", "goto 7\nlog\nlog\nlog\n")
    for (line, first) in [
      ("log", "+0.000 s"), ("find $.n > 0", "+0.000 s"), ("history value", "   9  a"),
      ("source \(script)", "+0.000 s"),
    ] {
      let terminal = try PromptSession.open(["--no-pager", session])
      _ = try terminal.readUntil("start> ")
      try terminal.send("goto 7\n")
      _ = try terminal.readUntil("7/20000 a> ")
      try terminal.send("\(line)\n")
      _ = try terminal.readUntil(first)
      try terminal.send("\u{3}")
      _ = try terminal.readUntil("interrupted\r\n")
      _ = try terminal.readUntil("7/20000 a> ")
      #expect(try terminal.quit() == .exited(0), "\(line)")
    }
  }

  @Test("a pasted line end and the Enter after it are one line")
  func paste() throws {
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 10\n")
    _ = try terminal.readUntil("toast 10/18 dequeueToast> ")
    try terminal.send("\u{1B}[200~back\n\u{1B}[201~")
    try terminal.send("\n")
    _ = try terminal.readUntil("toast 9/18 enqueueToast> ")
    try terminal.send("\u{1B}[200~\nback\n\nback\n\u{1B}[201~\n")
    _ = try terminal.readUntil("toast 7/18 clearToast> ")
    // What was typed repeats.
    try terminal.send("\n")
    _ = try terminal.readUntil("toast 6/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test(
    "Ctrl-C on a line of several rows leaves the line and nothing else", arguments: ["a", "あ"])
  func wrappedLine(letter: String) throws {
    let terminal = try PromptSession.open(columns: 40)
    var shown = try terminal.readUntil("start> ")
    let letters = String(repeating: letter, count: 70)
    // To its beginning: the cursor is some rows above the end.
    try terminal.send(letters + "\u{1}")
    shown += try terminal.readUntil("\u{1B}[A")
    try terminal.send("\u{3}")
    shown += try terminal.readUntil("^C")
    try terminal.send("when\n")
    shown += try terminal.readUntil("started")
    shown += try terminal.readUntil("start> ")
    let screen = Screen(shown, columns: 40).text
    let typed = screen.split(separator: "\n").dropFirst(4)
      .prefix { !$0.contains("when") }.joined()
    #expect(typed.hasSuffix("0/18 start> " + letters + "^C"), "\(screen)")
    #expect(screen.contains("\n0/18 start> when\n0/18 start  started"), "\(screen)")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("without a locale a Backspace takes a whole letter", arguments: ["C", "POSIX", ""])
  func backspace(locale: String) throws {
    let terminal = try PromptSession.open(environment: ["LC_ALL": locale, "LANG": ""])
    _ = try terminal.readUntil("start> ")
    try terminal.send("aあい\u{7F}\u{7F}\n")
    // `a` is the short name of action.
    _ = try terminal.readUntil("the start: no action led here")
    _ = try terminal.readUntil("start> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("a resize while a line is edited or output is written leaves the prompt in order")
  func resize() throws {
    let terminal = try PromptSession.open(columns: 90)
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto ")
    try terminal.resize(columns: 60, rows: 20)
    try terminal.send("4\n")
    _ = try terminal.readUntil("4/18 enqueueToast> ")
    try terminal.send("list\n")
    try terminal.resize(columns: 100, rows: 30)
    _ = try terminal.readUntil("4/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test(
    "a terminal that knows nothing gets no escape", arguments: ["dumb", ""])
  func dumbTerminal(kind: String) throws {
    let terminal = try PromptSession.open(
      columns: 100, environment: ["TERM": kind, "NO_COLOR": "", "PAGER": "less"])
    var shown = try terminal.readUntil("start> ")
    try terminal.send("next\n")
    shown += try terminal.readUntil("toast 1/18 enqueueToast> ")
    #expect(!shown.contains("\u{1B}"), "\(shown.debugDescription)")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("an empty NO_COLOR refuses nothing")
  func emptyNoColor() throws {
    let terminal = try PromptSession.open(environment: ["NO_COLOR": ""])
    _ = try terminal.readUntil("\u{1B}[1mtoast\u{1B}[0m")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("a history that cannot be written stops nothing")
  func unwritableHistory() throws {
    let terminal = try PromptSession.open(
      environment: ["INSPECT_HISTORY": "/proc/nobody/history"])
    _ = try terminal.readUntil("start> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("nothing of Ctrl-C is left where the sign of life was")
  func eraseSign() throws {
    let script = try Scratch.file("silent-sign.sh", "echo started >/dev/tty\nexec sleep 600\n")
    let terminal = try PromptSession.open(["--host", "sh \(script)", Inspect.toast])
    var shown = try terminal.readUntil("start> ")
    try terminal.send("verify\n")
    shown += try terminal.readUntil("Ctrl-C stops ")
    try terminal.send("\u{3}")
    shown += try terminal.readUntil("interrupted\r\n")
    let screen = Screen(shown, columns: 100).text
    #expect(screen.hasSuffix("\ninspect: interrupted\n"), "\(screen)")
    _ = try terminal.readUntil("start> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test(
    "Ctrl-C stops a command that waits for a host, and the position stays",
    arguments: [
      "replay", "verify", "reload", "minimize $.state.items[1]", "skip 2",
      #"dispatch dequeueToast {"dequeueToast":{"id":1}}"#,
    ])
  func interruptedHost(command: String) throws {
    let script = try Scratch.file("silent-host.sh", "echo started >/dev/tty\nexec sleep 600\n")
    let terminal = try PromptSession.open(["--host", "sh \(script)", Inspect.toast])
    _ = try terminal.readUntil("start> ")
    try terminal.send("goto 3\n")
    _ = try terminal.readUntil("toast 3/18 enqueueToast> ")
    try terminal.send("\(command)\n")
    _ = try terminal.readUntil("started")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("interrupted\r\n")
    _ = try terminal.readUntil("toast 3/18 enqueueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C at the question of a long completion list returns to the prompt")
  func interruptedCompletion() throws {
    let terminal = try PromptSession.open([try PromptSession.large(300)], rows: 20)
    _ = try terminal.readUntil("start> ")
    try terminal.send("print items[\t\t")
    _ = try terminal.readUntil("possibilities? (y or n)")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("counter 0/2 start> ")
    try terminal.send("when\n")
    _ = try terminal.readUntil("0/2 start")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C stops a shell command that reads results, and the prompt goes on")
  func interruptedShell() throws {
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("start> ")
    try terminal.send("next | { cat >/dev/null; echo waits; exec sleep 600; }\n")
    _ = try terminal.readUntil("\rwaits\r\n")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    try terminal.send("when | sed s/enq/ENQ/ ;; back\n")
    _ = try terminal.readUntil("1/18 ENQueueToast")
    _ = try terminal.readUntil("toast 0/18 start> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("the sign of life says how much of a question is done")
  func share() throws {
    let terminal = try PromptSession.open([try PromptSession.long(20_000)])
    _ = try terminal.readUntil("start> ")
    // Each step is compared with itself very often.
    let slow = Array(repeating: "count($..*) > 0", count: 40).joined(separator: " && ")
    try terminal.send("find \(slow) && $.t < 0\n")
    let shown = try terminal.readUntil(" left, ")
    #expect(shown.contains(" %, about "))
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("interrupted\r\n")
    #expect(try terminal.quit() == .exited(0))
  }
}
