// Writes strings in the form of `JSONWriter`, eight bytes at a time if nothing needs an escape.

extension ByteBuffer {
  /// Appends a string in quotes; returns whether it has an escape.
  @discardableResult
  mutating func append(quoted text: String) -> Bool {
    // Makes no copy of the string, which would be retained and released.
    if let escaped = text.utf8.withContiguousStorageIfAvailable({ append(quoted: $0) }) {
      return escaped
    }
    var text = text
    return text.withUTF8 { append(quoted: $0) }
  }

  /// Appends valid UTF-8 in quotes; returns whether it has an escape.
  @discardableResult
  mutating func append(quoted text: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = text.count
    reserve(length &+ 10)
    bytes[count] = UInt8(ascii: "\"")
    count &+= 1
    var escaped = false
    if length > 0, let source = text.baseAddress {
      let copied = copyPlain(source, length)
      if copied < length { escaped = appendEscaped(text, from: copied) }
    }
    append(UInt8(ascii: "\""))
    return escaped
  }

  /// Copies bytes up to the first that may need an escape; returns how many.
  ///
  /// Capacity for them and seven more must be reserved.
  private mutating func copyPlain(_ source: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(bytes + count)
    var at = 0
    while at &+ 8 <= length {
      let word = UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      to.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
      let special = PlainText.special(word)
      if special != 0 {
        // The first flagged byte is special; a later one may only be flagged by a borrow.
        at &+= special.trailingZeroBitCount >> 3
        count &+= at
        return at
      }
      at &+= 8
    }
    if at < length, at &+ 8 > length {
      // The last bytes: together with some already copied ones, or all bytes of a short text.
      let place = max(length &- 8, 0)
      let word =
        length < 8
        ? PlainText.word(from, length)
        : from.loadUnaligned(
          fromByteOffset: place, as: UInt64.self)
      if PlainText.special(word) == 0 {
        to.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
        at = length
      }
    }
    while at < length {
      let byte = source[at]
      if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { break }
      bytes[count &+ at] = byte
      at &+= 1
    }
    count &+= at
    return at
  }

  /// Continues after the plain beginning; returns whether anything was escaped.
  private mutating func appendEscaped(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Bool {
    guard let source = text.baseAddress else { return false }
    var escaped = false
    var at = start
    while at < text.count {
      let length = UnsafeText.length(in: text, at: at)
      if length > 0 {
        append(escapeOf: source + at, length)
        escaped = true
        at &+= length
        continue
      }
      // A character without an escape, with all of its bytes, and the plain bytes after it.
      let lead = source[at]
      let size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      let end = min(at &+ size, text.count)
      reserve(text.count &- at &+ 10)
      while at < end {
        bytes[count] = source[at]
        count &+= 1
        at &+= 1
      }
      if at < text.count, source[at] < 0x80 { at &+= copyPlain(source + at, text.count &- at) }
    }
    return escaped
  }

  /// Appends the escape of a character, given as its UTF-8 bytes.
  mutating func append(escapeOf character: UnsafePointer<UInt8>, _ length: Int) {
    reserve(12)
    append(UInt8(ascii: "\\"))
    switch character[0] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(character[0])
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      let code = UTF8Text.scalar(at: character, length)
      if code < 0x10000 {
        append(hexOf: code)
      } else {
        append(hexOf: 0xD800 + (code - 0x10000) >> 10)
        append(UInt8(ascii: "\\"))
        append(hexOf: 0xDC00 + (code - 0x10000) & 0x3FF)
      }
    }
  }

  private mutating func append(hexOf unit: UInt32) {
    append(UInt8(ascii: "u"))
    var shift: UInt32 = 16
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }
}

/// Operations on eight bytes of text at once.
enum PlainText {
  /// One to seven bytes in order, followed by spaces.
  @inline(__always)
  static func word(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    let padding = spaces << UInt64(truncatingIfNeeded: length &* 8)
    if length >= 4 {
      let first = UInt64(bytes.loadUnaligned(as: UInt32.self).littleEndian)
      let last = UInt64(
        bytes.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self).littleEndian)
      return (padding | first | last << UInt64(truncatingIfNeeded: (length &- 4) &* 8)).littleEndian
    }
    var word = padding | UInt64(bytes.load(as: UInt8.self))
    if length > 1 { word |= UInt64(bytes.load(fromByteOffset: 1, as: UInt8.self)) << 8 }
    if length > 2 { word |= UInt64(bytes.load(fromByteOffset: 2, as: UInt8.self)) << 16 }
    return word.littleEndian
  }

  /// Zero if all eight bytes are ASCII and none is a control character.
  @inline(__always)
  static func acting(_ word: UInt64) -> UInt64 {
    let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
    let low = word &- 0x2020_2020_2020_2020
    return (low | word | (delete &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
  }

  /// Zero if all eight bytes are ASCII that a JSON string holds unescaped.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
    // A byte below 32, or one that is zero after the exclusive or, borrows into its highest bit.
    let low = word &- 0x2020_2020_2020_2020
    return (low | word | (quote &- ones) | (backslash &- ones) | (delete &- ones))
      & 0x8080_8080_8080_8080
  }
}
