import Inspector

/// The word at the end of a line that is still being typed, and the words before it.
///
/// It is split as ``CommandWords`` splits a whole line; here a quote may still be open.
struct OpenWord {
  /// The words before it, with quotes and backslashes resolved.
  private(set) var before: [String] = []
  /// The byte of the line at which it begins.
  private(set) var start = 0
  /// The word as it was typed.
  private(set) var typed = ""
  /// The word with quotes and backslashes resolved.
  private(set) var text = ""
  /// The quote at its beginning that is still open.
  private var quote: Character?
  private let isPlain: Bool

  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - isPlain: Whether quotes and backslashes mean themselves, as in a condition.
  init(_ line: String, isPlain: Bool) {
    self.isPlain = isPlain
    var rest = line[...]
    while let next = rest.popFirst() {
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

  private mutating func take(_ next: Character, _ rest: inout Substring) {
    if isPlain {
      text.append(next)
    } else if next == "\\", escapes(rest.first) {
      guard let escaped = rest.popFirst() else { return }
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

  /// Whether a backslash before that character is an escape of ``CommandWords``.
  private func escapes(_ next: Character?) -> Bool {
    switch quote {
    case nil: true
    case "\"": next == "\"" || next == "\\"
    default: false
    }
  }

  /// A whole word in the form in which it must be typed; nil if it does not begin like this one.
  ///
  /// - Parameter closing: Whether to close an open quote after it.
  func completed(_ word: String, closing: Bool) -> String? {
    guard let written = isPlain ? word : written(word, closing) else { return nil }
    return written.hasPrefix(typed) ? written : nil
  }

  private func written(_ word: String, _ closing: Bool) -> String? {
    guard let quote, typed.first == quote else { return escaped(word, " \t'\"\\") }
    if quote == "'", word.contains("'") { return nil }
    let inside = quote == "'" ? word : escaped(word, "\"\\")
    return "\(quote)\(inside)\(closing ? String(quote) : "")"
  }

  private func escaped(_ word: String, _ characters: String) -> String {
    String(word.flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
