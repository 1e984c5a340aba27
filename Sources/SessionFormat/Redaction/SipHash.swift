/// A secret of 128 bits, made for one session, which never leaves the process.
///
/// Stand-ins depend on it, so nobody who has only the session can try out secrets.
package struct RedactionKey: Sendable {
  let k0: UInt64
  let k1: UInt64

  package init(_ k0: UInt64, _ k1: UInt64) {
    self.k0 = k0
    self.k1 = k1
  }

  /// A key from the system's source of randomness.
  package static func random() -> RedactionKey {
    var generator = SystemRandomNumberGenerator()
    return RedactionKey(generator.next(), generator.next())
  }
}

/// SipHash-2-4, a keyed function whose values cannot be distinguished from chance without the key.
///
/// The message is a sequence of 64-bit words, each eight bytes in little-endian order.
struct SipHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  private var count: UInt64 = 0

  init(_ key: RedactionKey) {
    v0 = key.k0 ^ 0x736f_6d65_7073_6575
    v1 = key.k1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.k0 ^ 0x6c79_6765_6e65_7261
    v3 = key.k1 ^ 0x7465_6462_7974_6573
  }

  mutating func combine(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
    count &+= 1
  }

  /// The value for the words so far.
  func finished() -> UInt64 {
    var end = self
    // The last block holds the length in bytes, modulo 256.
    let last = (count &* 8) << 56
    end.v3 ^= last
    end.round()
    end.round()
    end.v0 ^= last
    end.v2 ^= 0xFF
    for _ in 0..<4 { end.round() }
    return end.v0 ^ end.v1 ^ end.v2 ^ end.v3
  }

  private mutating func round() {
    v0 &+= v1
    v1 = Self.rotated(v1, 13) ^ v0
    v0 = Self.rotated(v0, 32)
    v2 &+= v3
    v3 = Self.rotated(v3, 16) ^ v2
    v0 &+= v3
    v3 = Self.rotated(v3, 21) ^ v0
    v2 &+= v1
    v1 = Self.rotated(v1, 17) ^ v2
    v2 = Self.rotated(v2, 32)
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 - count)
  }
}
