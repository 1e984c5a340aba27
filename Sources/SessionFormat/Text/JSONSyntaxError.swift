/// The fault of a text that is not JSON that a session may hold, and its offset.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The text stops in the middle of a value.
    case unexpectedEnd
    /// No value begins with this byte.
    case unexpectedByte
    /// There is text after the value.
    case trailingText
    /// A member's name is missing.
    case expectedName
    /// The colon after a name is missing.
    case expectedColon
    /// A comma or the end of the container is missing.
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
    /// More bytes than a value can be parsed from.
    case tooLarge(limit: Int)
  }

  /// What is wrong.
  public let kind: Kind
  /// The byte at fault, counted from 0 in the parsed text.
  public let offset: Int
}

/// A position in a text, as people and editors count it.
public struct TextPosition: Equatable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The character (Unicode scalar) in the line, from 1.
  public let column: Int
  /// The byte in the text, from 0.
  public let offset: Int

  /// A position with known numbers.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of a byte in a text.
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
  /// The position of the fault in that text.
  ///
  /// Complexity: O(offset).
  public func position(in text: [UInt8]) -> TextPosition {
    text.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
  }
}
