public import SessionFormat

/// What went wrong with a reducer host, other than the reducer's result.
public enum HostFailure: Error, Equatable, Sendable {
  /// The program cannot be started.
  case cannotStart(command: String, reason: String)
  /// The program ended while an answer was expected.
  case died(HostDeath)
  /// No answer came in time.
  case silent(command: String, seconds: Int)
  /// The program wrote something that is not an answer.
  case nonsense(command: String, line: String, reason: String)
  /// The user interrupted the wait for an answer.
  case interrupted
  /// The program answered that it cannot.
  case refused(command: String, HostError)
  /// One of the other failures, while the answer to this action was awaited.
  indirect case during(action: Int, HostFailure)
}

extension HostFailure {
  /// The failure, with the action whose answer was awaited, unless it names one already.
  func awaiting(action n: Int) -> HostFailure {
    if case .during = self { self } else { .during(action: n, self) }
  }

  /// Whether no answer came in time.
  var isSilence: Bool {
    switch self {
    case .silent: true
    case .during(_, let failure): failure.isSilence
    default: false
    }
  }

  /// How the host ended, if its end is the failure.
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
    /// The exit status.
    case status(Int32)
    /// The signal.
    case signal(Int32)
  }

  /// The program.
  public let command: String
  /// The action that it was reducing, if any.
  public let action: Int?
  /// How it ended.
  public let ending: Ending
  /// The last lines that it wrote on standard error.
  public let standardError: [String]

  /// Describes the end of a host, for your own kind of connection.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - action: The action that it was reducing, if any.
  ///   - ending: How it ended.
  ///   - standardError: The last lines that it wrote on standard error.
  public init(command: String, action: Int?, ending: Ending, standardError: [String]) {
    self.command = command
    self.action = action
    self.ending = ending
    self.standardError = standardError
  }

  /// Whether a signal that a process raises by its own fault ended it: SIGILL, SIGTRAP, SIGABRT,
  /// SIGBUS, SIGFPE or SIGSEGV.
  var isTrap: Bool {
    guard case .signal(let signal) = ending else { return false }
    return SystemNames.trapSignals.contains(signal)
  }

  /// Whether a signal from outside ended it: SIGHUP, SIGINT, SIGTERM or SIGKILL, which is also sent
  /// if memory runs out.
  var comesFromOutside: Bool {
    [.signal(1), .signal(2), .signal(9), .signal(15)].contains(ending)
  }

  /// The line that best explains the end: that of a Swift trap, else the last one.
  public var lastWords: String? {
    Self.fatalLine(in: standardError) ?? Self.lastStatement(in: standardError)
  }

  /// The last line; if it only points at a part of the line above it, the one before both.
  private static func lastStatement(in lines: [String]) -> String? {
    guard let last = lines.last, lines.count > 2, last.contains("^"),
      last.allSatisfy({ " ^~|".contains($0) })
    else { return lines.last }
    return lines[lines.count - 3]
  }

  /// The line in which Swift says why it trapped, if there is one.
  ///
  /// A trap in inlined code is named only in a frame of the backtrace. Its address, which differs
  /// in each process, is left out.
  static func fatalLine(in lines: [String]) -> String? {
    guard let line = lines.first(where: { $0.contains("Fatal error") || $0.contains(failure) })
    else { return nil }
    let start = line.firstRange(of: failure)?.lowerBound ?? line.startIndex
    return line[..<start].contains(" 0x") ? String(line[start...]) : line
  }

  private static let failure = "Swift runtime failure: "

  /// The lines to show: the last ones, preceded by that of a Swift trap.
  static func lastLines(of lines: [String], count: Int = 16) -> [String] {
    let last = Array(lines.suffix(count))
    guard fatalLine(in: last) == nil, let fatal = fatalLine(in: lines) else { return last }
    return [fatal] + last.dropFirst()
  }
}
