internal import CProcessor

/// CRC-32C (Castagnoli), the checksum of a session line: reflected polynomial 0x82F63B78, initial
/// value and final exclusive-or of all ones, as in RFC 3720, section 12.1.
public enum CRC32C {
  /// Eight tables of 256 entries, for eight bytes a step.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      tables[byte] = crc
    }
    for slice in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(slice - 1) * 256 + byte]
        tables[slice * 256 + byte] = before >> 8 ^ tables[Int(before & 255)]
      }
    }
    return tables
  }()

  /// The checksum of these bytes.
  ///
  /// Complexity: O(count), eight bytes at a time.
  public static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // The processor's own instruction, if it has one; Swift cannot call it directly.
    var crc = ~UInt32(0)
    return checksum_crc32c(&crc, bytes.baseAddress, bytes.count) ? ~crc : byTables(bytes)
  }

  /// The same for processors without an instruction for it.
  package static func byTables(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc: UInt32 = ~0
      var at = 0
      let raw = UnsafeRawBufferPointer(bytes)
      while at + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        let mixed = word ^ UInt64(crc)
        crc = 0
        for byte in 0..<8 {
          crc ^= table[(7 - byte) * 256 + Int(mixed >> (8 * UInt64(byte)) & 255)]
        }
        at += 8
      }
      while at < raw.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(raw[at])) & 255)]
        at += 1
      }
      return ~crc
    }
  }

  /// The checksum of these bytes.
  ///
  /// Complexity: O(count).
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { checksum($0) }
  }

  /// A checksum as 8 lower-case hexadecimal digits.
  public static func text(_ checksum: UInt32) -> String {
    String(unsafeUninitializedCapacity: 8) { digits in
      for place in 0..<8 {
        digits[place] = UInt8(truncatingIfNeeded: self.digits(checksum) >> UInt64(8 * place))
      }
      return 8
    }
  }

  /// The digits of a checksum, the first in the lowest byte.
  @inline(__always)
  static func digits(_ checksum: UInt32) -> UInt64 {
    // Each half of the remainder moves up by its size, until each byte holds half a byte.
    var digits = UInt64(checksum.byteSwapped)
    digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
    digits = digits >> 4 & 0x000F_000F_000F_000F | (digits & 0x000F_000F_000F_000F) << 8
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    // The distance from `9` to `a` is 39 more than from one digit to the next.
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }
}
