import SessionFormat

/// Replays a session as a chain, from its first state through all actions, and compares each step
/// with the recording.
public struct Verification {
  let session: Session
  var host: HostClient
  let ignoring: [IgnoredPlaces]
  let interrupted: () -> Bool
  /// Whether hosts encode each state as a whole.
  var encodesWhole = false
  /// The steps to replay; nil for all.
  var stretch: Stretch?
  /// Called with the number of each step that was replayed.
  var passed: (@Sendable (Int) -> Void)?

  /// Makes a verification.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - host: The host that reduces.
  ///   - ignoring: Places of the state that are left out of the comparison.
  ///   - interrupted: Asked at each step; true ends the work.
  public init(
    _ session: Session, host: HostClient, ignoring: [IgnoredPlaces] = [],
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.session = session
    self.host = host
    self.ignoring = ignoring
    self.interrupted = interrupted
  }

  /// Replays up to the first divergence.
  ///
  /// - Throws: Damage anywhere in the file other than a torn last line, a failure of the host, or
  ///   ``InspectorError/interrupted``. No damage is thrown if the session was opened to salvage it:
  ///   steps that lack a state or an input are not compared.
  public func verdict() throws(InspectorError) -> Verdict {
    try verdict(beside: nil)
  }

  /// Replays, and if there is a second host also replays in that one to compare both.
  ///
  /// - Parameter checksFirst: Whether a long session is checked before its replay, not during it.
  func verdict(
    beside second: HostClient?, checksFirst: Bool = false
  ) throws(InspectorError) -> Verdict {
    if !checksFirst, let verdict = try verdictIfSound(second) { return verdict }
    let faults = try SessionCheck(session, interrupted: interrupted).faults
    var torn: SessionError?
    for fault in faults {
      if fault.isTorn { torn = fault } else if session.mode != .salvage { throw .session(fault) }
    }
    return try verdict(torn: torn, second, interrupted)
  }

  /// The verdict on a long session that is checked during its replay.
  ///
  /// Nil if it may be damaged, as damage must be reported before any result of the replay.
  private func verdictIfSound(_ second: HostClient?) throws(InspectorError) -> Verdict? {
    // A reducer must not be given damaged actions in this process.
    guard host.isOutOfProcess, let reading = SoundReadingAside(session) else { return nil }
    let replayed: Result<Verdict, InspectorError>
    do throws(InspectorError) {
      replayed = .success(
        try verdict(torn: nil, second) { interrupted() || reading.isInDoubt })
    } catch {
      replayed = .failure(error)
    }
    if interrupted() { throw .interrupted }
    guard try reading.isSound(interrupted: interrupted) else { return nil }
    return try replayed.get()
  }

  /// The result of a replay and its comparison with a second one.
  struct Replayed {
    var comparison: StepComparison
    var repeated: RepeatedReplay?
    /// Whether the hosts encode of each state only what changed.
    var reusesStates = false
  }

