/// The characters that must never reach a terminal raw, because they act there or cannot be seen.
public enum UnsafeText {
  /// Whether a character acts on a terminal or hides: C0, DEL, C1, bidirectional and zero-width
  /// characters, line and paragraph separators, and tags.
  public static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional
    case 0x00AD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF, 0x180E: true  // not to be seen
    case 0x2028, 0x2029: true  // line ends for some
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // annotations and tags
    default: false
    }
  }

  /// The text with each such character as JSON escapes it (`\u001b`); all else stays.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: contains) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if contains(scalar) {
        result += JSONValue.string(String(scalar)).description.dropFirst().dropLast()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The length of the character at a place in valid UTF-8 where a JSON string must escape it,
  /// else 0: an unsafe character, a quote or a backslash.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    let byte = bytes[place]
    switch byte {
    case 0x20...0x7E: return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
    case 0x00...0x1F, 0x7F: return 1
    // Only these bytes begin a character of the list, so that most text costs one comparison.
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: break
    default: return 0
    }
    guard let length = UTF8Text.length(in: bytes, at: place) else { return 0 }
    guard let start = bytes.baseAddress,
      let scalar = Unicode.Scalar(UTF8Text.scalar(at: start + place, length)), contains(scalar)
    else { return 0 }
    return length
  }
}
