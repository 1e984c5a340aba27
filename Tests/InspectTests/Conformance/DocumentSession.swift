import Foundation
import SessionFormat
import TestSupport

/// A session whose states are documents, each whole or as a patch, in the text that is given.
///
/// The lines are put together as text, so that what no line of ours would hold can be tried.
struct DocumentSession {
  private var text =
    #"{"kind":"session","format":"hindsight-session","version":1,"#
    + #""id":"00000000-0000-4000-8000-000000000001","started":"2026-01-02T03:04:05Z","#
    + "\"store\":\"documents\"}\n"
  private var count = 0

  /// Adds a state; the number that it has.
  @discardableResult
  mutating func add(_ content: String, as member: String = "state") -> Int {
    let n = count
    count += 1
    if n > 0 {
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"next","action":null}"# + "\n"
    }
    text += #"{"kind":"state","n":\#(n),"\#(member)":\#(content)}"# + "\n"
    return n
  }

  /// The path of a file of that name that holds the session.
  func file(_ name: String) throws -> String { try Scratch.file(name, text) }
}

/// A script for `-x`, and what its lines are to print.
struct Script {
  private(set) var lines: [String] = []

  mutating func add(_ line: String) { lines.append(line) }

  /// Runs the script on a session; what each line printed as JSON, and each line of complaint.
  func run(
    on session: String, _ options: [String] = []
  ) throws -> (output: [JSONValue], complaints: [String], status: ExitStatus) {
    let result = try Inspect.run(
      ["--format", "json", "-x", "-"] + options + [session],
      input: lines.joined(separator: "\n") + "\n")
    let output = try result.outputBytes.split(separator: 0x0A).map {
      try JSONParser().parse([UInt8]($0))
    }
    let complaints = result.error.split(separator: "\n").map { String($0) }
    return (output, complaints, result.status)
  }

  /// A word as a script writes it: in single quotes, which keep all but themselves.
  static func word(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }
}
