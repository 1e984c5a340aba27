/// Parses the tokens of JSON from UTF-8 bytes and keeps the offset.
struct ByteScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance() { offset += 1 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  func fault(_ kind: JSONSyntaxError.Kind) -> JSONSyntaxError {
    // A byte that does not belong to a character is always the deeper cause.
    if offset < bytes.count, bytes[offset] >= 0x80, UTF8Text.length(in: bytes, at: offset) == nil {
      return JSONSyntaxError(kind: .invalidUTF8, offset: offset)
    }
    // At the end of the text the fault is that it ends, whatever was expected.
    return JSONSyntaxError(kind: isAtEnd ? .unexpectedEnd : kind, offset: min(offset, bytes.count))
  }

  mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
    for place in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[place] else {
        throw fault(.unexpectedByte)
      }
      offset += 1
    }
  }

  mutating func number() throws(JSONSyntaxError) {
    guard let length = NumberGrammar.length(in: bytes, from: offset) else {
      throw fault(.badNumber)
    }
    // More digits can only follow a zero that must be alone: `01`, `-01`.
    let end = offset + length
    if end < bytes.count, bytes[end] &- 48 < 10 { throw fault(.badNumber) }
    offset = end
  }

  /// Parses a string from its opening quote.
  mutating func string() throws(JSONSyntaxError) -> String {
    offset += 1
    let start = offset
    while true {
      try skipPlain()
      if peek == UInt8(ascii: "\"") { break }
      try escape()
    }
    defer { offset += 1 }
    let written = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    return String(decoding: EscapedText.decoded(written), as: UTF8.self)
  }

  /// Moves over unescaped characters to the next quote or backslash.
  private mutating func skipPlain() throws(JSONSyntaxError) {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw fault(.controlCharacter) }
      if byte < 0x80 {
        offset += 1
      } else if let length = UTF8Text.length(in: bytes, at: offset) {
        offset += length
      } else {
        throw fault(.invalidUTF8)
      }
    }
    throw fault(.unexpectedEnd)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    guard let letter = peek else { throw fault(.unexpectedEnd) }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"): try unicodeEscape(from: start)
    default: throw JSONSyntaxError(kind: .badEscape, offset: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) {
    let code = try hexDigits(from: start)
    guard 0xD800...0xDFFF ~= code else { return }
    let lone = JSONSyntaxError(kind: .loneSurrogate, offset: start)
    guard code < 0xDC00 else { throw lone }
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw isAtEnd ? fault(.unexpectedEnd) : lone
    }
    guard 0xDC00...0xDFFF ~= (try hexDigits(from: start)) else { throw lone }
  }

  private mutating func hexDigits(from start: Int) throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw isAtEnd ? fault(.unexpectedEnd) : JSONSyntaxError(kind: .badEscape, offset: start)
      }
      code = code << 4 | UInt32(digit)
      offset += 1
    }
    return code
  }
}

/// Well-formed UTF-8 (RFC 3629, section 4).
enum UTF8Text {
  /// The length of the character at `start`, or nil if the bytes there are not a character.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    let first = bytes[start]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= bytes.count, second ~= bytes[start + 1] else { return nil }
    for place in (start + 2)..<max(start + 2, start + length) where bytes[place] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// The code point of a well-formed character with that length.
  static func scalar(at start: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
    let first = UInt32(start[0])
    if length == 1 { return first }
    var code = first & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    var place = 1
    while place < length {
      code = code << 6 | UInt32(start[place] & 0x3F)
      place += 1
    }
    return code
  }
}
