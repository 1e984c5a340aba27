import Commands
import Foundation
import Inspector

/// Results that wait until they fill the screen, because only then a pager is needed.
///
/// Results that come slower than a screen in half a second are written as they come.
struct Paging {
  enum Next: Equatable {
    /// They still fit on the screen.
    case wait
    /// They fill it, and go to the pager.
    case page
    /// They waited too long, and go to the terminal.
    case write
  }

  let command: String
  let environment: [String: String]
  private let columns: Int
  private let rows: Int
  private(set) var held: [UInt8] = []
  private var filled = 0
  private var began: UInt64?
  private let clock: () -> UInt64

  private static let longest: UInt64 = 500_000_000

  /// - Parameters:
  ///   - columns: The width of the screen.
  ///   - rows: Its height; one row of it is the prompt's.
  init(
    _ command: String, environment: [String: String], columns: Int, rows: Int,
    clock: @escaping () -> UInt64 = { Platform.nanoseconds }
  ) {
    self.command = command
    // What git sets too: leave at once if all fits, show colours, keep the text on the screen; and
    // leave at Ctrl-C, as a command does.
    self.environment = ["LESS": "FRXK"].merging(environment) { $1 }
    (self.columns, self.rows, self.clock) = (max(1, columns), max(2, rows), clock)
  }

  /// The pager of the environment; nil if it is empty or `cat`, which mean none, or is not there.
  static func command(_ environment: [String: String]) -> String? {
    let given = environment["INSPECT_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = CommandWords.split(given) ?? []
    guard let program = words.first, words != ["cat"], !words.contains("") else { return nil }
    return isThere(program, environment) ? given : nil
  }

  /// Whether the shell finds a program; a word with a sign of the shell is left to it.
  private static func isThere(_ program: String, _ environment: [String: String]) -> Bool {
    if program.contains(where: { "=$`(".contains($0) }) { return true }
    if program.contains("/") { return access(program, X_OK) == 0 }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Takes more results.
  mutating func take(_ bytes: [UInt8]) -> Next {
    held += bytes
    began = began ?? clock()
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      filled += Self.rows(of: line, columns)
      if filled >= rows { return .page }
    }
    return isDue ? .write : .wait
  }

  /// Whether the results have waited long enough.
  var isDue: Bool { began.map { clock() - $0 >= Self.longest } ?? false }

  /// How many rows a line takes on the screen.
  private static func rows(of line: ArraySlice<UInt8>, _ columns: Int) -> Int {
    guard line.count > columns else { return 1 }
    let text = String(decoding: line, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    return max(1, (DisplayWidth.columns(of: text) + columns - 1) / columns)
  }
}
