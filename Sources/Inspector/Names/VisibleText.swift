import SessionFormat

/// The form in which untrusted text is shown: one line, nothing hidden, and reversible.
///
/// A character of `UnsafeText` becomes an escape such as `\u{9B}`. A backslash before `u{` becomes
/// `\u{5C}`, so that every `\u{…}` shown comes from the escaping.
package enum VisibleText {
  /// Untrusted text with every unsafe character escaped.
  ///
  /// Linear in the text. Returns the text unchanged if it has no such character.
  package static func escaped(_ text: String) -> String {
    // Most text is printable ASCII.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) {
      return text
    }
    guard text.unicodeScalars.contains(where: { $0 == "\\" || UnsafeText.contains($0) })
    else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if UnsafeText.contains(scalar) || beginsEscape(rest) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(code)}".unicodeScalars)
      } else {
        result.append(scalar)
      }
      rest.removeFirst()
    }
    return String(result)
  }

  /// The text that `escaped(_:)` turned into this one.
  ///
  /// Anything that is not a complete escape stays as it is.
  package static func unescaped(_ shown: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = shown.unicodeScalars[...]
    while let scalar = rest.first {
      if beginsEscape(rest), let escape = leadingEscape(of: rest) {
        result.append(escape.scalar)
        rest = rest[escape.end...]
      } else {
        result.append(scalar)
        rest.removeFirst()
      }
    }
    return String(result)
  }

  private static func beginsEscape(_ scalars: Substring.UnicodeScalarView) -> Bool {
    scalars.starts(with: "\\u{".unicodeScalars)
  }

  private static func leadingEscape(
    of scalars: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, end: String.Index)? {
    let digits = scalars.dropFirst(3).prefix(7)
    guard let brace = digits.firstIndex(of: "}"),
      let value = UInt32(String(digits[..<brace]), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, scalars.index(after: brace))
  }
}
