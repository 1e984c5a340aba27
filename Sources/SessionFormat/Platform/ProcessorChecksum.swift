internal import CProcessor

/// Checksums by processor instructions, which Swift cannot call directly.
enum ProcessorChecksum {
  /// Continues a CRC-32C; nil if the processor has no instruction for it.
  ///
  /// Complexity: O(count), eight bytes at a time.
  ///
  /// - Parameters:
  ///   - crc: The previous result; all ones at the start. It is not inverted, nor is the result.
  ///   - bytes: The next bytes.
  @inline(__always)
  static func crc32c(_ crc: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var crc = crc
    return checksum_crc32c(&crc, bytes.baseAddress, bytes.count) ? crc : nil
  }
}
