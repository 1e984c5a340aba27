package import SessionFormat

/// Why two values that differ look alike.
package enum Likeness: String, CaseIterable, Sendable {
  /// The same characters, composed of other code points (`é` as one or as two).
  case normalization
  /// Characters without width, such as a zero-width space, or control characters.
  case invisible
  /// White space, of any kind and length.
  case whitespace
  /// Zero and minus zero, which are different numbers here.
  case zero

  /// The likeness of two values; nil if they are equal or visibly different.
  ///
  /// Complexity: O(length).
  package init?(_ old: JSONValue, _ new: JSONValue) {
    if let a = old.number, let b = new.number {
      guard Self.isZero(a), Self.isZero(b), a != b else { return nil }
      self = .zero
    } else if let a = old.string, let b = new.string {
      self.init(a, b)
    } else {
      return nil
    }
  }

  /// The likeness of two texts, such as names; nil if they are equal or visibly different.
  init?(_ old: String, _ new: String) {
    guard !old.hasSameBytes(as: new) else { return nil }
    // Strings are equal if they are canonically equivalent.
    if old == new {
      self = .normalization
    } else if Self.text(of: old, without: Self.isInvisible)
      == Self.text(of: new, without: Self.isInvisible)
    {
      self = .invisible
    } else if Self.text(of: old, without: Self.isHidden)
      == Self.text(of: new, without: Self.isHidden)
    {
      self = .whitespace
    } else {
      return nil
    }
  }

  private static func isZero(_ number: JSONNumber) -> Bool {
    !number.text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { (49...57).contains($0) }
  }

  private static func text(
    of string: String, without isLeftOut: (Unicode.Scalar) -> Bool
  ) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: string.unicodeScalars.filter { !isLeftOut($0) })
    return String(scalars)
  }

  /// A text that is equal, by Swift's equality of strings, for texts that look alike.
  static func appearance(of text: String) -> String { Self.text(of: text, without: isHidden) }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    isInvisible(scalar) || scalar.properties.isWhitespace
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isWhitespace { return false }
    if scalar.properties.isDefaultIgnorableCodePoint { return true }
    return scalar.properties.generalCategory == .control
      || scalar.properties.generalCategory == .format
  }

  /// The reason in words.
  package var words: String {
    switch self {
    case .normalization: "the same letters of other code points: composed and decomposed"
    case .invisible: "they differ in characters that cannot be seen"
    case .whitespace: "they differ in space only"
    case .zero: "-0 and 0 are two numbers"
    }
  }
}
