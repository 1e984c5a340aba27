/// The words of a line, split as a shell does, without running one; the last may be open.
///
/// Single quotes keep every character, double quotes all except `\"` and `\\`.
package struct CommandWords {
  /// The words before the last, with quotes and backslashes resolved.
  package private(set) var before: [String] = []
  /// The byte of the line at which the last word begins.
  package private(set) var start = 0
  /// The last word as it was typed; empty if the line ends with a blank.
  package private(set) var typed = ""
  /// The last word with quotes and backslashes resolved.
  package private(set) var text = ""
  /// The quote in the last word that is still open.
  package private(set) var quote: Character?
  /// The comment with which it ends.
  package private(set) var comment = ""
  /// Whether quotes and backslashes mean themselves.
  package let isPlain: Bool
  /// Whether the line ends with a backslash that escapes nothing.
  private var isCut = false

  /// The words of a line, which may end at a cursor.
  ///
  /// - Parameters:
  ///   - isPlain: Whether quotes and backslashes mean themselves, as in a condition.
  ///   - endsInComment: Whether a `#` at the beginning of a word ends the line, as in a shell.
  package init(_ line: String, isPlain: Bool, endsInComment: Bool = false) {
    self.isPlain = isPlain
    var rest = line[...]
    while let next = rest.popFirst() {
      if endsInComment, next == "#", typed.isEmpty {
        comment = String(next) + rest
        break
      }
      if quote == nil, next == " " || next == "\t" {
        if !typed.isEmpty { before.append(text) }
        (typed, text) = ("", "")
        start = line.utf8.count - rest.utf8.count
      } else {
        typed.append(next)
        take(next, &rest)
      }
    }
  }

  /// The words of a whole line; nil if a quote is not closed.
  package static func split(_ line: String) -> [String]? {
    CommandWords(line, isPlain: false).all
  }

  /// All words; nil if a quote is not closed.
  package var all: [String]? {
    guard quote == nil, !isCut else { return nil }
    return before + (typed.isEmpty ? [] : [text])
  }

  private mutating func take(_ next: Character, _ rest: inout Substring) {
    if isPlain {
      text.append(next)
    } else if next == "\\", escapes(rest.first) {
      guard let escaped = rest.popFirst() else {
        isCut = true
        return
      }
      typed.append(escaped)
      text.append(escaped)
    } else if next == quote {
      quote = nil
    } else if quote == nil, next == "'" || next == "\"" {
      quote = next
    } else {
      text.append(next)
    }
  }

  /// Whether a backslash before that character is an escape.
  private func escapes(_ next: Character?) -> Bool {
    switch quote {
    case nil: true
    case "\"": next == "\"" || next == "\\"
    default: false
    }
  }
}
