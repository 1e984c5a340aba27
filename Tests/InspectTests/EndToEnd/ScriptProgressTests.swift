import Foundation
import TestSupport
import Testing

@Suite("The sign of life while a file of commands is run, and nothing of it is left")
struct ScriptProgressTests {
  private static let columns = 100

  /// What a person sees of all that the terminal received.
  private func screen(_ shown: String) -> String {
    Screen(shown.replacing("\u{1B}[?2004h", with: ""), columns: Self.columns, rows: 40).text
  }

  @Test("it names the line, and is erased before the next output and at the end")
  func source() throws {
    let silent = String(repeating: "set rows 3\n", count: 30_000)
    let file = try Scratch.file("silent-lines", silent + "when\n" + silent)
    let terminal = try PromptSession.open(columns: Self.columns, rows: 40)
    var shown = try terminal.readUntil("start> ")
    try terminal.send("source \(file)\n")
    let first = try terminal.readUntil("\rworking at line ")
    shown += first
    shown += try terminal.readUntil("started 2026-11-21 05:56:47Z")
    shown += try terminal.readUntil("\rworking at line ")
    shown += try terminal.readUntil("start> ")
    let signs = shown.split(separator: "\r").filter { $0.hasPrefix("working") }
    #expect(signs.count > 1)
    for sign in signs {
      #expect(
        String(sign).trimmingCharacters(in: .whitespaces).masking("[0-9]+", with: "N")
          == "working at line N, N s; Ctrl-C stops")
    }
    let lines = screen(shown).split(separator: "\n").suffix(2)
    #expect(lines.first?.hasPrefix("0/18 start  started 2026-11-21 05:56:47Z") == true)
    #expect(lines.first?.contains("working") == false && lines.last?.hasSuffix("start>") == true)
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C stops the file at its line and the prompt goes on")
  func interrupted() throws {
    let file = try Scratch.file(
      "endless-lines", String(repeating: "set rows 3\n", count: 2_000_000))
    let terminal = try PromptSession.open(columns: Self.columns)
    var shown = try terminal.readUntil("start> ")
    try terminal.send("goto 3 ;; source \(file)\n")
    shown += try terminal.readUntil("\rworking at line ")
    try terminal.send("\u{3}")
    shown += try terminal.readUntil("\rinspect: interrupted\r\n")
    shown += try terminal.readUntil("toast 3/18 enqueueToast> ")
    #expect(screen(shown).hasSuffix("\ninspect: interrupted\ntoast 3/18 enqueueToast>\n"))
    try terminal.send("when\n")
    _ = try terminal.readUntil("3/18 enqueueToast  +")
    #expect(try terminal.quit() == .exited(0))
  }

  @Test("Ctrl-C stops a long list while its rows are made, and the position stays")
  func list() throws {
    let terminal = try PromptSession.open([try PromptSession.long(200_000)], columns: Self.columns)
    var shown = try terminal.readUntil("start> ")
    try terminal.send("goto 5\n")
    shown += try terminal.readUntil("5/200000 a> ")
    try terminal.send("list 200000\n")
    shown += try terminal.readUntil("\rworking")
    try terminal.send("\u{3}")
    shown += try terminal.readUntil("\rinspect: interrupted\r\n")
    shown += try terminal.readUntil("5/200000 a> ")
    #expect(
      screen(shown).components(separatedBy: "list 200000\n").last?.hasPrefix(
        "inspect: interrupted\n") == true)
    #expect(!screen(shown).contains("working"))
    #expect(try terminal.quit() == .exited(0))
  }
}
