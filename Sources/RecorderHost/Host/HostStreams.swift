import Recorder
import SessionFormat

/// Sends a host's answers on their way.
final class HostOutput {
  /// How much is collected before it is sent, so that a driver is never long without an answer.
  private static let room = 1 << 16

  private let descriptor: Int32
  let answers = LineText()
  private let crash: CrashOutput?
  /// Why answers could not be written, the first time; nil if all were, or if nobody reads them
  /// any more.
  private(set) var failure: Descriptors.Refusal?

  /// - Parameters:
  ///   - descriptor: Where the answers go.
  ///   - savesAtCrash: Whether they also go there where a signal ends the process; for one output of
  ///     a process.
  init(descriptor: Int32, savesAtCrash: Bool = false) {
    self.descriptor = descriptor
    crash = savesAtCrash ? CrashOutput(descriptor: descriptor) : nil
  }

  /// Before a reduction, and whenever an input was drawn: what the reducer does to the process must
  /// not cost an answer.
  func secure() {
    guard let crash, answers.count < Self.room else { return flush() }
    let written = crash.written
    crash.written = 0
    // A signal that the process has outlived.
    if written > 0 { return send(answers.bytes.dropFirst(written)) }
    crash.guarded = answers.bytes
  }

  /// Writes what was collected; where nobody reads it any more it is dropped.
  func flush() {
    let written = crash?.written ?? 0
    crash?.written = 0
    send(answers.bytes.dropFirst(written))
  }

  private func send(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    crash?.guarded = UnsafeBufferPointer(start: nil, count: 0)
    let failed = Self.write(UnsafeBufferPointer(rebasing: bytes), to: descriptor)
    if failure == nil, failed != Descriptors.Refusal.brokenPipe { failure = failed }
    answers.removeAll()
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) {
    Array((text + "\n").utf8).withUnsafeBufferPointer { _ = write($0, to: 2) }
  }

  /// Writes all bytes; why it could not, or nil.
  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32
  ) -> Descriptors.Refusal? {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = Descriptors.write(rest, to: descriptor)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 {
        return .stalled
      } else if !Descriptors.wasInterrupted {
        return Descriptors.lastRefusal
      }
    }
    return nil
  }
}

/// Reads lines from a descriptor: LF ends them, CRLF too, blank ones are passed over.
final class HostInput {
  /// The most bytes of a line, as of a session that is read: what has no end is none.
  static let lineLimit = 1 << 27

  private let descriptor: Int32
  private let limit: Int
  private let beforeWaiting: () -> Void
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 1)
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isAtEnd = false
  /// How many bytes came last.
  private var readLast = 0
  /// The number of the line that was read last, from 1.
  private(set) var lineNumber = 0
  /// Whether that line had no line end: it is the last, and may have been cut off.
  private(set) var isUnended = false
  /// Whether the reading ended at a line that is longer than the limit.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - limit: The most bytes of a line.
  ///   - beforeWaiting: Called before a read that may block.
  init(
    descriptor: Int32, limit: Int = HostInput.lineLimit, beforeWaiting: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.beforeWaiting = beforeWaiting
  }

  deinit { memory.deallocate() }

  /// The next line that is not blank, without its end; nil at the end of the input.
  ///
  /// The bytes are valid until the next call.
  func nextLine() -> UnsafeBufferPointer<UInt8>? {
    while var line = nextRawLine() {
      lineNumber += 1
      if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      if line.last == 0x0D { line.removeLast() }
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      if !isBlank { return UnsafeBufferPointer(rebasing: line) }
    }
    return nil
  }

  private func nextRawLine() -> Slice<UnsafeBufferPointer<UInt8>>? {
    while true {
      let bytes = UnsafeBufferPointer(memory.assumingMemoryBound(to: UInt8.self))
      if let base = bytes.baseAddress,
        let found = Memory.first(0x0A, in: base + searched, end - searched)
      {
        let line = bytes[start..<UnsafeRawPointer(found) - UnsafeRawPointer(base)]
        start = line.endIndex + 1
        searched = start
        return line
      }
      searched = end
      if isAtEnd {
        isUnended = true
        defer { start = end }
        return start < end ? bytes[start..<end] : nil
      }
      if end - start > limit {
        isTooLong = true
        return nil
      }
      fill()
    }
  }

  private func fill() {
    beforeWaiting()
    if start > 0, let base = memory.baseAddress {
      memory.copyMemory(from: UnsafeRawBufferPointer(start: base + start, count: end - start))
    }
    (searched, end, start) = (searched - start, end - start, 0)
    if memory.count - end < 1 << 16 {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: memory.count * 2, alignment: 1)
      larger.copyMemory(from: UnsafeRawBufferPointer(memory))
      memory.deallocate()
      memory = larger
    }
    _ = ShortWait.behind(readLast) { Descriptors.canRead(descriptor) }
    while true {
      let room = UnsafeMutableRawBufferPointer(rebasing: memory[end...])
      let count = Descriptors.read(descriptor, into: room)
      if count < 0, Descriptors.wasInterrupted { continue }
      isAtEnd = count <= 0
      readLast = max(0, count)
      end += readLast
      return
    }
  }
}
