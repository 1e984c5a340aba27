import SessionFormat

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

    /// Hears now and then how much of long work is done, in words.
    public var progress: (@Sendable (String) -> Void)?

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
    var second: HostClient?
    if extent.twice {
      var other = command
      other.environment.updateValue(nil, forKey: "SWIFT_DETERMINISTIC_HASHING")
      second = host.alike(other, patience: patience, interrupted: interrupted)
    }
    defer { second?.close() }
    var verdict = try verdict(beside: second, checksFirst: extent.checksFirst)
    _ = second?.leave()
    if extent.steps {
      var stepwise = StepwiseVerification(
        session, host: host, ignoring: ignoring, interrupted: interrupted,
        progress: extent.progress ?? { _ in })
      let toldInputs = host.tellsInputs
      let faults = try stepwise.run(isChainEqual: verdict.isEqualThroughout)
      // Of a host that tells inputs, an action before the first divergence may lack one.
      if host.tellsInputs != toldInputs {
        let repetition = verdict.repetition
        verdict = try self.verdict(beside: nil, checksFirst: extent.checksFirst)
        verdict.repetition = repetition
      }
      verdict.steps = faults
    }
    verdict.notes = host.leave()
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
