import CZlib
import Foundation

/// The bytes of a gzipped file, inflated member by member (RFC 1952).
///
/// The memory is that of the output; unwritten pages cost nothing.
struct Inflation {
  /// The inflated bytes.
  let bytes: Data
  /// Why the rest could not be inflated.
  let fault: GzipFault?

  /// Whether a file is gzipped, regardless of its name.
  static func isGzip(_ bytes: Data) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Inflates a file.
  ///
  /// Complexity: O(size of the output), which the limits bound.
  init(_ gzipped: Data, _ limits: ReadingLimits) throws(Refusal) {
    let run = InflationRun(limits)
    let outcome = gzipped.withUnsafeBytes { input in
      Result { () throws(Refusal) in try run.inflate(input.bindMemory(to: UInt8.self)) }
    }
    fault = try outcome.get()
    bytes = run.takeOutput()
  }

  /// Why a file is not inflated.
  struct Refusal: Error {
    let limit: InflationLimit
  }
}

/// The state of zlib, whose address must not change, and the output so far.
private final class InflationRun {
  /// The most bytes per call: zlib counts in 32 bits, and somebody may watch.
  private static let longestPart = 1 << 22

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let limits: ReadingLimits
  private var output: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var count = 0

  init(_ limits: ReadingLimits) {
    self.limits = limits
    stream.initialize(to: z_stream())
    // 15 bits of window, plus 16 for gzip only.
    inflateInit2_(stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    free(output)
  }

  func takeOutput() -> Data {
    guard let output, count > 0 else { return Data() }
    self.output = nil
    return Data(bytesNoCopy: output, count: count, deallocator: .free)
  }

  func inflate(_ input: UnsafeBufferPointer<UInt8>) throws(Inflation.Refusal) -> GzipFault? {
    guard let base = input.baseAddress else { return nil }
    var read = 0
    while true {
      let part = min(input.count - read, Self.longestPart)
      stream.pointee.next_in = UnsafeMutablePointer(mutating: base + read)
      stream.pointee.avail_in = UInt32(part)
      try makeRoom()
      let room = min(capacity - count, Self.longestPart)
      stream.pointee.next_out = output.map { $0 + count }
      stream.pointee.avail_out = UInt32(room)
      let result = CZlib.inflate(stream, Z_NO_FLUSH)
      read += part - Int(stream.pointee.avail_in)
      count += room - Int(stream.pointee.avail_out)
      try check(read)
      limits.watch?.note(read, of: input.count)
      switch result {
      case Z_STREAM_END:
        let rest = UnsafeBufferPointer(rebasing: input[read...])
        if rest.isEmpty { return nil }
        guard rest.starts(with: [0x1F, 0x8B]) else { return .trailing(bytes: rest.count) }
        inflateReset(stream)
      case Z_OK: break
      // No progress was possible: there is room for output, so input is missing.
      case Z_BUF_ERROR: return read == input.count ? .cutOff : .damaged(offset: read)
      default: return fault(read)
      }
      if result == Z_OK, read == input.count, stream.pointee.avail_out > 0 { return .cutOff }
    }
  }

  private func fault(_ read: Int) -> GzipFault {
    let message = stream.pointee.msg.map { String(cString: $0) } ?? ""
    let isChecksum = message == "incorrect data check" || message == "incorrect length check"
    return isChecksum ? .wrongChecksum : .damaged(offset: read)
  }

  private func check(_ read: Int) throws(Inflation.Refusal) {
    if count > limits.inflatedBytes {
      throw Inflation.Refusal(limit: .bytes(limits.inflatedBytes))
    }
    guard count > limits.ratioFrom, count / limits.inflationRatio > read else { return }
    throw Inflation.Refusal(limit: .ratio(limits.inflationRatio))
  }

  /// Makes room for output: doubles it, up to one byte beyond the limit.
  private func makeRoom() throws(Inflation.Refusal) {
    guard count == capacity else { return }
    let most = min(limits.inflatedBytes, Int.max - 1)
    let wanted = min(max(1 << 16, capacity * 2), max(capacity, most) + 1)
    // The machine's free memory is a limit too.
    guard let grown = realloc(output, wanted) else {
      throw Inflation.Refusal(limit: .bytes(capacity))
    }
    output = grown.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
  }
}
