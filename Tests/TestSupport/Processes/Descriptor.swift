import Foundation

/// An open file, closed once.
final class Descriptor {
  private(set) var descriptor: CInt
  var isOpen: Bool { descriptor >= 0 }

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close() }

  func close() {
    if isOpen { Foundation.close(descriptor) }
    descriptor = -1
  }

  /// A pipe that a started process does not inherit by itself.
  static func pipe() throws -> (read: Descriptor, write: Descriptor) {
    try keptFromChildren { read, write in
      var ends: [CInt] = [-1, -1]
      defer { (read, write) = (ends[0], ends[1]) }
      return Foundation.pipe(&ends) == 0
    }
  }

  /// A terminal of a given size: the side of screen and keys, and the side of the program.
  static func terminal(_ size: winsize) throws -> (screen: Descriptor, program: Descriptor) {
    try keptFromChildren { screen, program in
      var size = size
      return openpty(&screen, &program, nil, nil, &size) == 0
    }
  }

  /// Held while a process is started, and while files are open that it must not inherit: a pipe
  /// whose end another process holds would never close.
  static let startLock = NSLock()

  private static func keptFromChildren(
    _ open: (inout CInt, inout CInt) -> Bool
  ) throws -> (Descriptor, Descriptor) {
    try startLock.withLock {
      var (first, second): (CInt, CInt) = (-1, -1)
      guard open(&first, &second) else { throw SystemError(call: "open") }
      for end in [first, second] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (Descriptor(first), Descriptor(second))
    }
  }

  /// Makes reads and writes return instead of waiting.
  func makeNonBlocking() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  enum Transfer { case bytes(Int), wouldBlock, ended }

  /// Appends all available bytes to a buffer.
  func read(into buffer: inout [UInt8]) -> Transfer {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes {
      Foundation.read(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { buffer += chunk[..<count] }
    return transfer(count)
  }

  /// Writes as much as fits.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer(bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) })
  }

  private func transfer(_ count: Int) -> Transfer {
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wouldBlock : .ended
  }

  /// Waits until one of some files is ready to read or write, or a time has passed.
  static func wait(reading: [Descriptor], writing: [Descriptor], seconds: Double) {
    var wanted =
      reading.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
    _ = poll(&wanted, nfds_t(wanted.count), CInt(max(0, min(seconds, 1000)) * 1000))
  }
}

/// A moment after which a hanging program is given up.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Double) { end = .now + .seconds(seconds) }

  var secondsLeft: Double { (end - .now) / .seconds(1) }
  var hasPassed: Bool { secondsLeft <= 0 }
}
