import Foundation

/// Where results go: to standard output, or for one command to a shell command or a pager.
///
/// Ctrl-C stops the writing at once, even if the reader takes nothing. Once it was stopped, or its
/// reader has left, it takes no more until the next command. Used on the main thread only.
final class ResultStream: @unchecked Sendable {
  /// Why nothing more is written.
  enum End {
    /// The user stopped it with Ctrl-C.
    case interrupted
    /// The reader of a pager or shell command has left.
    case left
  }

  private(set) var end: End?
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var command: ShellCommand?
  private var paging: Paging?

  /// Whether results go to a shell command, and so are not for a person.
  private(set) var isPiped = false

  /// Begins the results of a command; with a pager they may go to it.
  func start(_ paging: Paging? = nil) {
    end = nil
    self.paging = paging
  }

  /// Sends the results of the next command to a shell command; false if it cannot be started.
  func start(pipingTo line: String, environment: [String: String]) -> Bool {
    start()
    command = ShellCommand(line, environment: environment)
    isPiped = command != nil
    return isPiped
  }

  /// Writes bytes, unless the writing has ended.
  func write(_ bytes: [UInt8]) {
    guard end == nil else { return }
    guard var paging else { return put(bytes) }
    let next = paging.take(bytes)
    self.paging = paging
    switch next {
    case .wait: return
    case .page:
      command = ShellCommand(paging.command, environment: paging.environment)
      release()
    case .write: release()
    }
  }

  /// Writes what waits for a full screen and what follows without a pager.
  func stopPaging() {
    release()
    paging = nil
  }

  /// Writes what waits for a full screen, if it has waited long enough.
  func tick() {
    if let paging, !paging.held.isEmpty, paging.isDue { release() }
  }

  /// Ends the results of a command, and waits for the program that reads them.
  ///
  /// - Returns: The exit status of the shell command or pager; nil if there was none.
  func finish() -> Int32? {
    release()
    // Else what is written between two commands would wait for a full screen after an empty result.
    paging = nil
    defer { (command, isPiped) = (nil, false) }
    return command?.finish()
  }

  /// Writes what waits for a full screen.
  func release() {
    guard let held = paging?.held, !held.isEmpty else { return }
    paging = nil
    put(held)
  }

  // A pipe that can take bytes takes this many without waiting.
  private static let atOnce = 4096
  // A signal between the check and the wait would be missed; this limits for how long.
  private static let slice: CInt = 250

  /// Whether standard output is a file, which takes any number of bytes without waiting.
  private lazy var outputIsFile: Bool = {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }()

  private func put(_ bytes: [UInt8]) {
    if command != nil || isTerminal { Heartbeat.yield() }
    let descriptor = command?.descriptor ?? STDOUT_FILENO
    let most = command == nil && outputIsFile ? 1 << 20 : Self.atOnce
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isWritable(descriptor) else {
        end = .interrupted
        return
      }
      let count = rest.prefix(most).withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        if command == nil { Output.endProcess(errno) }
        end = .left
        return
      }
    }
  }

  /// Waits until a descriptor takes bytes, or reports an error; false if Ctrl-C came first.
  private func isWritable(_ descriptor: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while !Interruption.wasRequested {
      let found = poll(&wanted, 1, Self.slice)
      if found > 0 || (found < 0 && errno != EINTR && errno != EAGAIN) { return true }
    }
    return false
  }
}
