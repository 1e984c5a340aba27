import Foundation

/// How a process ended.
public enum ExitStatus: Sendable, Equatable, CustomStringConvertible {
  /// It exited by itself with a status.
  case exited(Int)
  /// A signal ended it.
  case signaled(Int)

  init(waitStatus: CInt) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(Int(waitStatus >> 8) & 0xFF) : .signaled(Int(signal))
  }

  /// The status, or the signal, in words.
  public var description: String {
    switch self {
    case .exited(let status): "exited with \(status)"
    case .signaled(let signal): "ended by signal \(signal)"
    }
  }
}

/// A started process: the leader of its own group or session, so that all that it starts can be
/// ended with it.
struct ChildProcess {
  enum Place { case group, session }

  let id: pid_t

  // A write to a child that no longer reads must be an error, not end the tests.
  private static let ignoresBrokenPipes: Void = {
    _ = signal(SIGPIPE, SIG_IGN)
  }()

  /// Starts a program with the signals that a shell would give it.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String], place: Place,
    files: (inout FileActions) -> Void
  ) throws {
    if FastRun.isOn { throw FastRun.Started(executable: executable) }
    _ = ChildProcess.ignoresBrokenPipes
    var actions = FileActions()
    defer { actions.destroy() }
    files(&actions)
    var attributes = Attributes(place)
    defer { attributes.destroy() }

    let words = ([executable] + arguments).map { strdup($0) }
    let settings = environment.map { strdup("\($0)=\($1)") }
    defer { (words + settings).forEach { free($0) } }
    var id = pid_t()
    let failure = Descriptor.startLock.withLock {
      posix_spawn(
        &id, executable, &actions.actions, &attributes.attributes, words + [nil], settings + [nil])
    }
    guard failure == 0 else { throw SystemError(call: "posix_spawn", number: failure) }
    self.id = id
  }

  /// How it ended; nil while it runs.
  func poll() -> ExitStatus? {
    var status: CInt = 0
    while true {
      let found = waitpid(id, &status, WNOHANG)
      if found == id { return ExitStatus(waitStatus: status) }
      if found == 0 { return nil }
      if errno != EINTR { return .exited(-1) }
    }
  }

  /// Ends it and its whole group, and waits for its end.
  func kill() {
    Foundation.kill(-id, SIGKILL)
    var status: CInt = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }
}

/// A call to the system that failed.
public struct SystemError: Error, CustomStringConvertible {
  /// The name of the call.
  public let call: String
  /// The error number.
  public let number: CInt

  init(call: String, number: CInt = errno) {
    self.call = call
    self.number = number
  }

  /// The call and the system's message.
  public var description: String { "\(call): \(String(cString: strerror(number)))" }
}
