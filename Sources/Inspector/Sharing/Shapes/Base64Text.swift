/// Base 64 of either alphabet, with padding or without.
enum Base64Text {
  /// The bytes that a text stands for; nil if it is not base 64.
  static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1, text.count - end < 3 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end * 3 / 4)
    var (bits, count) = (UInt32(0), 0)
    for byte in text[..<end] {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

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
}
