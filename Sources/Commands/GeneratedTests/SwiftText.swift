import Inspector
import SessionFormat

/// Text from anywhere as a part of Swift code, which it cannot leave.
enum SwiftText {
  /// A literal in quotes, with everything escaped that has a meaning there or cannot be seen.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case " "..."~": literal.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic && !UnsafeText.contains(scalar):
        literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// A literal of JSON on one line, without escapes where it can do without.
  ///
  /// JSON as this tool writes it has no line end and nothing that cannot be seen.
  static func literal(of json: String) -> String {
    if !json.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      return "\"\(json)\""
    }
    // What begins with two quotes would begin a literal of several lines.
    if json.hasPrefix("\"\"") { return quoted(json) }
    let hashes = hashes(for: json)
    return "\(hashes)\"\(json)\"\(hashes)"
  }

  /// The hashes of a raw literal: one more than any that follow a quote or a backslash in it.
  static func hashes(for text: String) -> String {
    var (most, run): (Int, Int?) = (0, nil)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
      case UInt8(ascii: "#"): run = run.map { $0 + 1 }
      default: run = nil
      }
      most = max(most, run ?? 0)
    }
    return String(repeating: "#", count: most + 1)
  }

  /// Text in a comment, cut to one line.
  static func comment(_ text: String, most: Int = 80) -> String {
    let shown = VisibleText.escaped(text)
    return shown.count > most ? shown.prefix(most - 1) + "…" : shown
  }

  /// A name of a type from a session as code: identifiers joined by dots; nil if no type can have it.
  static func typeName(_ text: String) -> String? {
    let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard words.allSatisfy(isIdentifier) else { return nil }
    return words.map { keywords.contains($0) ? "`\($0)`" : $0 }.joined(separator: ".")
  }

  /// Whether a text is an identifier, or a keyword that may be one in backquotes.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
      text != "_"
    else { return false }
    return text.unicodeScalars.allSatisfy {
      ($0.properties.isXIDContinue || $0 == "_") && !UnsafeText.contains($0)
    }
  }

  /// An identifier from the letters and digits of a text, each word in upper case; nil if it has none.
  static func identifier(from text: String) -> String? {
    let words = text.split { !$0.unicodeScalars.allSatisfy { isIdentifier("x\($0)") } }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if name.isEmpty { return nil }
    return isIdentifier(name) ? name : "Recorded\(name)"
  }

  private static let keywords: Set = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal",
    "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
