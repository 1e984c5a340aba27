import SessionFormat

/// Runs shortened sessions through a host.
struct Candidate {
  let session: Session
  let host: HostClient
  var sought: TargetFailure
  let interrupted: () -> Bool
  /// Whether every run begins with the first state in a new process, as recorded states do not show
  /// all that the host has.
  var replaysAll = false
  /// How many actions were reduced.
  private(set) var reduced = 0

  /// A shortened session that shows the failure.
  struct Shown {
    let branch: Timeline
    /// The number of its actions after which the failure shows.
    let count: Int
  }

  /// Runs the kept actions; nil if the failure does not show, or if that cannot be decided.
  mutating func run(
    _ kept: KeptElements, _ edits: [Int: JSONValue] = [:]
  ) throws(InspectorError) -> Shown? {
    // The recording itself did not show it before its end.
    if kept.rest.isEmpty, edits.isEmpty { return nil }
    guard let branch = try branch(kept, edits) else { return nil }
    let count = try sought.shows(in: branch, interrupted: interrupted)
    return count.map { Shown(branch: branch, count: $0) }
  }

  /// The host's branch with only some of the actions; nil if the host fails.
  mutating func branch(
    _ kept: KeptElements, _ edits: [Int: JSONValue] = [:]
  ) throws(InspectorError) -> Timeline? {
    let plan = try BranchPlan(session, kept: kept, edits: edits)
    guard session.hasState(plan.fork) || plan.fork == plan.last else { return nil }
    if replaysAll { host.close() }
    do throws(InspectorError) {
      return try host.passingOverSurplus { () throws(InspectorError) in
        var run = Recomputation(
          plan, of: session, host: host, checkpoints: HostCheckpoints(isOn: false),
          replaysAll: replaysAll, interrupted: interrupted)
        defer { reduced += run.reduced }
        return try run.branch(named: "minimized")
      }
    } catch .host(let failure) {
      if case .cannotStart = failure { throw .host(failure) }
      host.close()
      return nil
    }
  }
}
