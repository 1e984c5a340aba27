/// The end of a line as writers lay it out: `,"crc":"01234567"}`.
///
/// If the line is JSON, this is its last member: a quote inside a string follows a backslash.
package enum ChecksumTail {
  /// Its length in bytes.
  package static let length = 18
  private static let name: StaticString = #","crc":""#

  /// Its offset; nil if a line does not end with it.
  package static func start(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    let start = line.count - length
    guard start > 0, let base = line.baseAddress,
      Memory.order(base + start, name.utf8Start, name.utf8CodeUnitCount) == 0,
      base[line.count - 2] == UInt8(ascii: "\""), base[line.count - 1] == UInt8(ascii: "}")
    else { return nil }
    var place = start + name.utf8CodeUnitCount
    while place < line.count - 2 {
      guard base[place] &- 48 < 10 || base[place] &- 97 < 6 else { return nil }
      place += 1
    }
    return start
  }

  /// Its offset if the checksum matches the text before it, otherwise nil.
  ///
  /// Complexity: O(count), eight bytes at a time.
  package static func soundStart(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = start(in: line), let base = line.baseAddress else { return nil }
    let sum = CRC32C.checksum(UnsafeBufferPointer(start: base, count: start))
    let digits = UnsafeRawPointer(base + start + name.utf8CodeUnitCount)
      .loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: digits) == CRC32C.digits(sum) ? start : nil
  }
}
