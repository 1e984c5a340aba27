#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The descriptors 0, 1 and 2, to which every part of a process reads and writes without asking.
///
/// Where a program is started with one of them closed, the next file that it opens gets that number,
/// and whatever anybody prints goes into the file.
package enum StandardStreams {
  /// The first number that is none of them.
  private static let end: Int32 = 3

  /// The same file under a number that is none of theirs; negative, with `errno`, where the system has
  /// none left.
  ///
  /// - Parameter descriptor: A file that was just opened, or a negative number, which is given back.
  package static func moveAway(_ descriptor: Int32) -> Int32 {
    guard (0..<end).contains(descriptor) else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, end)
    let error = errno
    close(descriptor)
    errno = error
    return moved
  }

  /// Takes the numbers of those that are closed, so that no file ever gets one.
  ///
  /// For the beginning of a program. To read or to write there fails as before, with `EBADF`.
  package static func occupy() {
    if isClosed(STDIN_FILENO) {
      // Nothing can be read from this end of a pipe. The first number that is free is 0.
      var ends: [Int32] = [-1, -1]
      if pipe(&ends) == 0 {
        dup2(ends[1], STDIN_FILENO)
        for end in ends where end != STDIN_FILENO { close(end) }
      }
    }
    for stream in [STDOUT_FILENO, STDERR_FILENO] where isClosed(stream) {
      // Nothing can be written to what is open for reading.
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
