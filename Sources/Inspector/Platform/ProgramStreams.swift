import Foundation
import SessionFormat

#if os(macOS) || os(Linux)

  /// The bytes to and from a started program.
  ///
  /// Not thread-safe.
  final class ProgramStreams {
    /// How many bytes of standard error are kept.
    private static let errorLimit = 1 << 14

    private let child: ChildProcess
    let outgoing = LineBuffer()
    let incoming = LineBuffer()
    let errorTail = LineBuffer()
    var isOutputOpen = true
    private(set) var isErrorOpen = true
    /// Whether sending is over.
    var isClosed = false

    init(_ child: ChildProcess) { self.child = child }

    /// Moves bytes in all directions once; false if none could be moved in that time.
    func pump(milliseconds: Int) -> Bool {
      var polled = [
        pollfd(
          fd: outgoing.isEmpty || isClosed ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
        pollfd(
          fd: isOutputOpen ? child.output : -1,
          events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isErrorOpen ? child.error : -1,
          events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
      if count < 0 { return errno == EINTR }
      guard count > 0 else { return false }
      if polled[0].revents != 0 { writeSome(to: child.input) }
      if polled[1].revents != 0 { isOutputOpen = Self.fill(incoming, from: child.output) }
      if polled[2].revents != 0 {
        isErrorOpen = Self.fill(errorTail, from: child.error)
        errorTail.drop(max(0, errorTail.count - Self.errorLimit))
      }
      return true
    }

    /// The next line of the output, without its line end; nil if none is complete.
    func nextLine() -> [UInt8]? {
      incoming.nextLine().map { Array($0.last == 0x0D ? $0.dropLast() : $0[...]) }
    }

    /// Adds the bytes of one read; false at the end of the input.
    private static func fill(_ buffer: LineBuffer, from descriptor: Int32) -> Bool {
      let count = buffer.read(descriptor)
      return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
    }

    private func writeSome(to descriptor: Int32) {
      let bytes = outgoing.bytes
      let count = Self.withoutBrokenPipe { write(descriptor, bytes.baseAddress, bytes.count) }
      if count > 0 {
        outgoing.drop(count)
      } else if errno != EINTR && errno != EAGAIN {
        // The host reads no more; its output says why.
        outgoing.drop(outgoing.count)
      }
    }

    /// Writes to a process that may have ended, without being killed by `SIGPIPE`.
    private static func withoutBrokenPipe(_ body: () -> Int) -> Int {
      var pipe = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let result = body()
      let error = errno
      var pending = sigset_t()
      sigpending(&pending)
      var signal: Int32 = 0
      if result < 0, error == EPIPE, sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &signal) }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = error
      return result
    }
  }

#endif
