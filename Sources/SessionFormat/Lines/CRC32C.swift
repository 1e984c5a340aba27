internal import CChecksum

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
    var crc: UInt32 = ~0
    return checksum_crc32c(&crc, bytes.baseAddress, bytes.count) ? ~crc : byTables(bytes)
  }

  /// The same for processors that have no instruction for it.
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
        let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(28 - 4 * place) & 15)
        digits[place] = digit < 10 ? 48 + digit : 87 + digit
      }
      return 8
    }
  }
}
