import Foundation
import SessionFormat
import TestSupport
import Testing

/// A session file that something is wrong with, and what must be said.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The one line on standard error of `log`, after `inspect: `; FILE stands for the file.
  let message: String
  /// The exit status of `check`.
  let check: Int
  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8], _ message: String, check: Int) {
    self.name = name
    self.bytes = bytes
    self.message = message
    self.check = check
  }
}

@Suite("Bad input")
struct BadInputTests {
  static let header =
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"counter"}"#
    + "\n"
  static let start = header + #"{"kind":"state","n":0,"state":{"value":0,"steps":0}}"# + "\n"
  static let step =
    start + #"{"kind":"action","n":1,"t":5,"type":"reset","action":{"reset":{}}}"# + "\n"

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A session with checksums, one character of whose state 1 was changed.
  static var changedByte: [UInt8] {
    let lines = (step + #"{"kind":"state","n":1,"state":{"value":0,"steps":1}}"#).split(
      separator: "\n")
    let bytes = lines.flatMap { line in
      (try? JSONValue(parsing: String(line))).map { LineCoding.bytes(of: $0) } ?? []
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(text.replacingOccurrences(of: #""steps":1"#, with: #""steps":7"#).utf8)
  }

  static let cases: [BadInput] = [
    BadInput(
      "an empty file", [],
      "FILE:1:1: the file is empty: a session begins with a line of kind \"session\" (byte 0)",
      check: 2),
    BadInput(
      "no session line", text(#"{"kind":"state","n":0,"state":1}"# + "\n"),
      "FILE:1:1: not a session: the first line must be of kind \"session\" (byte 0)", check: 2),
    BadInput(
      "text that is no JSON", text("hello\n"),
      "FILE:1:1: not a session: the first line must be of kind \"session\", but no JSON value "
        + "begins here (byte 0)", check: 2),
    BadInput(
      "a higher version",
      text(header.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)),
      "FILE:1:1: the file is of version 2 of the format, and this inspect reads up to version 1: "
        + "use a newer inspect (byte 0)", check: 2),
    BadInput(
      "an unknown requirement",
      text(
        header.replacingOccurrences(of: #""store""#, with: #""requires":["a\u001b","b"],"store""#)),
      #"FILE:1:1: the file requires "a\u001b", "b", which this inspect does not know: use a newer inspect (byte 0)"#,
      check: 2),
    BadInput(
      "a changed byte", changedByte,
      "FILE:4:52: the checksum (crc) does not match: the line was changed or damaged; to edit a "
        + "session by hand, delete crc on all lines, or run inspect repair --recrc (byte 323)",
      check: 1),
    BadInput(
      "a patch that does not apply",
      text(step + #"{"kind":"state","n":1,"patch":[{"op":"remove","path":"/no"}]}"# + "\n"),
      "FILE:4:1: the patch of state 1 does not apply: operation 0 at \"/no\": the document has no "
        + "such place (byte 221)", check: 1),
    BadInput(
      "invalid UTF-8",
      text(step + #"{"kind":"state","n":1,"state":""#) + [0xC3, 0x28] + text("\"}\n"),
      "FILE:4:32: not valid UTF-8 (byte 252)", check: 1),
    BadInput(
      "a name twice in one object",
      text(step + #"{"kind":"state","n":1,"state":{"a":1,"b":2,"a":3}}"# + "\n"),
      "FILE:4:44: the name \"a\" comes twice in one object (byte 264)", check: 1),
    BadInput(
      "10,000 levels of nesting",
      text(
        step + #"{"kind":"state","n":1,"state":"# + String(repeating: "[", count: 10_000)
          + String(repeating: "]", count: 10_000) + "}\n"),
      "FILE:4:542: nested deeper than 512 levels (byte 762)", check: 1),
    BadInput(
      "a number that jumps", text(step.replacingOccurrences(of: #""n":1"#, with: #""n":2"#)),
      "FILE:3:1: action 2 comes instead of action 1, and no gap explains it: lines are "
        + "missing or out of order (byte 154)", check: 1),
    BadInput(
      "a lone surrogate", text(step + #"{"kind":"state","n":1,"state":"\ud800"}"# + "\n"),
      "FILE:4:32: half of a surrogate pair (byte 252)", check: 1),
  ]

  @Test(
    "each gets one line with file, line, column and cause, exit 2; check 1 where it opened",
    arguments: cases)
  func badFile(_ bad: BadInput) throws {
    let name = bad.name.replacingOccurrences(of: " ", with: "-") + ".ndjson"
    let file = try Scratch.file(name, bad.bytes)
    let leavesRest = bad.check == 1 || bad.name == "no session line"
    let hint =
      leavesRest ? "; --salvage reads the rest, and inspect repair makes a sound copy" : ""
    for arguments in [
      ["log", file], ["-e", "goto end", "-e", "print", "-e", "find $.state", file],
    ] {
      let result = try Inspect.run(arguments)
      #expect(
        result.error
          == "inspect: \(bad.message.replacingOccurrences(of: "FILE", with: name))\(hint)\n")
      #expect(result.status == .exited(2))
    }
    #expect(try Inspect.run("check", file).status == .exited(bad.check))
    #expect(try Inspect.run("verify", file).status == .exited(2))
    // A replay makes its own states, so it does not meet a recorded patch that does not apply.
    let meets = bad.name != "a patch that does not apply"
    #expect(try Inspect.run("replay", file).status == .exited(meets ? 2 : 0))
    #expect(try Inspect.run("diff", file, file).status == .exited(2))
    // History reads the lines that can touch its path, and this one cannot.
    #expect(try Inspect.run("history", file, "/value").status == .exited(meets ? 2 : 0))
    #expect(try Inspect.run("history", file, "/no").status == .exited(2))
  }

  @Test("a missing file and a folder without a session are told, exit 2")
  func unreadable() throws {
    let missing = try Inspect.run("log", Scratch.path("nothing.ndjson"))
    #expect(missing.error == "inspect: nothing.ndjson: cannot be read: No such file or directory\n")
    #expect(missing.status == .exited(2))
    let folder = try Inspect.run("check", "/dev/fd")
    #expect(
      folder.error
        == "inspect: /dev/fd: there is no session: no file ends in .ndjson or .ndjson.gz\n")
    #expect(folder.status == .exited(2))
  }

  @Test("a last line cut in the middle is left out and said; only check calls it damage")
  func tornLastLine() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Inspect.archive))
    let end = whole.dropLast().lastIndex(of: 0x0A) ?? 0
    // The end line is lost, so the last state stands at the end.
    let file = try Scratch.file("torn.ndjson", Array(whole[...end]) + Array(#"{"kind":"e"#.utf8))
    let note =
      "torn.ndjson: note: line 17 at byte \(end + 1): the last line was cut off after 10 bytes and is left out\n"
    let log = try Inspect.run("log", file)
    #expect(log.error == "inspect: " + note)
    #expect(log.status == .exited(0))
    #expect(try Inspect.run("print", file, "6", "/inputText").output == "\"チーズ\"\n")
    let verify = try Inspect.run("verify", file)
    #expect(
      verify.output == """
        reproduces  torn.ndjson  6 of 6 actions equal
          note      the last line was cut off after 10 bytes and is left out

        """)
    #expect(verify.status == .exited(0))
    let check = try Inspect.run("check", file)
    #expect(
      check.output == """
        torn.ndjson:17:1: the last line was cut off after 10 bytes (byte \(end + 1))
        torn.ndjson: damaged  1 fault in 16 lines, 1 left out (10 bytes); not closed

        """)
    #expect(check.status == .exited(1))
  }

  @Test("damage that is not met does no harm: steps before it can be looked at")
  func damageElsewhere() throws {
    let file = try Scratch.file("later.ndjson", Self.changedByte)
    let result = try Inspect.run("print", file, "0", "/steps")
    #expect(result.output == "0\n")
    #expect(result.status == .exited(0))
    #expect(try Inspect.run("print", file, "1", "/steps").status == .exited(2))
  }
}
