import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Text from strangers")
struct HostileTextTests {
  /// Sequences that set a title, write the clipboard, clear the screen, forge a line or hide text.
  static let poison =
    "\u{1B}]0;owned\u{7}\u{1B}]52;c;b3duZWQ=\u{7}\u{1B}[2J\u{1B}[H\u{9B}31m\u{9D}8;;x\u{9C}\r\n\t\u{7F}"
    + "\u{202E}\u{2066}\u{200B}\u{200D}\u{2028}\u{2029}\u{FEFF}\u{61C}\u{E0041}\u{0}"

  /// A session with the poison in every place that takes text.
  private func session() throws -> String {
    let poison = Self.poison
    var header = SessionHeader(id: poison, started: poison, store: poison)
    header.stateType = poison
    header.actionType = poison
    header.app = ["name": .string(poison)]
    header.platform = [poison: .string(poison)]
    let names: JSONValue = .object([
      (poison, .string(poison)), ("\(poison)2", [.string(poison)]), ("n", 1),
    ])
    var action = ActionLine(n: 1, t: 1, type: poison, action: names)
    action.at = poison
    var state = StateLine(n: 1, content: .whole(names))
    state.threw = poison
    let lines: [SessionLine] = [
      .session(header), .state(StateLine(n: 0, content: .whole(.object([])))), .action(action),
      .input(InputLine(n: 1, name: poison, value: names)), .state(state),
      .mark(MarkLine(n: 1, t: 2, text: poison)),
      .dispatched(DispatchedLine(n: 1, t: 2, type: poison, action: names)),
      .action(ActionLine(n: 2, t: 3, type: poison, action: names)),
      .gap(GapLine(n: 3, t: 4, lost: 1, reason: poison)),
    ]
    // The writer of the project escapes; a stranger's does not, so the raw bytes are put in.
    var text = lines.map { String(decoding: JSONWriter.bytes(of: $0.document), as: UTF8.self) }
      .joined(separator: "\n")
    for scalar in poison.unicodeScalars where scalar.value > 0x7F {
      let escape = String(decoding: JSONWriter.bytes(of: .string(String(scalar))), as: UTF8.self)
      text = text.replacingOccurrences(of: escape.dropFirst().dropLast(), with: String(scalar))
    }
    return try Scratch.file("poison.ndjson", text + "\n")
  }

  /// The unsafe characters of an output, line feeds aside.
  private func unsafe(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
      $0 != "\n" && UnsafeText.contains($0)
    }
  }

  @Test("no verb and no command lets an unsafe character of a session out, in any format")
  func allCommands() throws {
    let file = try session()
    let raw = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    #expect(raw.unicodeScalars.contains("\u{9B}"), "the file itself must hold raw characters")
    let commands = [
      "next", "next 2", "back", "goto end", "goto @x", "list", "print", "print $..*", "action",
      "diff", "diff 0 1", "info", "why /n", "why \(Self.poison)", "history /n", "find $.state",
      "find \(Self.poison)", "first $.state", "bisect $.state", "blame", "stats",
      "grep n", "grep '\(Self.poison)'", "timeline", "timeline --rows 1", "plot $.*", "plot /n",
      "why /n --chain",
      "watch /n", "break *", "tbreak \(Self.poison)", "catch crash", "continue", "rc",
      "break \(Self.poison) if $.n", "watch '\(Self.poison)'", "disable \(Self.poison)",
      "catch \(Self.poison)", "blame '\(Self.poison)'", "diff 0 1 --as tree",
      "diff 0 1 --as patch", "branches", "switch \(Self.poison)", "help", Self.poison,
    ]
    var runs: [[String]] = [
      ["log", file], ["show", file, "1"], ["print", file, "1", ""],
      ["print", file, "1", "$..*", "--paths"],
      ["diff", file, "0", "1"], ["diff", file, Inspect.toast], ["why", file, "/n", "1"],
      ["history", file, "/n"], ["find", file, "$.state"], ["first", file, "$.state"],
      ["bisect", file, "$.state"], ["blame", file, "", "1"], ["stats", file],
      ["grep", file, "n"], ["grep", file, "x"], ["timeline", file], ["plot", file, "$.*"],
      ["why", file, "/n", "--chain"],
      ["diff", file, "0", "1", "--as", "tree"], ["diff", file, "0", "1", "--as", "patch"],
      ["check", file], ["verify", file],
      ["replay", file], ["verify", "--host", "sh -c \"printf '\\033[31m' >&2; exit 1\"", file],
      ["verify", "--host", "sh -c \"printf '\\033[31m\\n'\"", file],
      [Self.poison.filter { $0 != "\u{0}" }], ["log", Self.poison.filter { $0 != "\u{0}" }],
    ]
    runs += commands.map { ["-e", "goto 1", "-e", $0.filter { $0 != "\u{0}" }, file] }
    for run in runs {
      for format in ["text", "json", "ndjson"] {
        let result = try Inspect.run(["--format", format, "--keep-going"] + run)
        #expect(unsafe(result.outputBytes) == [], "\(run.dropLast()) as \(format)")
        #expect(unsafe(result.errorBytes) == [], "\(run.dropLast()) as \(format)")
        // A list without rows is no line of NDJSON; anything else says something.
        let saysNothing = result.outputBytes.isEmpty && result.errorBytes.isEmpty
        #expect(!saysNothing || format == "ndjson", "\(run.dropLast())")
      }
    }
  }

  @Test("at a terminal, too, nothing but the tool's own sequences comes out")
  func terminal() throws {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "dumb", "INPUTRC": "/dev/null", "LANG": "C.UTF-8",
    ]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, [try session()], environment: environment, columns: 200, rows: 30)
    var seen = try terminal.readUntil("start> ")
    try terminal.send("next\n")
    seen += try terminal.readUntil("input")
    try terminal.send("quit\n")
    seen += try terminal.waitForExit().rest
    let found = seen.unicodeScalars.filter {
      // The line editor moves the cursor by CR and backspace; the session has no backspace.
      !["\n", "\r", "\u{8}"].contains($0) && UnsafeText.contains($0)
    }
    #expect(Array(found) == [])
  }
}
