import TestSupport
import Testing

@Suite("What to do after an answer, at a terminal")
struct NextCommandTests {
  @Test("why names the commands, and Enter goes to the action, once")
  func why() throws {
    let terminal = try PromptSession.open(["--end", Inspect.toast])
    var shown = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("why items[1].id\n")
    shown += try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("\n")
    shown += try terminal.readUntil("toast 10/18 dequeueToast> ")
    // Once there, an empty line does nothing.
    try terminal.send("\n")
    shown += try terminal.readUntil("toast 10/18 dequeueToast> ")
    try terminal.send("why items[1].id --chain\n")
    shown += try terminal.readUntil("toast 10/18 dequeueToast> ")
    let screen = Screen(shown, columns: 100).text
    let rule = String(repeating: "─", count: 53)
    #expect(
      screen.split(separator: "\n").dropFirst(2).map { $0 + "\n" }.joined() == """
        toast 18/18 dequeueToast> why items[1].id
        items[1].id was last changed by action 10 dequeueToast
          from 1795240610
          to   nothing
          it is gone since then
          at   +2.212 s, with {"dequeueToast":{"id":1795240609}}
          next goto 10 (Enter) · history items[1].id · why items[1].id --chain
        toast 18/18 dequeueToast>
        ── 10/18 dequeueToast \(rule) +2.212 s  took 1.0 µs ──
           action    {"dequeueToast":{"id":1795240609}}
           ~ items  2 → 1 element
             - [0]  {id 1795240609, message "All caught up", type "info"}
        toast 10/18 dequeueToast>
        toast 10/18 dequeueToast> why items[1].id --chain
        items[1].id was last changed by action 10 dequeueToast
          from 1795240610
          to   nothing
          it is gone since then
          at   +2.212 s, with {"dequeueToast":{"id":1795240609}}
          certain  items[1].id  removed by 10 dequeueToast
          next history items[1].id
        toast 10/18 dequeueToast>

        """)
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("a pasted why with its line end, and the Enter after it, do not move")
  func paste() throws {
    let terminal = try PromptSession.open(["--end", Inspect.toast])
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("\u{1B}[200~why items[1].id\n\u{1B}[201~\n")
    _ = try terminal.readUntil("goto 10 (Enter)")
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    // Another command in between: nothing is left to enter.
    try terminal.send("when\n")
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("\n")
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Enter after a list lists the next rows, and one too many does not move")
  func list() throws {
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("next\n")
    _ = try terminal.readUntil("toast 1/18 enqueueToast> ")
    try terminal.send("list\n")
    var shown = try terminal.readUntil("toast 1/18 enqueueToast> ")
    #expect(shown.contains("10 of 18") && shown.contains("  next list more (Enter)"))
    try terminal.send("\n")
    shown = try terminal.readUntil("toast 1/18 enqueueToast> ")
    #expect(shown.contains("18 of 18") && !shown.contains("(Enter)"))
    try terminal.send("\n")
    shown = try terminal.readUntil("toast 1/18 enqueueToast> ")
    #expect(shown.contains("no more steps behind 18"))
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("in a window of 60 columns the commands go below each other")
  func narrow() throws {
    let path = "selectedCategory"
    let terminal = try PromptSession.open(
      ["--end", Inspect.session("archive-race")], columns: 60)
    _ = try terminal.readUntil("> ")
    try terminal.send("why \(path)\n")
    let shown = try terminal.readUntil("--chain\r\n")
    let lines = Screen(shown, columns: 60).text.split(separator: "\n")
    #expect(
      lines.suffix(3) == [
        "  next goto 2 (Enter)", "       history \(path)", "       why \(path) --chain",
      ])
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("neither a script nor a machine form has them")
  func scripts() throws {
    let run = try Inspect.run("--end", "-e", "why items[1].id", Inspect.toast)
    #expect(!run.output.contains("next"))
    let terminal = try PromptSession.open(["--end", "--format", "json", Inspect.toast])
    _ = try terminal.readUntil("toast 18/18 dequeueToast> ")
    try terminal.send("why items[1].id\n")
    #expect(!(try terminal.readUntil("toast 18/18 dequeueToast> ")).contains("(Enter)"))
    #expect(try terminal.quit() == .exited(0))
  }
}
