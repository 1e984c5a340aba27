import Foundation
import SessionFormat

/// Lines from a pipe, a file, or a terminal without line editing: no prompt, no echo.
///
/// A line ends with LF or CRLF; the last one may have neither. Invalid UTF-8 is repaired. It reads
/// ahead: what follows the current line is not left for others who read the same input.
struct PlainLines: LineSource {
  /// The most bytes that a line may have.
  static let limit = 1 << 20

  private let descriptor: CInt
  private let limit: Int
  private let pending = LineBuffer()
  private var isAtEnd = false
  private var isSkipping = false

  /// The error number that ended the reading; nil if there was none.
  private(set) var failure: CInt?

  init(descriptor: CInt = STDIN_FILENO, limit: Int = PlainLines.limit) {
    self.descriptor = descriptor
    self.limit = limit
  }

  mutating func next(prompt: String) -> LineEvent {
    while true {
      if isSkipping { skipLine() }
      if !isSkipping, let event = takeLine() { return event }
      if isAtEnd { return takeRest() }
      guard InputWait.untilReadable(descriptor) else {
        Interruption.clear()
        return .interrupted
      }
      fill()
    }
  }

  /// The line in the buffer, if it is complete or already too long.
  private mutating func takeLine() -> LineEvent? {
    guard let line = pending.nextLine() else {
      // One byte more than the limit may be the CR of a line that just fits.
      guard pending.count > limit + 1 else { return nil }
      // Reported at once: its end may never come.
      isSkipping = true
      return .overlong(limit: limit)
    }
    return event(for: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...])
  }

  /// Drops the buffered part of a line that was reported as too long.
  private mutating func skipLine() {
    if pending.nextLine() != nil { isSkipping = false } else { pending.drop(pending.count) }
  }

  private mutating func takeRest() -> LineEvent {
    let rest = pending.bytes
    pending.drop(rest.count)
    return rest.isEmpty ? .end : event(for: rest[...])
  }

  private func event(for line: Slice<UnsafeBufferPointer<UInt8>>) -> LineEvent {
    if line.count > limit { return .overlong(limit: limit) }
    return .line(String(decoding: line, as: UTF8.self))
  }

  private mutating func fill() {
    let count = pending.read(descriptor)
    if count == 0 {
      isAtEnd = true
    } else if count < 0, errno != EINTR, errno != EAGAIN {
      failure = errno
      isAtEnd = true
    }
  }
}
