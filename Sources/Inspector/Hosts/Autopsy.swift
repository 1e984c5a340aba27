import Foundation
import SessionFormat

/// Finds out where a host died, by letting another die the same way.
///
/// The backtrace that a Swift program makes of its end takes many times as long as all else of it, so
/// hosts run without one until somebody is to be told.
struct Autopsy {
  private static let variable = "SWIFT_BACKTRACE"
  /// The frames of the reducer; what lies below is the same for all.
  private static let short =
    "enable=yes,color=no,registers=none,images=none,threads=crashed,limit=8,top=0,cache=no"
  /// Seconds that an answer may take: a host that does not die again is not waited for.
  private static let patience = 10
  /// The answers that a host gives before it dies: its header, a state, and the action.
  private static let answers = 3
  /// The most lines that are read of a host that does not die.
  private static let lineLimit = 10_000

  private let connect: () throws(HostFailure) -> any HostConnection

  /// An autopsy in hosts of the caller's making.
  init(connect: @escaping () throws(HostFailure) -> any HostConnection) { self.connect = connect }

  #if os(macOS) || os(Linux)
    /// An autopsy for the hosts of a program; nil if the user has chosen what backtraces they make.
    init?(
      _ command: HostCommand, patience: Int, memory: Int?, interrupted: @escaping () -> Bool
    ) {
      guard ProcessInfo.processInfo.environment[Self.variable] == nil,
        command.environment[Self.variable] == nil
      else { return nil }
      var command = command
      command.environment[Self.variable] = Self.short
      connect = { () throws(HostFailure) in
        try HostProcess(
          command, patience: min(patience, Self.patience), memory: memory,
          interrupted: interrupted)
      }
    }
  #endif

  /// What environments of hosts say of backtraces where nobody asks for one.
  static func silence(_ environment: inout [String: String]) {
    if environment[variable] == nil { environment[variable] = "enable=no" }
  }

  /// A death with all that a host says of it that dies the same way.
  ///
  /// - Parameters:
  ///   - death: What is to be explained; given back as it is where nothing more is found out.
  ///   - lines: What a new host must be sent to die of it.
  func explained(_ death: HostDeath, by lines: [UInt8]) -> HostDeath {
    // What ends by itself has said why, and makes no backtrace.
    guard death.isTrap, let again = self.death(by: lines), again.ending == death.ending,
      !again.standardError.isEmpty
    else { return death }
    return HostDeath(
      command: death.command, action: death.action, ending: death.ending,
      standardError: again.standardError)
  }

  private func death(by lines: [UInt8]) -> HostDeath? {
    do throws(HostFailure) {
      let host = try connect()
      defer { host.close() }
      try host.send(lines)
      // What is behind the header, the state and the action has the time of one answer in all.
      for line in 0..<Self.lineLimit { _ = try host.receive(isNew: line < Self.answers) }
      return nil
    } catch {
      if case .died(let death) = error { return death }
      return nil
    }
  }
}

extension HostClient {
  /// A death in an action, with the place in the reducer where another host tells it.
  ///
  /// - Parameters:
  ///   - death: What is to be explained.
  ///   - state: The state before the action.
  ///   - n: The number of that state.
  ///   - lines: The action and its inputs.
  func explained(
    _ death: HostDeath, from state: JSONValue, _ n: Int, by lines: [UInt8]
  ) -> HostDeath {
    let reset = LineCoding.bytes(of: HostRequest.reset(n: n, state: state).document, crc: false)
    let go = LineCoding.bytes(of: HostRequest.go.document, crc: false)
    return autopsy?.explained(death, by: opening + reset + lines + go) ?? death
  }

  /// A death that a request brought about which is answered at once.
  func explained(_ failure: HostFailure, by request: [UInt8]) -> HostFailure {
    guard case .died(let death) = failure, let autopsy else { return failure }
    return .died(autopsy.explained(death, by: request == opening ? request : opening + request))
  }
}
