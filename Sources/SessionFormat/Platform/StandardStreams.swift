internal import Foundation

/// The descriptors 0, 1 and 2, which any part of a process may read and write.
///
/// If a program starts with one of them closed, the next file that it opens gets that number.
/// Anything that is printed then goes into that file.
package enum StandardStreams {
  /// The first other descriptor.
  private static let end: Int32 = 3

  /// The same file under a number other than theirs; negative, with `errno`, if the system has none
  /// left.
  ///
  /// - Parameter descriptor: A newly opened file, or a negative number, which is returned as it is.
  package static func moveAway(_ descriptor: Int32) -> Int32 {
    guard (0..<end).contains(descriptor) else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, end)
    let error = errno
    close(descriptor)
    errno = error
    return moved
  }

  /// Occupies the closed ones, so that no file ever gets such a number.
  ///
  /// Call this when the program starts. Reading or writing there still fails with `EBADF`.
  package static func occupy() {
    if isClosed(STDIN_FILENO) {
      // This end of a pipe cannot be read. The first free number is 0.
      var ends: [Int32] = [-1, -1]
      if pipe(&ends) == 0 {
        dup2(ends[1], STDIN_FILENO)
        for end in ends where end != STDIN_FILENO { close(end) }
      }
    }
    for stream in [STDOUT_FILENO, STDERR_FILENO] where isClosed(stream) {
      // A file that is open for reading cannot be written.
      let file = open("/dev/null", O_RDONLY)
      guard file >= 0, file != stream else { continue }
      dup2(file, stream)
      close(file)
    }
  }

  private static func isClosed(_ stream: Int32) -> Bool {
    fcntl(stream, F_GETFD) < 0 && errno == EBADF
  }
}
