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
