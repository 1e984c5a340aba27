/// A text that is not the JSON that a session may hold, and where.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The text stops in the middle of a value.
    case unexpectedEnd
    /// A byte that no value begins with.
    case unexpectedByte
    /// Text after the one value.
    case trailingText
    /// A member's name was due.
    case expectedName
    /// The colon after a name was due.
    case expectedColon
    /// A comma or the end of the container was due.
    case expectedCommaOrEnd
    /// Not a number by RFC 8259, section 6.
    case badNumber
    /// An escape that JSON does not have.
    case badEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A raw character below U+0020 in a string.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A name that its object already has.
    case duplicateName(String)
    /// More levels than allowed.
    case tooDeep(limit: Int)
    /// More bytes than a value can be read from.
    case tooLarge(limit: Int)
  }

  /// What is wrong.
  public let kind: Kind
  /// The byte at which it is wrong, counted from 0 in the text that was parsed.
  public let offset: Int
}

/// A place in a text, as people and editors count it.
public struct TextPosition: Equatable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The character (Unicode scalar) in the line, from 1.
  public let column: Int
  /// The byte in the text, from 0.
  public let offset: Int

  /// A place whose numbers are known.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The place of a byte in a text.
  ///
  /// Complexity: O(offset).
  public init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.line = 1 + before[..<start].count { $0 == 0x0A }
    self.column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    self.offset = offset
  }
}

extension JSONSyntaxError {
  /// Where in that text the fault lies.
  ///
  /// Complexity: O(offset).
  public func position(in text: [UInt8]) -> TextPosition {
    text.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
  }
}