  private func verdict(
    torn: SessionError?, _ second: HostClient?, _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Verdict {
    let made = try replayed(beside: second, interrupted)
    var verdict = try made.comparison.verdict(torn: torn)
    verdict.isSampleKnownToFit = made.comparison.isHostKnownToFit
    verdict.repetition = made.repeated?.repetition
    verdict.notes = host.notes
    return verdict
  }

  func replayed(
    beside second: HostClient? = nil, _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Replayed {
    let fresh = Replayed(
      comparison: StepComparison(session: session, ignoring: ignoring),
      repeated: second.map { _ in RepeatedReplay(session, ignoring: ignoring) })
    var made = fresh
    do throws(InspectorError) {
      func replay() throws(InspectorError) {
        made = fresh
        let notes = host.notes
        if try replayReusingStates(into: &made, second, interrupted) { return }
        // That a host was ended from outside may not happen again.
        var restarts = Array(host.notes.dropFirst(notes.count)).restarts
        if let death = made.comparison.divergence?.kind.death {
          restarts.append(unproved(.died(death)))
        }
        (host.notes, made) = (notes + restarts.map { .replaced($0) }, fresh)
        try self.replay(into: &made, second, interrupted)
        // What happens again is no note.
        if let death = made.comparison.death {
          host.notes.removeAll { $0.failureOfReuse?.isDeath(like: death) == true }
        }
      }
      // The first host is asked first, so that its surplus output comes out first.
      func replayBeside() throws(InspectorError) {
        guard let second else { return try replay() }
        try second.passingOverSurplus(replay) { _ in made.repeated?.repetition.difference != nil }
      }
      if host.surplus.arePassedOver {
        try host.passingOverSurplus(replayBeside) { _ in
          made.comparison.divergence != nil || made.repeated?.repetition.difference != nil
        }
      } else {
        try replay()
      }
    } catch {
      // A recorded state that does not decode is an error, unless a stand-in may be the cause or it
      // was not encoded when it was recorded.
      guard case .host(.refused(_, let refusal)) = error, try made.comparison.excuses(refusal)
      else { throw error }
      // A second replay could not decode it either.
      made.repeated = nil
    }
    return made
  }

  /// Replays in hosts that encode of each state only what changed, if they can.
  ///
  /// If a host dies, or finds in the end that its states encode something else, the result is worth
  /// nothing: every state must be encoded.
  ///
  /// - Returns: Whether the result holds.
  private func replayReusingStates(
    into made: inout Replayed, _ second: HostClient?, _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Bool {
    let openings = (host.openings, second?.openings)
    do throws(InspectorError) {
      let reusesStates = !encodesWhole && session.hasLargeStates
      try replay(into: &made, second, interrupted, reusesStates: reusesStates)
      guard made.reusesStates else { return true }
      guard host.openings == openings.0 + 1, second?.openings == openings.1.map({ $0 + 1 })
      else { return false }
      guard try proves(host) else { return false }
      guard let second else { return true }
      return try proves(second)
    } catch {
      if !made.reusesStates || interrupted() { throw error }
      if case .host(let failure) = error { host.notes.append(.replaced(unproved(failure))) }
      return false
    }
  }

  /// The note on a host that failed while it reused states.
  private func unproved(_ failure: HostFailure) -> HostRestart {
    HostRestart(
      n: session.first + 1, through: session.last, failure: failure, request: .reuse)
  }

  private func proves(_ host: HostClient) throws(InspectorError) -> Bool {
    do throws(HostFailure) { return try host.provesStates() } catch {
      throw error.trouble(interrupted)
    }
  }

  private func replay(
    into made: inout Replayed, _ second: HostClient?, _ interrupted: @escaping () -> Bool,
    reusesStates: Bool = false
  ) throws(InspectorError) {
    let isChecked = session.mode != .salvage
    let start = stretch?.start ?? session.first
    var walk = try HostWalk(
      session, host, from: start + 1, through: stretch?.end, isChecked: isChecked,
      interrupted: interrupted)
    let first = try walk.begin(at: start)
    made.comparison.lookAtTypes(through: host)
    if stretch != nil { try made.comparison.begin(at: start + 1) }
    try made.comparison.compareFirst(first, at: start)
    var beside: HostWalk?
    if let second {
      var walk = try HostWalk(session, second, isChecked: isChecked, interrupted: interrupted)
      let other = try walk.begin()
      try made.repeated?.compare(session.first, .reduced(first), .reduced(other))
      beside = walk
    }
    if reusesStates, host.canReuseStates, second?.canReuseStates != false {
      try host.reuseStates(interrupted)
      try second?.reuseStates(interrupted)
      made.reusesStates = true
    }
    while let step = try walk.next() {
      var rejoins = false
      passed?(step.n)
      if made.comparison.divergence == nil {
        rejoins = try made.comparison.compare(step.n, step.outcome)
      }
      if made.repeated?.isOver == false, let other = try beside?.next() {
        try made.repeated?.compare(step.n, step.outcome, other.outcome)
        if rejoins { try beside?.rejoin() }
      }
      let isDone = made.comparison.divergence != nil && made.repeated?.isOver != false
      if isDone { return }
      if rejoins { try walk.rejoin() }
    }
  }
}
