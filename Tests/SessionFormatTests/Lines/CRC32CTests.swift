import SessionFormat
import TestSupport
import Testing

@Suite("CRC-32C")
struct CRC32CTests {
  /// The vectors of RFC 3720, appendix B.4 (given there byte by byte, the lowest first), and the
  /// check value of the catalogues.
  static let vectors: [(bytes: [UInt8], text: String)] = [
    (Array(repeating: 0, count: 32), "8a9136aa"), (Array(repeating: 0xFF, count: 32), "62a8ab43"),
    (Array(0...31), "46dd794e"), (Array((0...31).reversed()), "113fdb5c"),
    (
      [0x01, 0xC0, 0, 0] + Array(repeating: 0, count: 12) + [0x14, 0, 0, 0, 0, 0, 0x04, 0]
        + [0, 0, 0, 0x14, 0, 0, 0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0],
      "d9963a56"
    ),
    (Array("123456789".utf8), "e3069283"), ([], "00000000"),
  ]

  @Test("the vectors of RFC 3720 give their checksums", arguments: vectors)
  func agreesWithVectors(bytes: [UInt8], text: String) {
    #expect(CRC32C.text(CRC32C.checksum(bytes)) == text)
  }

  /// The definition, a bit at a time.
  static func bitwise(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let half: UInt32 = crc >> 1
        crc = crc & 1 == 1 ? half ^ 0x82F6_3B78 : half
      }
    }
    return ~crc
  }

  @Test("every length and start gives what the definition gives, by the processor and by tables")
  func agreesWithDefinition() {
    var generator = SplitMix64(seed: 5)
    let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for start in 0..<16 {
      for length in 0...40 {
        let slice = bytes[start..<start + length]
        let checksum = bytes.withUnsafeBufferPointer {
          CRC32C.checksum(UnsafeBufferPointer(rebasing: $0[start..<start + length]))
        }
        let byTables = bytes.withUnsafeBufferPointer {
          CRC32C.byTables(UnsafeBufferPointer(rebasing: $0[start..<start + length]))
        }
        let sum = Self.bitwise(slice)
        #expect((checksum, byTables) == (sum, sum), "start \(start), length \(length)")
      }
    }
  }

  @Test("a checksum is written as 8 lower-case digits")
  func writesText() {
    #expect(CRC32C.text(0) == "00000000")
    #expect(CRC32C.text(0xABC) == "00000abc")
    #expect(CRC32C.text(.max) == "ffffffff")
    for value in UInt32(0)..<16 {
      for place in 0..<8 {
        let checksum = value << UInt32(4 * place)
        let digits = String(checksum, radix: 16)
        #expect(
          CRC32C.text(checksum) == String(repeating: "0", count: 8 - digits.count) + digits)
      }
    }
  }
}
