import Foundation
import TestSupport
import Testing

@Suite("The traps of a prompt, by what stands on the screen")
struct ScreenTrapTests {
  /// A prompt and the screen that shows it.
  private struct Shown {
    let terminal: PseudoTerminal
    var screen: Screen

    init(
      _ arguments: [String] = [Inspect.toast], columns: Int, rows: Int = 30,
      environment: [String: String] = [:]
    ) throws {
      terminal = try PromptSession.open(
        arguments, columns: columns, rows: rows, environment: environment)
      screen = Screen(columns: columns, rows: rows)
      try until("start> ")
    }

    /// The prompt at the start, which takes at most a third of the columns.
    static func prompt(_ columns: Int) -> String {
      columns >= 54 ? "toast 0/18 start> " : columns >= 36 ? "0/18 start> " : "0/18> "
    }

    mutating func until(_ text: String) throws { screen.show(try terminal.readUntil(text)) }

    mutating func resize(columns: Int, rows: Int = 30) throws {
      try terminal.resize(columns: columns, rows: rows)
      screen.resize(columns: columns, rows: rows)
    }

    mutating func leave() throws {
      #expect(try terminal.quit() == .exited(0))
    }
  }

  private static let letters = ["a", "あ", "\u{1F600}"]

  @Test(
    "a wrapped line that is edited while the window changes stands there whole, once it is typed on",
    arguments: letters, [(100, 60), (60, 100), (40, 41), (41, 40), (80, 30)])
  func resizedLine(letter: String, sizes: (Int, Int)) throws {
    var shown = try Shown(columns: sizes.0)
    let typed = String(repeating: letter, count: 70)
    try shown.terminal.send(typed + "z")
    try shown.until("z")
    try shown.resize(columns: sizes.1)
    try shown.terminal.send("\u{5}y")
    try shown.until("y")
    let (before, after) = (Shown.prompt(sizes.0), Shown.prompt(sizes.1))
    #expect(
      shown.screen.tail(from: before) == "\(before)\(typed)zy", "\(shown.screen.text)")
    try shown.terminal.send("\u{3}")
    try shown.until("> ")
    try shown.terminal.send("when\n")
    try shown.until("started")
    try shown.until("> ")
    #expect(
      shown.screen.text.contains("\n\(after)when\n0/18 start  started"), "\(shown.screen.text)")
    try shown.leave()
  }

  @Test("output that is written while the window changes leaves what comes next in the new width")
  func resizedOutput() throws {
    let session = try PromptSession.large(4000)
    var shown = try Shown(["--no-pager", session], columns: 100)
    try shown.terminal.send("print\n")
    try shown.until("item 5\"")
    try shown.resize(columns: 60, rows: 20)
    try shown.until("item 3999")
    try shown.until("counter 0/2 start> ")
    // Of a prompt that was never of another width.
    var fresh = try Shown(["--no-pager", session], columns: 60, rows: 20)
    for line in ["list", "goto 2", "diff"] {
      try shown.terminal.send(line + "\n")
      try fresh.terminal.send(line + "\n")
      let place = line == "list" ? "counter 0/2 start" : "counter 2/2 a"
      try shown.until("\(place)> ")
      try fresh.until("\(place)> ")
      let start = line == "diff" ? "counter 2/2 a> diff" : "counter 0/2 start> \(line)"
      #expect(shown.screen.tail(from: start) == fresh.screen.tail(from: start))
      #expect(fresh.screen.tail(from: start).hasPrefix(start))
    }
    try shown.leave()
    try fresh.leave()
  }

  @Test("a paste of several lines waits for Enter, and then each is a command")
  func paste() throws {
    var shown = try Shown(columns: 80)
    try shown.terminal.send("\u{1B}[200~goto 4\nback\nwhen\u{1B}[201~")
    try shown.until("when")
    #expect(
      shown.screen.tail(from: "toast 0/18 start>") == "toast 0/18 start> goto 4\nback\nwhen",
      "\(shown.screen.text)")
    try shown.terminal.send("\n")
    try shown.until("toast 3/18 enqueueToast> ")
    let screen = shown.screen.text
    #expect(screen.contains("\nwhen\n── 4/18 enqueueToast ──"), "\(screen)")
    #expect(screen.contains("\n── 3/18 enqueueToast ──"), "\(screen)")
    #expect(screen.contains("\n3/18 enqueueToast  +1.214 s  "), "\(screen)")
    #expect(screen.hasSuffix("\ntoast 3/18 enqueueToast>\n"), "\(screen)")
    try shown.leave()
  }

  @Test("Ctrl-C in the middle of a wrapped line leaves it whole", arguments: letters)
  func interruptedLine(letter: String) throws {
    var shown = try Shown(columns: 40)
    let typed = String(repeating: letter, count: 70)
    try shown.terminal.send(typed + "z\u{1}\u{6}\u{6}")
    try shown.until("z")
    try shown.until("\u{1B}[A")
    try shown.terminal.send("\u{3}")
    try shown.until("^C")
    try shown.until("start> ")
    #expect(
      shown.screen.tail(from: "0/18 start> \(letter)")
        == "0/18 start> \(typed)z^C\n0/18 start>", "\(shown.screen.text)")
    try shown.leave()
  }

  @Test(
    "without a locale letters are typed, deleted and wrapped as with one",
    arguments: ["C", "POSIX", "C.UTF-8"])
  func locale(locale: String) throws {
    var shown = try Shown(columns: 40, environment: ["LC_ALL": locale, "LANG": ""])
    // 12 columns of prompt and 14 wide letters fill the row.
    try shown.terminal.send(String(repeating: "あ", count: 16) + "é\u{1F600}x")
    try shown.until("x")
    try shown.terminal.send("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}い")
    try shown.until("い")
    #expect(
      shown.screen.tail(from: "0/18 start>")
        == "0/18 start> \(String(repeating: "あ", count: 13))い", "\(shown.screen.text)")
    try shown.terminal.send("\u{15}")
    try shown.leave()
  }

  @Test(
    "the caret under a fault stands below it, whatever stands before it",
    arguments: [("a", 1), ("あ", 2), ("e\u{301}", 1), ("\u{1F600}", 2), ("ｱ", 1)], [0, 1, 7])
  func caret(letter: (text: String, columns: Int), count: Int) throws {
    let text = String(repeating: letter.text, count: count)
    let line = #"find items == "\#(text)" && && 1"#
    let blanks = #"  find items == "" && "#.count + count * letter.columns
    let shown = "  \(line)\n\(String(repeating: " ", count: blanks))^\n"
    let run = try Inspect.run("-e", line, Inspect.toast)
    #expect(run.status == .exited(2))
    #expect(run.error.hasSuffix(shown), "\(run.error)")
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("start> ")
    try terminal.send(line + "\n")
    _ = try terminal.readUntil("inspect: ")
    #expect(try terminal.readUntil("^\r\n").hasSuffix(shown.replacing("\n", with: "\r\n")))
    #expect(try terminal.quit() == .exited(0))
  }
}
