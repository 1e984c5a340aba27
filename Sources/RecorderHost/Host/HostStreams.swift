import Recorder
import SessionFormat

/// Sends a host's answers.
final class HostOutput {
  /// How much is collected before it is sent, so that a driver never waits long for an answer.
  private static let room = 1 << 16

  private let descriptor: Int32
  let answers = LineText()
  private let crash: CrashOutput?
  /// The first error when writing answers; nil if all were written or nobody reads them any more.
  private(set) var failure: FileError?

  /// - Parameters:
  ///   - descriptor: The output for the answers.
  ///   - savesAtCrash: Whether to write them even if a signal ends the process; only for one output
  ///     per process.
  init(descriptor: Int32, savesAtCrash: Bool = false) {
    self.descriptor = descriptor
    crash = savesAtCrash ? CrashOutput(descriptor: descriptor) : nil
  }

  /// Call this before a reduction and after each input: a crash in the reducer must not lose an
  /// answer.
  func secure() {
    guard let crash, answers.count < Self.room else { return flush() }
    let written = crash.written
    crash.written = 0
    // The process survived a signal.
    if written > 0 { return send(answers.bytes.dropFirst(written)) }
    crash.guarded = answers.bytes
  }

  /// Writes the collected answers; drops them if nobody reads them any more.
  func flush() {
    let written = crash?.written ?? 0
    crash?.written = 0
    send(answers.bytes.dropFirst(written))
  }

  private func send(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    crash?.guarded = UnsafeBufferPointer(start: nil, count: 0)
    let failed = Self.write(UnsafeBufferPointer(rebasing: bytes), to: descriptor)
    if failure == nil, failed != .brokenPipe { failure = failed }
    answers.removeAll()
  }

  /// Writes a line to standard error.
  static func complain(_ text: String) {
    Array((text + "\n").utf8).withUnsafeBufferPointer { _ = write($0, to: 2) }
  }

  /// Writes all bytes; returns the error, or nil.
  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32
  ) -> FileError? {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = Platform.writeBytes(descriptor, rest)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 {
        return .stalled
      } else if !Descriptors.wasInterrupted {
        return Descriptors.lastError
      }
    }
    return nil
  }
}

/// Reads lines from a descriptor.
///
/// They end with LF or CRLF; blank lines are skipped.
final class HostInput {
  /// The most bytes of a line, as for sessions that are read; a longer one ends the reading.
  static let lineLimit = 1 << 27

  private let descriptor: Int32
  private let limit: Int
  private let beforeWaiting: () -> Void
  private let buffer = LineBuffer()
  private var isAtEnd = false
  /// How many bytes the last read returned.
  private var readLast = 0
  /// The number of the last line, from 1.
  private(set) var lineNumber = 0
  /// Whether that line has no line end: it is the last one and may be cut off.
  private(set) var isUnended = false
  /// Whether reading ended at a line beyond the limit.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - limit: The most bytes of a line.
  ///   - beforeWaiting: Called before a read that may block.
  init(
    descriptor: Int32, limit: Int = HostInput.lineLimit, beforeWaiting: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.beforeWaiting = beforeWaiting
  }

  /// The next non-blank line, without its end; nil at the end of the input.
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
      if let line = buffer.nextLine() { return line[...] }
      if isAtEnd {
        isUnended = true
        let rest = buffer.bytes
        buffer.drop(rest.count)
        return rest.isEmpty ? nil : rest[...]
      }
      if buffer.count > limit {
        isTooLong = true
        return nil
      }
      fill()
    }
  }

  private func fill() {
    beforeWaiting()
    _ = ShortWait.behind(readLast) { Descriptors.canRead(descriptor) }
    repeat { readLast = buffer.read(descriptor) } while readLast < 0 && Descriptors.wasInterrupted
    isAtEnd = readLast <= 0
  }
}
