import SessionFormat

extension Verification {
  /// What a verification examines besides the first divergence of one replay.
  public struct Extent: Sendable {
    /// Whether each step is also reduced from its recorded state, to find all steps that are wrong
    /// on their own.
    public var steps = false
    /// Whether the session is replayed a second time, in a process with another hash seed, and the
    /// two replays are compared.
    public var twice = false
    /// How many replays there are at most, each in a process of its own with another hash seed.
    ///
    /// The first that differs from the recording is the last, and the one that is reported.
    public var times = 1
    /// Whether the reason for the first difference is searched for.
    public var causes = false
    /// Whether a long session is checked before its replay, not during it.
    ///
    /// That is better if other sessions keep the processors busy.
    public var checksFirst = false

    /// In how many stretches a long session is replayed at once, each in a host of its own.
    public var stretches = 1

    /// Called now and then with the progress of long work, in words.
    public var progress: (@Sendable (String) -> Void)?

    /// Examines the first divergence alone.
    public init() {}
  }

  /// Replays and examines what is requested.
  ///
  /// - Parameters:
  ///   - extent: What to examine.
  ///   - command: The command of the host, for further processes.
  ///   - patience: The most seconds that an answer may take.
  /// - Throws: As ``verdict()``.
  public func verdict(
    _ extent: Extent, by command: HostCommand, patience: Int = 60
  ) throws(InspectorError) -> Verdict {
    host.surplus.arePassedOver = true
    defer { host.surplus.arePassedOver = false }
    var second: HostClient?
    if extent.twice {
      var other = command
      other.freeHashes()
      second = host.alike(other, patience: patience, interrupted: interrupted)
    }
    defer { second?.close() }
    var verdict = try replayed(extent, by: command, patience, beside: second)
    _ = second?.leave()
    if extent.steps {
      var stepwise = StepwiseVerification(
        session, host: host, ignoring: ignoring, interrupted: interrupted,
        progress: extent.progress ?? { _ in })
      let toldInputs = host.tellsInputs
      let faults = try stepwise.run(after: verdict)
      // If the host reports inputs after all, an action before the first divergence may lack one.
      // If a step differs by itself, states that were reused may hide it in the replay.
      if host.tellsInputs != toldInputs
        || (faults.count > 0 && !faults.isApart && verdict.divergence == nil)
      {
        let repetition = verdict.repetition
        var whole = self
        whole.encodesWhole = true
        verdict = try whole.verdict(beside: nil, checksFirst: extent.checksFirst)
        verdict.repetition = repetition
      }
      verdict.steps = faults
    }
    try replayAgain(&verdict, extent, by: command, patience)
    verdict.notes = host.leave()
    // A host that answers another type does so in what it reports, not in a step.
    if case .actionType? = verdict.divergence?.kind { return verdict }
    if let missing = verdict.divergence?.missingInput(
      BuildEvidence(recorded: session.header, host: host.lastHeader))
    {
      verdict.diagnosis = missing
    } else if extent.causes, let n = verdict.firstFault {
      let search = CauseSearch(
        session, command: command, patience: patience, ignoring: ignoring, like: host,
        interrupted: interrupted)
      verdict.diagnosis = try search.diagnosis(
        ofStep: n, leftOutBefore: verdict.leavesOut(before: n),
        since: verdict.firstIgnored(before: n), shown: verdict.shownDifference)
    }
    return verdict
  }

  /// The verdict on one replay, whole or in stretches.
  private func replayed(
    _ extent: Extent, by command: HostCommand, _ patience: Int, beside second: HostClient? = nil
  ) throws(InspectorError) -> Verdict {
    guard extent.stretches > 1, second == nil, !encodesWhole else {
      return try verdict(beside: second, checksFirst: extent.checksFirst)
    }
    let memory = command.memory
    let parallel = StretchedVerification(self, extent.stretches) { interrupted in
      HostClient(command, patience: patience, memory: memory, interrupted: interrupted)
    }
    return try parallel.verdict {
      () throws(InspectorError) in try verdict(beside: nil, checksFirst: extent.checksFirst)
    }
  }

  /// Replays as often as requested, until one does not reproduce, which is the verdict then.
  private func replayAgain(
    _ verdict: inout Verdict, _ extent: Extent, by command: HostCommand, _ patience: Int
  ) throws(InspectorError) {
    guard extent.times > 1 else { return }
    var command = command
    command.freeHashes()
    let (repetition, steps) = (verdict.repetition, verdict.steps)
    var made = 1
    while verdict.reproduces, made < extent.times {
      extent.progress?("\(made) of \(extent.times) replays reproduce")
      let client = host.alike(command, patience: patience, interrupted: interrupted)
      client.surplus.arePassedOver = true
      defer { client.close() }
      var again = self
      again.host = client
      verdict = try again.replayed(extent, by: command, patience)
      (verdict.repetition, verdict.steps) = (repetition, steps)
      made += 1
      _ = client.leave()
    }
    verdict.replays = Verdict.Replays(made: made, requested: extent.times)
  }
}

extension Divergence {
  /// What a drawn input that the recording lacks means; nil for another divergence.
  ///
  /// Re-runs show only that the input varies, as each input does.
  fileprivate func missingInput(_ build: BuildEvidence) -> Diagnosis? {
    guard case .input(let name, nil, _?) = kind else { return nil }
    let isSame = build.isSameCode == true
    let evidence =
      "the recording has no \(name) for this step: its line was removed, or "
      + (isSame
        ? "the step draws as many as something outside says" : "the recorded build drew none")
    let finding = Diagnosis.Finding(
      cause: isSame ? .unrecordedInput : .changedCode, confidence: .possible, evidence: [evidence])
    return Diagnosis(n: n, findings: [finding], runs: [], untested: [], notes: [])
  }
}
