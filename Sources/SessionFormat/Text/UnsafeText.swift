/// The characters that must never reach a terminal raw, because they control it or are invisible.
///
/// Unicode properties define them: all control and format characters, line and paragraph
/// separators, and invisible characters (`Default_Ignorable_Code_Point`). There are two exceptions.
/// The number and year signs of Arabic, Syriac and Kaithi are visible although they are format
/// characters. The variation selectors U+FE00 to U+FE0F belong to the emoji or sign before them.
public enum UnsafeText {
  /// Whether a character can control a terminal or is invisible.
  public static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional
    case 0x2028, 0x2029: true  // line ends in some programs
    case 0xAD, 0x034F, 0x180E, 0x200B...0x200D, 0xFEFF: true  // joiners, hyphens
    case 0x2060...0x2065, 0x206A...0x206F: true  // invisible operators, deprecated formats
    case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true  // letters that are blank
    case 0x180B...0x180D, 0x180F: true  // variations of Mongolian letters
    case 0xFFF0...0xFFFB: true  // interlinear annotations, and reserved ones
    case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true  // layout of rare scripts
    case 0xE0000...0xE0FFF: true  // tags, further variations, and reserved ones
    default: false
    }
  }

  /// The length of the character at an offset in valid UTF-8 if a JSON string must escape it,
  /// otherwise 0: an unsafe character, a quote or a backslash.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    let byte = bytes[place]
    switch byte {
    case 0x20...0x7E: return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
    case 0x00...0x1F, 0x7F: return 1
    default: return unsafeLength(in: bytes, at: place)
    }
  }

  /// The length of the unsafe character that begins at a byte beyond ASCII, otherwise 0.
  private static func unsafeLength(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    guard place + 1 < bytes.count else { return 0 }
    // Only these bytes begin a listed character, so most text takes one or two comparisons.
    switch (bytes[place], bytes[place + 1]) {
    case (0xC2, _), (0xE1, _), (0xE2, _), (0xEF, _): break
    case (0xCD, 0x8F), (0xD8, 0x9C), (0xE3, 0x85): break
    case (0xF0, 0x93), (0xF0, 0x9B), (0xF0, 0x9D), (0xF3, 0xA0): break
    default: return 0
    }
    guard let length = UTF8Text.length(in: bytes, at: place), let start = bytes.baseAddress,
      let scalar = Unicode.Scalar(UTF8Text.scalar(at: start + place, length)), contains(scalar)
    else { return 0 }
    return length
  }

  /// The offset and length of the first unsafe character from an offset on in valid UTF-8; nil if
  /// there is none.
  ///
  /// Complexity: O(count), eight ASCII bytes at a time.
  package static func first(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> (place: Int, length: Int)? {
    guard let base = bytes.baseAddress else { return nil }
    var at = start
    while at < bytes.count {
      while at &+ 8 <= bytes.count {
        let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if PlainText.acting(word) != 0 { break }
        at &+= 8
      }
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      if byte > 0x7F {
        let length = unsafeLength(in: bytes, at: at)
        if length > 0 { return (at, length) }
      } else if byte < 0x20 || byte == 0x7F {
        return (at, 1)
      }
      at &+= 1
    }
    return nil
  }
}
