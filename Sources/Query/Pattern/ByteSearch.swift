internal import SessionFormat

/// Finds a text in another by bytes: finds its rarest byte, then compares the others.
package struct ByteSearch: Sendable {
  package let bytes: [UInt8]
  /// The rarest byte and its offset in the text.
  private let rarest: (byte: UInt8, place: Int)

  /// A search for a text of at least one byte.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var best = 0
    for place in bytes.indices where Self.rank(bytes[place]) < Self.rank(bytes[best]) {
      best = place
    }
    rarest = (bytes.isEmpty ? 0 : bytes[best], best)
  }

  /// Roughly how frequent a byte is in texts.
  private static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"): 6
    case UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"), UInt8(ascii: "r"),
      UInt8(ascii: "s"), UInt8(ascii: "l"):
      5
    case UInt8(ascii: "b")...UInt8(ascii: "y"): 4
    // Continuation bytes of a character vary; its lead byte is mostly the same within a script.
    case 0xC2...: 5
    case 0x80...: 3
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","): 3
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
    default: 1
    }
  }

  /// Whether the text is in those bytes; nil if that would take too many comparisons.
  ///
  /// Complexity: O(count), mostly at the speed of `memchr`.
  package func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let start = text.baseAddress, text.count >= bytes.count else { return bytes.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let own = bytes.baseAddress else { return true }
      // The rarest byte of a match must come before this offset.
      let end = text.count - (bytes.count - 1 - rarest.place)
      var at = rarest.place
      var compared = 0
      while at < end,
        let found = Memory.first(rarest.byte, in: start + at, end - at)
      {
        let first = found - rarest.place
        if Memory.order(first, own, bytes.count) == 0 { return true }
        at = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        compared += bytes.count
        if compared > 16 * text.count + 4096 { return nil }
      }
      return false
    }
  }
}
