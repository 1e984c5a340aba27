import SessionFormat

/// Reduces each step of a session from the recorded state before it and compares the result.
struct StepwiseVerification {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  private let progress: (String) -> Void
  private var comparison: StepComparison
  private var faults = StepFaults()
  /// The faults, assuming that the host reports every input; used once it has reported one.
  private var faultsIfTold = StepFaults()

  init(
    _ session: Session, host: HostClient, ignoring: [IgnoredPlaces],
    interrupted: @escaping () -> Bool, progress: @escaping (String) -> Void = { _ in }
  ) {
    self.session = session
    self.host = host
    (self.interrupted, self.progress) = (interrupted, progress)
    comparison = StepComparison(session: session, ignoring: ignoring)
  }

  /// Finds the steps that are wrong on their own.
  ///
  /// - Parameter verdict: Of a replay of the whole chain; nil if there was none. If it reached every recorded state,
  ///   a sample of a long session's steps stands for all, as long as none of it differs.
  mutating func run(after verdict: Verdict? = nil) throws(InspectorError) -> StepFaults {
    var found = StepFaults()
    if verdict?.isEqualThroughout == true, let sample = try StepSample(session) {
      found = try walk(sample)
    }
    if found.compared == 0 || found.count > 0 {
      (faults, faultsIfTold) = (StepFaults(), StepFaults())
      found = try walk(nil)
    }
    guard let verdict, verdict.divergence == nil, found.count == 0, found.stoppedAfter == nil
    else { return found }
    let apart = StepsApart(
      session, host, comparison, interrupted: interrupted, progress: progress)
    switch try apart.find() {
    case .none: break
    case .apart(let fault): found.add(apart: fault)
    case .varying(let fault): found.add(fault)
    case .stopped(let error): found.backwardsError = error
    }
    return found
  }

  private mutating func walk(_ sample: StepSample?) throws(InspectorError) -> StepFaults {
    var walk = try HostWalk(session, host, .eachFromRecorded(sample), interrupted: interrupted)
    comparison.lookAtTypes(through: host)
    faults.sampledOf = sample?.total
    let share = WorkShare(from: session.first, to: session.last)
    var deaths = 0
    while let step = try walk.next() {
      try note(step.n, step.outcome)
      if faults.compared % 64 == 0 { progress("steps by themselves, \(share.words(at: step.n))") }
      if step.outcome.isDeath { deaths += 1 }
      if deaths == StepFaults.mostDeaths {
        faults.stoppedAfter = step.n
        break
      }
    }
    if host.tellsInputs {
      (faults.count, faults.faults) = (faultsIfTold.count, faultsIfTold.faults)
    }
    return faults
  }

  private mutating func note(_ n: Int, _ outcome: StepOutcome) throws(InspectorError) {
    try comparison.begin(at: n)
    _ = try comparison.compare(n, outcome)
    faults.note(n)
    if let fault = comparison.divergence { faults.add(fault) }
    if let fault = comparison.untold?.divergence ?? comparison.divergence {
      faultsIfTold.add(fault)
    }
  }
}
