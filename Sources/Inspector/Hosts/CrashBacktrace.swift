import Foundation
import SessionFormat

/// Finds out where a host crashed, by letting another host crash in the same way.
///
/// A Swift program's backtrace takes many times as long as the rest of its run. So hosts run
/// without one until somebody needs it.
struct CrashBacktrace {
  private static let variable = "SWIFT_BACKTRACE"
  /// The frames of the reducer; those below are the same for all.
  private static let short =
    "enable=yes,color=no,registers=none,images=none,threads=crashed,limit=8,top=0,cache=no"
  /// The answers that a host gives before it crashes: to its header, a state, and the action.
  private static let answers = 3
  /// The most lines to read from a host that does not crash.
  private static let lineLimit = 10_000

  private let connect: () throws(HostFailure) -> any HostConnection

  /// Runs in hosts that the caller makes.
  init(connect: @escaping () throws(HostFailure) -> any HostConnection) { self.connect = connect }

  #if os(macOS) || os(Linux)
    /// For hosts of a program; nil if the user has chosen their backtraces.
    init?(
      _ command: HostCommand, patience: Int, memory: Int?, interrupted: @escaping () -> Bool
    ) {
      guard ProcessInfo.processInfo.environment[Self.variable] == nil,
        command.environment[Self.variable] == nil
      else { return nil }
      var command = command
      command.environment[Self.variable] = Self.short
      connect = { () throws(HostFailure) in
        // On a busy machine a backtrace takes long, and a report must not depend on that.
        try HostProcess(command, patience: patience, memory: memory, interrupted: interrupted)
      }
    }
  #endif

  /// Turns backtraces off in a host's environment, unless that sets them.
  static func silence(_ environment: inout [String: String]) {
    if environment[variable] == nil { environment[variable] = "enable=no" }
  }

  /// A crash with the output of a host that crashes in the same way.
  ///
  /// - Parameters:
  ///   - death: The crash to explain; returned unchanged if nothing more is found.
  ///   - lines: The lines that make a new host crash.
  func explained(_ death: HostDeath, by lines: [UInt8]) -> HostDeath {
    // A program that exits by itself has said why, and makes no backtrace.
    guard death.isTrap, let again = self.death(by: lines, in: death.action),
      again.ending == death.ending
    else { return death }
    // Where the backtracer is missing, the runtime says so; that is no reason of a crash.
    let words = again.standardError.filter { !$0.hasPrefix("swift runtime: ") }
    guard !words.isEmpty else { return death }
    return HostDeath(
      command: death.command, action: death.action, ending: death.ending, standardError: words)
  }

  private func death(by lines: [UInt8], in action: Int?) -> HostDeath? {
    do throws(HostFailure) {
      let host = try connect()
      defer { host.close() }
      try host.send(lines)
      // After the header, the state and the action, all further lines share the time of one answer.
      for line in 0..<Self.lineLimit {
        let answer = try host.receive(isNew: line < Self.answers)
        // A crash that comes by chance need not come again.
        if case .line(.state(let state))? = try? HostReply(answer, from: host.name),
          state.n == action
        {
          return nil
        }
      }
      return nil
    } catch {
      if case .died(let death) = error { return death }
      return nil
    }
  }
}

extension HostClient {
  /// A crash in an action, with the place in the reducer if another host reports it.
  ///
  /// - Parameters:
  ///   - death: The crash to explain.
  ///   - state: The state before the action.
  ///   - n: The number of that state.
  ///   - lines: The action and its inputs.
  func explained(
    _ death: HostDeath, from state: JSONValue, _ n: Int, by lines: [UInt8]
  ) -> HostDeath {
    let reset = LineCoding.bytes(of: HostRequest.reset(n: n, state: state).document, crc: false)
    let go = LineCoding.bytes(of: HostRequest.go.document, crc: false)
    return crashBacktrace?.explained(death, by: opening + reset + lines + go) ?? death
  }

  /// A crash caused by a request that is answered at once.
  func explained(_ failure: HostFailure, by request: [UInt8]) -> HostFailure {
    guard case .died(let death) = failure, let crashBacktrace else { return failure }
    return .died(
      crashBacktrace.explained(death, by: request == opening ? request : opening + request))
  }
}
