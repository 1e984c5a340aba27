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
    let copy = copy(STDOUT_FILENO)
    _ = dup2(STDERR_FILENO, STDOUT_FILENO)
    return copy
  }

  /// A copy of standard input; afterwards standard input itself is empty.
  static func detachStandardInput() -> Int32 {
    // Whoever watches for the process that is the host knows it by that.
    var none: UInt8 = 0
    _ = read(STDIN_FILENO, &none, 0)
    let copy = copy(STDIN_FILENO)
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard copy >= 0, empty >= 0 else { return STDIN_FILENO }
    _ = dup2(empty, STDIN_FILENO)
    if empty != STDIN_FILENO { close(empty) }
    return copy
  }

  /// A copy that programs which a reducer starts do not get.
  private static func copy(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }
}
