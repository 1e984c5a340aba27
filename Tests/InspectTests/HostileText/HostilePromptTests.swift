import Foundation
import Inspector
import TestSupport
import Testing

@testable import Commands
@testable import inspect

@Suite("Text from strangers acts nowhere at the prompt", .disabled(if: FastRun.isOn))
struct HostilePromptTests {
  private let session: HostileSession
  private let terminal: PseudoTerminal
  /// What is shown before the first line is typed.
  private let opening: String

  init() throws {
    session = try HostileSession()
    let folder = session.folder
    try folder.put(
      "inputrc", "set page-completions off\nset completion-query-items 0\nset bell-style none\n")
    // As another program may have left it, and as this one writes it.
    let lines = HostileAlphabet.pieces.filter { !$0.contains("\n") }.flatMap { piece in
      ["find \(piece) earlier", "find \(VisibleText.escaped(piece)) earlier"]
    }
    try folder.put(
      "history", (["find earlier"] + lines + ["find \u{202E} earlier"]).map { $0 + "\n" }.joined())
    try FileManager.default.createDirectory(
      atPath: folder.file("config/inspect"), withIntermediateDirectories: true)
    let word = HostileSession.word
    try folder.put(
      "config/inspect/inspectrc",
      """
      \(word)
      [\(word)]
      [store \(word)]
      host = \(session.host("mutter"))
      ignore = \(word)
      \(word) = \(word)
      [commands]
      print \(word)
      set prompt '%s %t %b \(word)> '
      alias zqa='print \(word)'
      hide \(word)x
      """)
    terminal = try PromptSession.open(
      [session.file], columns: 400, rows: 60,
      environment: [
        "INPUTRC": folder.file("inputrc"), "INSPECT_HISTORY": folder.file("history"),
        "XDG_CONFIG_HOME": folder.file("config"), "NO_COLOR": "",
      ])
    opening = try terminal.readUntil("> ")
  }

  /// What acts in what is shown after some keys.
  private func acting(after keys: String, _ number: inout Int) throws -> [String] {
    number += 1
    // The line is left by the keys of an aborted search and of an empty line.
    try terminal.send("\(keys)\u{7}\u{15}none\(number)\n")
    let text =
      try terminal.readUntil("no command none\(number);", within: 20)
      + terminal.readUntil("> ", within: 20)
    return HostileOracle.acting(atTerminal: text, besides: Self.isOwn)
  }

  @Test("the prompt, what it completes, what is typed again")
  func prompt() throws {
    var number = 0
    #expect(opening.contains(HostileAlphabet.marker + "\\u"))
    var faults = HostileOracle.acting(atTerminal: opening, besides: Self.isOwn)
    func type(_ keys: String, _ name: String) throws {
      faults += try acting(after: keys, &number).map { "\(name): \($0)" }
    }
    for line in [
      "next", "list 5", "info", "print", "skip 2", "compare", "branches", "switch recording",
      "set format json", "print", "set format text", "set prompt auto", "finish", "zqa",
    ] {
      try type(line + "\n", line)
    }
    for command in Tool.table.commands(.prompt) {
      for beginning in [
        "", "z", "'z", "texts.", "plainAction ", "9 plainAction ", "@z", "--", "$.type == ",
      ] {
        try type("\(command.name) \(beginning)\t\t", "\(command.name) \(beginning) Tab")
      }
    }
    for path in ["source \(session.folder.path)/", "save \(session.folder.path)/z"] {
      try type(path + "\t\t", path + " Tab")
    }
    // Nothing that the line editor would show raw is offered again.
    try terminal.send("\u{12}earlier")
    let found = try terminal.readUntil("earlier\u{1B}[27m", within: 20)
    faults += HostileOracle.acting(atTerminal: found, besides: Self.isOwn).map { "search: \($0)" }
    try type("", "search")
    #expect(faults == [])
    #expect(try terminal.quit() == .exited(0))
  }

  /// What the program or its line editor writes: the editor moves, erases and inserts by small steps.
  static func isOwn(_ sequence: String) -> Bool {
    HostileTextTests.isOwn(sequence) || ["\u{8}", "\u{7}"].contains(sequence)
      || sequence.wholeMatch(of: /\u{1B}\[(\?2004[hl]|[0-9]*[ACDJKP@]|2?7m)/) != nil
  }
}
