public import SessionFormat

/// Replays a session as a chain, from its first state through all actions, and compares each step
/// with the recording.
public struct Verification {
  private let session: Session
  private let host: HostClient
  private let ignoring: [PathPattern]
  private let interrupted: () -> Bool

  /// A verification.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - host: What reduces.
  ///   - ignoring: Places of the state that are left out of the comparison.
  ///   - interrupted: Asked at each step; true ends the work.
  public init(
    _ session: Session, host: HostClient, ignoring: [PathPattern] = [],
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.session = session
    self.host = host
    self.ignoring = ignoring
    self.interrupted = interrupted
  }

  /// Replays up to the first divergence.
  ///
  /// - Throws: Damage anywhere in the file but for a torn last line (none, where the session was
  ///   opened to salvage it: steps that miss a state or an input are not compared), a failure of the host, or
  ///   ``InspectorError/interrupted``.
  public func verdict() throws(InspectorError) -> Verdict {
    let faults = try SessionCheck(session, interrupted: interrupted).faults
    var torn: SessionError?
    for fault in faults {
      if fault.isTorn { torn = fault } else if session.mode != .salvage { throw .session(fault) }
    }
    var run = StepComparison(session: session, ignoring: ignoring)
    do throws(InspectorError) {
      try replay(into: &run)
    } catch {
      // A recorded state that does not decode is trouble, unless it may be for a stand-in.
      guard case .host(.refused(_, let refusal)) = error, try run.excuses(refusal)
      else { throw error }
    }
    return run.verdict(torn: torn)
  }

  private func replay(into run: inout StepComparison) throws(InspectorError) {
    let isChecked = session.mode != .salvage
    try Replay(
      session, host: host, isChecked: isChecked, interrupted: interrupted
    ).run { state throws(InspectorError) in
      try run.compareFirst(state)
    } step: { n, outcome throws(InspectorError) in
      run.divergence == nil ? try run.compare(n, outcome) : .stop
    }
  }
}
