import Query
package import SessionFormat

/// A text to look for in the names, strings and numbers of a session.
package struct TextQuery: Sendable {
  /// What matches it.
  package enum Match: String, Sendable {
    /// A string that contains it.
    case text
    /// A number that equals it by its exact decimal value.
    case number
    /// The name of a member that contains it.
    case name
  }

  /// The text as a person wrote it.
  package let text: String
  /// Whether letters of both cases are the same.
  package let ignoresCase: Bool
  /// The number that the text is; nil if it is none.
  package let number: JSONNumber?
  private let search: ByteSearch

  /// A search for a text of at least one character.
  package init(_ text: String, ignoresCase: Bool = false) {
    self.text = text
    self.ignoresCase = ignoresCase
    number = JSONNumber(text: text)
    search = ByteSearch(ignoresCase ? LetterCase.folded(text) : Array(text.utf8))
  }

  /// How a value matches, without what is in it; nil if it does not.
  ///
  /// Complexity: O(size) of a string or a number.
  func match(_ value: JSONValue) -> Match? {
    switch value.kind {
    case .string: value.withStringBytes(contains) ? .text : nil
    case .number: number != nil && value.number == number ? .number : nil
    default: nil
    }
  }

  /// Whether a text contains it.
  func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(contains)
  }

  private func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ignoresCase else { return search.isIn(bytes) }
    return LetterCase.folded(bytes).withUnsafeBufferPointer(search.isIn)
  }
}

/// Letters without their case.
///
/// Each character alone is replaced by the small letter of its capital one, if there are such: so the
/// two small letters of `Σ` are the same. ASCII letters only correspond to ASCII letters, so that a few
/// other signs that Unicode counts to them stay apart.
enum LetterCase {
  static func folded(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8(folded)
  }

  static func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes.map(small) }
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let capital = scalar.properties.uppercaseMapping.unicodeScalars
      // Some have a capital of several letters.
      let mapped = (capital.count == 1 ? capital[capital.startIndex] : scalar).properties
        .lowercaseMapping
      if scalar.isASCII || mapped.unicodeScalars.allSatisfy({ !$0.isASCII }) {
        text += mapped
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return Array(text.utf8)
  }

  /// The small letter of an ASCII letter; any other byte as it is.
  @inline(__always)
  static func small(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

  /// Whether a character is the same in both cases, and stands for no other.
  static func hasNone(_ scalar: Unicode.Scalar) -> Bool {
    let facts = scalar.properties
    return !facts.changesWhenLowercased && !facts.changesWhenUppercased
      && !facts.changesWhenTitlecased
  }
}

extension ByteSearch {
  /// Whether the text is in those bytes.
  func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let found = isFound(in: text) { return found }
    // Only a text that nearly repeats itself gets here.
    guard let start = text.baseAddress else { return bytes.isEmpty }
    return (0...max(0, text.count - bytes.count)).contains { at in
      Memory.order(start + at, bytes, bytes.count) == 0
    }
  }
}
