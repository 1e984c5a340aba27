public import Foundation

/// A program at its own terminal; the tests have the keys and the screen.
///
/// It is stopped, with all it started, when this object is released.
public final class PseudoTerminal {
  private let master: Descriptor
  private let child: ChildProcess
  private var received: [UInt8] = []
  private var status: ExitStatus?

  /// The expected output did not come.
  public struct Unexpected: Error {
    /// The output that was waited for.
    public let expected: String
    /// The output that came instead.
    public let received: String
    /// How the program ended; nil while it runs.
    public let status: ExitStatus?
  }

  /// Starts a program in a new session whose controlling terminal is this one.
  ///
  /// `TERM` is `xterm` unless the environment says otherwise.
  public init(
    _ executable: URL, _ arguments: [String] = [],
    environment: [String: String] = ProcessRun.plainEnvironment, columns: Int = 80, rows: Int = 24
  ) throws {
    let size = PseudoTerminal.size(columns: columns, rows: rows)
    let (screen, program) = try Descriptor.terminal(size)
    master = screen
    let path = try PseudoTerminal.path(of: program)
    child = try ChildProcess(
      executable.path, arguments,
      environment: environment.merging(["TERM": "xterm"]) { given, _ in given }, place: .session
    ) { files in
      // The first terminal that the leader of a session opens becomes the one that controls it.
      files.open(path, as: 0)
      files.copy(0, to: 1)
      files.copy(0, to: 2)
    }
    master.makeNonBlocking()
  }

  deinit {
    if status == nil { child.kill() }
  }

  /// The process id, for sending signals.
  public var processID: Int32 { child.id }

  /// Types a text; `\u{3}` is Ctrl-C, `\u{4}` is Ctrl-D, `\r` is the return key.
  public func send(_ text: String, within seconds: Double = 60) throws {
    let deadline = Deadline(seconds: seconds)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      switch master.write(bytes) {
      case .bytes(let count): bytes = bytes.dropFirst(count)
      case .wouldBlock where !deadline.hasPassed:
        // The program's output must be taken, or it will not read.
        Descriptor.wait(reading: [master], writing: [], seconds: 0.01)
        _ = master.read(into: &received)
      case .wouldBlock, .ended: throw SystemError(call: "write")
      }
    }
  }

  /// Changes the size of the window; a signal notifies the program.
  public func resize(columns: Int, rows: Int) throws {
    var size = PseudoTerminal.size(columns: columns, rows: rows)
    guard ioctl(master.descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
      throw SystemError(call: "ioctl")
    }
  }

  /// Whether the terminal makes a signal of Ctrl-C; otherwise it is a key that is read.
  public var makesSignalOfInterrupt: Bool {
    var settings = termios()
    guard tcgetattr(master.descriptor, &settings) == 0 else { return false }
    return withUnsafeBytes(of: &settings.c_cc) { $0[Int(VINTR)] == 3 }
      && settings.c_lflag & tcflag_t(ISIG) != 0
  }

  /// Reads the output up to the end of a text, from the end of the last such call on.
  ///
  /// Throws `Unexpected` if the time limit, a safeguard for a program that hangs, has passed, or if
  /// the program closes the terminal before.
  public func readUntil(_ expected: String, within seconds: Double = 60) throws -> String {
    let wanted = Array(expected.utf8)
    let deadline = Deadline(seconds: seconds)
    while true {
      if let end = received.firstRange(of: wanted)?.upperBound {
        defer { received.removeSubrange(..<end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard !deadline.hasPassed, receive(within: deadline.secondsLeft) else {
        throw Unexpected(
          expected: expected, received: String(decoding: received, as: UTF8.self),
          status: child(pollsWithin: 0))
      }
    }
  }

  /// Waits for the end of the program; returns it with the output since the last `readUntil`.
  ///
  /// Throws `Unexpected` if the time limit, a safeguard for a program that hangs, has passed.
  public func waitForExit(
    within seconds: Double = 60
  ) throws -> (status: ExitStatus, rest: String) {
    let deadline = Deadline(seconds: seconds)
    while receive(within: deadline.secondsLeft) && !deadline.hasPassed {}
    let ended = child(pollsWithin: deadline.secondsLeft)
    let rest = String(decoding: received, as: UTF8.self)
    received = []
    guard let ended else { throw Unexpected(expected: "its end", received: rest, status: nil) }
    return (ended, rest)
  }

  /// Waits for output; false once the program and all it started have closed the terminal.
  private func receive(within seconds: Double) -> Bool {
    Descriptor.wait(reading: [master], writing: [], seconds: seconds)
    if case .ended = master.read(into: &received) { return false }
    return true
  }

  private func child(pollsWithin seconds: Double) -> ExitStatus? {
    let deadline = Deadline(seconds: seconds)
    while true {
      status = status ?? child.poll()
      if status != nil || deadline.hasPassed { return status }
      Descriptor.wait(reading: [], writing: [], seconds: 0.01)
    }
  }

  private static func size(columns: Int, rows: Int) -> winsize {
    var size = winsize()
    size.ws_col = UInt16(clamping: columns)
    size.ws_row = UInt16(clamping: rows)
    return size
  }

  private static func path(of terminal: Descriptor) throws -> String {
    var name = [CChar](repeating: 0, count: 1024)
    guard ttyname_r(terminal.descriptor, &name, name.count) == 0 else {
      throw SystemError(call: "ttyname_r")
    }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
