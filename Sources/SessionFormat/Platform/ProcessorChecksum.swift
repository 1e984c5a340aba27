internal import CChecksum

/// Checksums by the processor's own instructions, which Swift cannot name.
enum ProcessorChecksum {
  /// Goes on with a CRC-32C; nil if the processor has no instructions for it.
  ///
  /// Complexity: O(count), eight bytes at a time.
  ///
  /// - Parameters:
  ///   - crc: What came before, all ones at the start; like the result it is not inverted.
  ///   - bytes: What comes next.
  @inline(__always)
  static func crc32c(_ crc: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var crc = crc
    return checksum_crc32c(&crc, bytes.baseAddress, bytes.count) ? crc : nil
  }
}
