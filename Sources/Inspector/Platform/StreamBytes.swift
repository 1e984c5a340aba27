import Foundation

/// The bytes of an input that is not a file, such as a pipe, read to the end or to a limit.
package struct StreamBytes {
  /// Why reading stops.
  package enum Refusal: Equatable, Sendable {
    /// It is a device, which may never end.
    case device
    /// It has more bytes than the limit.
    case bytes(limit: Int)
    /// The line with that number, from 1, has more bytes than the limit.
    case line(number: Int, limit: Int)
  }

  private static let least = 1 << 16
  /// How many bytes there must be for a judgement about the stream.
  private static let judged = 1 << 20

  private let limits: ReadingLimits
  /// Whether bytes from the start of a stream are worth reading on from.
  private let goesOn: (UnsafeBufferPointer<UInt8>) -> Bool
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var count = 0
  /// The offset at which the last line so far begins.
  private var lineStart = 0

  private init(
    _ limits: ReadingLimits, _ goesOn: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    (self.limits, self.goesOn) = (limits, goesOn)
  }

  /// Reads to the end.
  ///
  /// Complexity: O(bytes); at most twice as many are held.
  ///
  /// - Parameter goesOn: Is asked once, about the first bytes, unless they are of a gzip. If they are
  ///   not worth it, reading ends there: a stream of something else may never end.
  static func read(
    _ descriptor: Int32, _ limits: ReadingLimits,
    goesOn: @escaping (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) throws(Platform.FileFailure) -> Data {
    var stream = StreamBytes(limits, goesOn)
    do throws(Platform.FileFailure) { try stream.readAll(descriptor) } catch {
      free(stream.memory)
      throw error
    }
    guard let memory = stream.memory, stream.count > 0 else {
      free(stream.memory)
      return Data()
    }
    return Data(bytesNoCopy: memory, count: stream.count, deallocator: .free)
  }

  private mutating func readAll(_ descriptor: Int32) throws(Platform.FileFailure) {
    while true {
      try makeRoom()
      wait(descriptor)
      let got = Foundation.read(descriptor, memory.map { $0 + count }, capacity - count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Platform.FileFailure() }
      if got == 0 { return }
      count += got
      limits.watch?.note(count, of: nil)
      try check(new: got)
      if !isWorthwhile(new: got) { return }
    }
  }

  private func isWorthwhile(new: Int) -> Bool {
    guard let memory, count >= Self.judged, count - new < Self.judged else { return true }
    return isGzip || goesOn(UnsafeBufferPointer(start: memory, count: count))
  }

  private var isGzip: Bool {
    guard let memory, count > 1 else { return false }
    return memory[0] == 0x1F && memory[1] == 0x8B
  }

  /// Waits for bytes or the end, if somebody is to see meanwhile that it waits.
  private func wait(_ descriptor: Int32) {
    guard let watch = limits.watch else { return }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, Self.slice) == 0 { watch.note(count, of: nil) }
  }

  private static let slice: Int32 = 250

  /// Makes room for up to one byte beyond the limit.
  private mutating func makeRoom() throws(Platform.FileFailure) {
    guard count == capacity else { return }
    let most = min(limits.streamBytes, Int.max - 1)
    let wanted = min(max(Self.least, capacity * 2), max(capacity, most) + 1)
    // The machine's free memory is a limit too.
    guard let grown = realloc(memory, wanted) else {
      throw Platform.FileFailure(.bytes(limit: capacity))
    }
    memory = grown.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
  }

  private mutating func check(new: Int) throws(Platform.FileFailure) {
    guard let memory else { return }
    if count > limits.streamBytes { throw Platform.FileFailure(.bytes(limit: limits.streamBytes)) }
    // The lines of a gzip are known only after it is inflated.
    if isGzip { return }
    var end = count
    while end > count - new, memory[end - 1] != 0x0A { end -= 1 }
    // A line that ended in the new bytes is checked when all are read.
    if end > count - new { lineStart = end }
    guard count - lineStart > limits.lineBytes else { return }
    let lines = UnsafeBufferPointer(start: memory, count: lineStart)
    throw Platform.FileFailure(
      .line(number: lines.count { $0 == 0x0A } + 1, limit: limits.lineBytes))
  }
}
