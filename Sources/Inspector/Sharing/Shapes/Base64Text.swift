/// Base 64 of either alphabet, with padding or without.
enum Base64Text {
  /// The bytes that a text stands for; nil if it is not base 64.
  static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1, text.count - end < 3, text[..<end].allSatisfy({ value(of: $0) < 64 }) else {
      return nil
    }
    return bytes(of: text[..<end])
  }

  /// The bytes that letters of base 64 stand for; bits of the last one that fill no byte are left
  /// out.
  static func bytes(of letters: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: letters.count * 3 / 4) { bytes, initialized in
      var (bits, count) = (UInt32(0), 0)
      for letter in letters {
        bits = bits << 6 | UInt32(values[Int(letter)])
        count += 6
        guard count >= 8 else { continue }
        count -= 8
        bytes[initialized] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
        initialized += 1
      }
    }
  }

  private static func value(of byte: UInt8) -> UInt8 { values[Int(byte)] }

  /// The value of each letter; 255 of what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What is the same in base 64 of every text that has these bytes so far behind a multiple of 3.
  static func inner(of bytes: [UInt8], shift: Int) -> [UInt8] {
    let padded = [UInt8](repeating: 0, count: shift) + bytes
    var text: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in padded {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> UInt32(count) & 63)])
      }
    }
    // Letters before it hold bits of what stands before.
    return Array(text.dropFirst((shift * 8 + 5) / 6))
  }

  /// The stretches of readable text in what letters stand for: their bytes, and the letters for
  /// each.
  ///
  /// Base 64 may stand behind other letters of its alphabet, as behind the slash of a path; so the
  /// letters are read from each of the four places at which it may begin.
  ///
  /// Complexity: O(count).
  static func texts(
    in letters: UnsafeBufferPointer<UInt8>
  ) -> [(bytes: [UInt8], letters: Range<Int>)] {
    var found: [(bytes: [UInt8], letters: Range<Int>)] = []
    for phase in 0..<min(4, letters.count) {
      let bytes = bytes(of: letters[phase...])
      var at = 0
      while at < bytes.count {
        let start = at
        while let length = lengthOfCharacter(at, bytes) { at += length }
        if at - start >= leastText {
          // Rounded, so that no bit of the text stays.
          let range = phase + start * 4 / 3..<phase + (at * 4 + 2) / 3
          found.append((Array(bytes[start..<at]), range))
        }
        at += 1
      }
    }
    return found
  }

  /// Shorter texts stand in numbers and noise by chance.
  private static let leastText = 9

  /// How many bytes the character at an index has; nil if it is none of a text.
  private static func lengthOfCharacter(_ at: Int, _ bytes: [UInt8]) -> Int? {
    guard at < bytes.count else { return nil }
    let length: Int
    switch bytes[at] {
    case 0x20...0x7E, 0x0A, 0x0D, 0x09: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard at + length <= bytes.count,
      bytes[at + 1..<at + length].allSatisfy({ 0x80...0xBF ~= $0 })
    else { return nil }
    return length
  }
}
