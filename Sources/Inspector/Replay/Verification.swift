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
    var repeated: RepeatedReplay?
    return try verdict(&repeated, Extent())
  }

  private func verdict(
    _ repeated: inout RepeatedReplay?, _ extent: Extent
  ) throws(InspectorError) -> Verdict {
    if !extent.checksFirst, let verdict = try verdictIfSound(&repeated) { return verdict }
    let faults = try SessionCheck(session, interrupted: interrupted).faults
    var torn: SessionError?
    for fault in faults {
      if fault.isTorn { torn = fault } else if session.mode != .salvage { throw .session(fault) }
    }
    return try verdict(torn: torn, &repeated, interrupted: interrupted)
  }

  /// The verdict on a long session that is looked through while it is replayed; nil if it may be
  /// damaged, which comes before anything that its replay says.
  private func verdictIfSound(
    _ repeated: inout RepeatedReplay?
  ) throws(InspectorError) -> Verdict? {
    // What a reducer does with damaged actions must not be done in this process.
    guard host.isElsewhere, let reading = SoundReadingAside(session) else { return nil }
    var made = repeated
    let replayed: Result<Verdict, InspectorError>
    do throws(InspectorError) {
      replayed = .success(
        try verdict(torn: nil, &made) { interrupted() || reading.isInDoubt })
    } catch {
      replayed = .failure(error)
    }
    if interrupted() { throw .interrupted }
    guard try reading.isSound(interrupted: interrupted) else { return nil }
    repeated = made
    return try replayed.get()
  }

  private func verdict(
    torn: SessionError?, _ repeated: inout RepeatedReplay?, interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Verdict {
    var run = StepComparison(session: session, ignoring: ignoring)
    var restarts: [HostRestart] = []
    let fresh = (run, repeated)
    do throws(InspectorError) {
      func replay() throws(InspectorError) {
        ((run, repeated), restarts) = (fresh, [])
        try self.replay(into: &run, &repeated, &restarts, interrupted)
      }
      if host.surplus.arePassedOver {
        try host.passingOverSurplus(replay) { _ in run.divergence != nil }
      } else {
        try replay()
      }
    } catch {
      // A recorded state that does not decode is trouble, unless it may be for a stand-in, or as it was
      // not encoded when it was recorded.
      guard case .host(.refused(_, let refusal)) = error, try run.excuses(refusal)
      else { throw error }
      // Nor does it in a second replay.
      repeated = nil
    }
    return try verdict(run, restarts, torn)
  }

  private func verdict(
    _ run: StepComparison, _ restarts: [HostRestart], _ torn: SessionError?
  ) throws(InspectorError) -> Verdict {
    var verdict = try run.verdict(torn: torn)
    verdict.restarts = restarts
    verdict.isSampleKnownToFit = run.isHostKnownToFit
    return verdict
  }

  private func replay(
    into run: inout StepComparison, _ repeated: inout RepeatedReplay?,
    _ restarts: inout [HostRestart], _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    let isChecked = session.mode != .salvage
    try Replay(
      session, host: host, isChecked: isChecked, interrupted: interrupted
    ).run { state throws(InspectorError) in
      repeated?.noteFirst(state, opaque: host.sentOpaque)
      run.lookAtTypes(through: host)
      try run.compareFirst(state, opaque: host.sentOpaque)
    } restarted: {
      restarts.append($0)
    } step: { n, outcome throws(InspectorError) in
      let isKept = repeated?.note(n, outcome) ?? false
      if run.divergence == nil {
        let next = try run.compare(n, outcome)
        if case .rejoin = next { repeated?.noteRejoining(after: n) }
        return next.continued(isKept)
      }
      return isKept ? .goOn : .stop
    }
  }
}

extension Replay.Next {
  /// What comes next where the rest of the replay is to be seen also after a divergence.
  fileprivate func continued(_ isWanted: Bool) -> Replay.Next {
    if isWanted, case .stop = self { return .goOn }
    return self
  }
}

// MARK: - More than the first divergence

extension Verification {
  /// What is looked at beside the first divergence of one replay.
  public struct Extent: Sendable {
    /// Whether each step is also reduced from its recorded state, so that all that differ by
    /// themselves are found.
    public var steps = false
    /// Whether the session is replayed a second time, in a process with another hash seed, and
    /// both replays are compared.
    public var twice = false
    /// Whether it is found out why the first step that differs does.
    public var causes = false
    /// Whether a long session is looked through before it is replayed and not meanwhile, as is better
    /// where other sessions keep the processors busy.
    public var checksFirst = false

    /// The first divergence alone.
    public init() {}
  }

  /// Replays as far as is asked.
  ///
  /// - Parameters:
  ///   - extent: What is looked at.
  ///   - command: The host, for further processes.
  ///   - patience: How many seconds an answer may take.
  /// - Throws: As ``verdict()``.
  public func verdict(
    _ extent: Extent, by command: HostCommand, patience: Int = 60
  ) throws(InspectorError) -> Verdict {
    host.surplus.arePassedOver = true
    defer { host.surplus.arePassedOver = false }
    var repeated: RepeatedReplay?
    if extent.twice {
      repeated = RepeatedReplay(session, ignoring: ignoring, interrupted: interrupted)
    }
    var verdict = try verdict(&repeated, extent)
    // Those of the second replay, and of the steps by themselves.
    var restarts: [HostRestart] = []
    var notes: [HostNote] = []
    if var repeated {
      var other = command
      other.environment.updateValue(nil, forKey: "SWIFT_DETERMINISTIC_HASHING")
      let client = host.alike(other, patience: patience, interrupted: interrupted)
      defer { client.close() }
      verdict.repetition = try repeated.compare(through: client)
      restarts += repeated.restarts
      notes = client.leave()
    }
    if extent.steps {
      var stepwise = StepwiseVerification(
        session, host: host, ignoring: ignoring, interrupted: interrupted)
      let toldInputs = host.tellsInputs
      let faults = try stepwise.run()
      // Of a host that tells inputs, an action before the first divergence may lack one.
      if host.tellsInputs != toldInputs {
        let repetition = verdict.repetition
        var none: RepeatedReplay?
        verdict = try self.verdict(&none, extent)
        verdict.repetition = repetition
      }
      verdict.steps = faults
      restarts += stepwise.restarts
    }
    verdict.restarts += restarts
    verdict.notes = host.leave()
    verdict.notes.add(notes)
    // A host that answers another type than it was given has done so in what it says, not in a step.
    if case .actionType? = verdict.divergence?.kind { return verdict }
    if extent.causes, let n = verdict.firstFault {
      let search = CauseSearch(
        session, ignoring: ignoring, command: command, patience: patience, like: host,
        interrupted: interrupted)
      verdict.diagnosis = try search.diagnosis(
        ofStep: n, leftOutBefore: verdict.leavesOut(before: n), shown: verdict.shownDifference)
    }
    return verdict
  }
}
