/// A set of bytes, as a table.
struct ByteSet: Sendable {
  private var low: (UInt64, UInt64) = (0, 0)
  private let hasHigh: Bool

  /// - Parameter hasHigh: Whether all bytes of characters beyond ASCII are in it.
  init(_ text: StaticString, hasHigh: Bool = false) {
    self.hasHigh = hasHigh
    text.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { low.0 |= 1 << UInt64(byte) } else { low.1 |= 1 << UInt64(byte & 63) }
      }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low.0 >> UInt64(byte) & 1 == 1 }
    if byte < 128 { return low.1 >> UInt64(byte & 63) & 1 == 1 }
    return hasHigh
  }

  static let digits = ByteSet("0123456789")
  static let hexadecimal = ByteSet("0123456789abcdefABCDEF")
  static let capitals = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let capitalsAndDigits = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  static let letters = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  static let word = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
  static let alphanumeric = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  /// The alphabet of base 64 for URLs, in which tokens are mostly written.
  static let token = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  /// What the name before a value may have in a text, with the path that leads to it.
  static let name = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.$[]", hasHigh: true)
  /// Both alphabets of base 64.
  static let base64 = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/")
  /// What may follow `Bearer` (RFC 6750, 2.1).
  static let bearer = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/.~=")
  /// The part of an e-mail address before its sign; beyond ASCII by RFC 6531.
  static let mailbox = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_+%'", hasHigh: true)
  static let domain = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-", hasHigh: true)
  static let blanks = ByteSet(" \t\r\n")
  /// What ends a value that stands without quotes.
  static let delimiters = ByteSet(" \t\r\n\"'`&;,#<>(){}[]|\\")
}

extension UnsafeBufferPointer<UInt8> {
  /// The end of the longest run of these bytes from an index on.
  func end(of set: ByteSet, from start: Int, most: Int = .max) -> Int {
    var at = start
    let end = most < count - start ? start + most : count
    while at < end, set.contains(self[at]) { at += 1 }
    return at
  }

  /// The start of the longest run of these bytes that ends before an index.
  func start(of set: ByteSet, before end: Int, from first: Int) -> Int {
    var at = end
    while at > first, set.contains(self[at - 1]) { at -= 1 }
    return at
  }

  /// Whether these bytes stand at an index.
  func has(_ text: StaticString, at start: Int) -> Bool {
    guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { bytes in
      for (place, byte) in bytes.enumerated() where self[start + place] != byte { return false }
      return true
    }
  }

  /// The same, with letters of either case for the small letters of a text.
  func has(anyCase text: StaticString, at start: Int) -> Bool {
    guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { bytes in
      for (place, byte) in bytes.enumerated() {
        let own = self[start + place]
        guard own == byte || (ByteSet.capitals.contains(own) && own | 0x20 == byte) else {
          return false
        }
      }
      return true
    }
  }

  /// Whether `*` stands in place of all letters and digits, or nothing but `=` is there.
  var isMasked: Bool {
    contains(UInt8(ascii: "*")) && !contains { ByteSet.alphanumeric.contains($0) || $0 >= 0x80 }
      || !isEmpty && allSatisfy { $0 == UInt8(ascii: "=") }
  }

  /// Whether no word goes on across an index; `_` divides words.
  func isBoundary(_ place: Int) -> Bool {
    place <= 0 || place >= count || !ByteSet.alphanumeric.contains(self[place - 1])
      || !ByteSet.alphanumeric.contains(self[place])
  }
}
