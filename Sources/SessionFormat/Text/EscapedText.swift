/// The decoded bytes of a string, read one by one from its written form without a copy.
///
/// The string must have been parsed as valid.
struct EscapedText {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private var at: Int
  /// The remaining bytes of an escaped character; the next one is the lowest byte.
  private var pending: UInt32 = 0

  /// A string without its quotes, from an offset that is not inside an escape.
  init(_ bytes: UnsafePointer<UInt8>, _ count: Int, from start: Int = 0) {
    (self.bytes, end, at) = (bytes, count, start)
  }

  /// The next byte; nil after the last.
  mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard at < end else { return nil }
    let byte = bytes[at]
    at &+= 1
    guard byte == UInt8(ascii: "\\"), at < end else { return byte }
    let letter = bytes[at]
    at &+= 1
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"): return character()
    default: return letter
    }
  }

  /// The first byte of a character that is written as a number; its other bytes become pending.
  private mutating func character() -> UInt8 {
    var code = unit()
    if 0xD800...0xDBFF ~= code, at &+ 6 <= end {
      at &+= 2
      code = 0x10000 &+ (code &- 0xD800) << 10 &+ (unit() &- 0xDC00)
    }
    // A pending NUL byte could not be distinguished from no pending byte.
    guard code >= 0x80 else { return UInt8(truncatingIfNeeded: code) }
    func rest(_ shift: UInt32) -> UInt32 { 0x80 | code >> shift & 0x3F }
    if code < 0x800 {
      pending = rest(0)
      return UInt8(truncatingIfNeeded: 0xC0 | code >> 6)
    }
    if code < 0x10000 {
      pending = rest(6) | rest(0) << 8
      return UInt8(truncatingIfNeeded: 0xE0 | code >> 12)
    }
    pending = rest(12) | rest(6) << 8 | rest(0) << 16
    return UInt8(truncatingIfNeeded: 0xF0 | code >> 18)
  }

  /// Four hexadecimal digits.
  private mutating func unit() -> UInt32 {
    var code: UInt32 = 0
    var left = 4
    while left > 0, at < end {
      let digit = UInt32(bytes[at])
      code = code << 4 | (digit <= 57 ? digit &- 48 : (digit | 0x20) &- 87)
      at &+= 1
      left &-= 1
    }
    return code
  }

  /// The decoded bytes of a string without its quotes.
  static func decoded(_ written: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let start = written.baseAddress,
      Memory.first(UInt8(ascii: "\\"), in: start, written.count) != nil
    else { return Array(written) }
    var text = EscapedText(start, written.count)
    return Array(unsafeUninitializedCapacity: written.count) { bytes, count in
      while let byte = text.next() {
        bytes[count] = byte
        count &+= 1
      }
    }
  }

  /// Whether two strings decode to the same bytes.
  ///
  /// Complexity: O(length). The common beginning of the written forms takes about the speed of
  /// memory; equal strings of one writer are equal to the end.
  static func areEqual(
    _ left: UnsafePointer<UInt8>, _ leftCount: Int, _ right: UnsafePointer<UInt8>,
    _ rightCount: Int
  ) -> Bool {
    let shorter = min(leftCount, rightCount)
    let same = Memory.equalCount(left, right, shorter)
    if same == leftCount, same == rightCount { return true }
    let start = beginning(of: same, in: left, leftCount)
    var (a, b) = (
      EscapedText(left, leftCount, from: start), EscapedText(right, rightCount, from: start)
    )
    while true {
      let (one, other) = (a.next(), b.next())
      guard one == other else { return false }
      if one == nil { return true }
    }
  }

  /// The last offset at or before another that is not inside an escape.
  private static func beginning(of place: Int, in bytes: UnsafePointer<UInt8>, _ count: Int) -> Int
  {
    var at = 0
    while at < place,
      let found = Memory.first(UInt8(ascii: "\\"), in: bytes + at, place &- at)
    {
      let escape = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      var reader = EscapedText(bytes, count, from: escape)
      _ = reader.next()
      if reader.at > place { return escape }
      at = reader.at
    }
    return place
  }
}
