public import SessionFormat

/// What went wrong with a reducer host, other than the reducer's result.
public enum HostFailure: Error, Equatable, Sendable {
  /// The program cannot be started.
  case cannotStart(command: String, reason: String)
  /// The program ended while an answer was due.
  case died(HostDeath)
  /// No answer came in time.
  case silent(command: String, seconds: Int)
  /// The program wrote what is no answer.
  case nonsense(command: String, line: String, reason: String)
  /// The user interrupted the wait for an answer.
  case interrupted
  /// The program said that it cannot.
  case refused(command: String, HostError)
  /// One of the others, while the answer to that action was awaited.
  indirect case during(action: Int, HostFailure)
}

extension HostFailure {
  /// The failure while the answer to an action was awaited; one that names its action stays as it is.
  func awaiting(action n: Int) -> HostFailure {
    if case .during = self { self } else { .during(action: n, self) }
  }

  /// The end of the host, where that is what went wrong.
  var death: HostDeath? {
    switch self {
    case .died(let death): death
    case .during(_, let failure): failure.death
    default: nil
    }
  }
}

/// The end of a reducer host that nobody asked for.
public struct HostDeath: Equatable, Sendable {
  /// How a process ended.
  public enum Ending: Equatable, Sendable {
    /// With that status.
    case status(Int32)
    /// By that signal.
    case signal(Int32)
  }

  /// The program.
  public let command: String
  /// The action that it was to reduce, where there was one.
  public let action: Int?
  /// How it ended.
  public let ending: Ending
  /// The last lines that it wrote on standard error.
  public let standardError: [String]

  /// The end of a host, as a connection of one's own tells it.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - action: The action that it was to reduce, where there was one.
  ///   - ending: How it ended.
  ///   - standardError: The last lines that it wrote on standard error.
  public init(command: String, action: Int?, ending: Ending, standardError: [String]) {
    self.command = command
    self.action = action
    self.ending = ending
    self.standardError = standardError
  }

  /// Whether a signal ended it that a fault of its own raises: SIGILL, SIGTRAP, SIGABRT, SIGBUS,
  /// SIGFPE or SIGSEGV.
  var isTrap: Bool {
    guard case .signal(let signal) = ending else { return false }
    return SystemNames.trapSignals.contains(signal)
  }

  /// Whether a signal ended it that others send: SIGHUP, SIGINT, SIGKILL (also where memory runs out)
  /// or SIGTERM.
  var comesFromOutside: Bool {
    [.signal(1), .signal(2), .signal(9), .signal(15)].contains(ending)
  }

  /// The line that says most of why: that of a Swift trap, else the last.
  public var lastWords: String? { Self.fatalLine(in: standardError) ?? standardError.last }

  /// The line in which Swift tells why it trapped, where there is one.
  ///
  /// Of a trap in what was inlined only a frame of the backtrace tells, behind an address that is
  /// another in each process.
  static func fatalLine(in lines: [String]) -> String? {
    guard let line = lines.first(where: { $0.contains("Fatal error") || $0.contains(failure) })
    else { return nil }
    let start = line.firstRange(of: failure)?.lowerBound ?? line.startIndex
    return line[..<start].contains(" 0x") ? String(line[start...]) : line
  }

  private static let failure = "Swift runtime failure: "

  /// What is told of the end of standard error: the last lines, behind that of a Swift trap.
  static func lastLines(of lines: [String], count: Int = 16) -> [String] {
    let last = Array(lines.suffix(count))
    guard fatalLine(in: last) == nil, let fatal = fatalLine(in: lines) else { return last }
    return [fatal] + last.dropFirst()
  }
}
