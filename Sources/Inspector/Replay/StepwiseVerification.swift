import SessionFormat

/// Reduces each step of a session from its recorded state before, and compares the result.
struct StepwiseVerification {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  private var comparison: StepComparison
  private var faults = StepFaults()
  /// The same, if the host turns out not to leave inputs out.
  private var faultsIfTold = StepFaults()

  init(
    _ session: Session, host: HostClient, ignoring: [PathPattern],
    interrupted: @escaping () -> Bool
  ) {
    self.session = session
    self.host = host
    self.interrupted = interrupted
    comparison = StepComparison(session: session, ignoring: ignoring)
  }

  /// The steps that differ by themselves.
  mutating func run() throws(InspectorError) -> StepFaults {
    var walk = try HostWalk(session, host, .eachFromRecorded, interrupted: interrupted)
    comparison.lookAtTypes(through: host)
    var deaths = 0
    while let step = try walk.next() {
      try note(step.n, step.outcome)
      if step.outcome.isDeath { deaths += 1 }
      if deaths == StepFaults.mostDeaths {
        faults.stoppedAfter = step.n
        break
      }
    }
    if host.tellsInputs { faults.adopt(faultsIfTold) }
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
