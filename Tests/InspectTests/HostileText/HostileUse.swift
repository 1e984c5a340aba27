import Foundation
import TestSupport

/// One use of a command or verb with hostile text.
struct HostileUse {
  /// The name of the command, as it is declared.
  let command: String
  /// The line of the prompt, or the words behind the name of the program.
  let words: [String]
  /// The use as its table has it, for failures.
  let name: String
  /// Whether nothing hostile is to be shown: an answer of the program's own words, or none.
  let isSilent: Bool

  /// A use as a table has it: a line, behind a dot if it shows nothing hostile.
  ///
  /// W is the hostile text, S the session, C the closed one, D the damaged one, F their folder, E nothing, O/NAME a file to be
  /// written, H/MANNER a host that goes wrong in that manner.
  init(_ row: Substring, _ session: HostileSession, isLine: Bool) {
    isSilent = row.hasPrefix(". ")
    let text = isSilent ? row.dropFirst(2) : row
    name = String(text)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // After the options of the tool, which have no value here.
    command = String(words.first { !$0.hasPrefix("-") } ?? "")
    let filled = words.map { Self.filled(String($0), session, quotes: isLine) }
    self.words = isLine ? [filled.joined(separator: " ")] : filled
  }

  init(command: String, words: [String]) {
    self.command = command
    self.words = words
    name = words.map { $0.contains(HostileAlphabet.marker) ? "W" : $0 }.joined(separator: " ")
    isSilent = false
  }

  private static func filled(_ word: String, _ session: HostileSession, quotes: Bool) -> String {
    switch word {
    case "S": return session.file
    case "C": return session.closed
    case "D": return session.damaged
    case "F": return session.inner
    case "E": return ""
    default: break
    }
    let name = String(word.dropFirst(2))
    if word.hasPrefix("O/") { return quotes ? "'\(session.out(name))'" : session.out(name) }
    if word.hasPrefix("H/") { return session.host(name) }
    // The text has a J of its own.
    return word.replacingOccurrences(
      of: "J", with: HostileSession.json(HostileSession.word), options: .literal
    ).replacingOccurrences(of: "W", with: HostileSession.word, options: .literal)
  }
}
