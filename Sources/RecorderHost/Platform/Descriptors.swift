import Foundation
import Recorder

/// The system calls on a host's pipes.
enum Descriptors {
  /// Whether a read would not block.
  static func canRead(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) != 0
  }

  /// Whether the last call was interrupted and may be repeated.
  static var wasInterrupted: Bool { errno == EINTR }

  /// Why the last call failed.
  static var lastError: FileError { FileError(errno) }

  /// A copy of standard output; afterwards standard output itself leads to standard error.
  static func detachStandardOutput() -> Int32 {
    let copy = dup(STDOUT_FILENO)
    _ = dup2(STDERR_FILENO, STDOUT_FILENO)
    return copy
  }
}
