import SessionFormat

/// Runs shortened sessions through a host.
struct Trial {
  let session: Session
  let host: HostClient
  var sought: SoughtFailure
  let interrupted: () -> Bool
  /// Whether every run begins with the first state in a process of its own, as recorded states do
  /// not tell all that the host has.
  var replaysAll = false
  /// How many actions were reduced.
  private(set) var reduced = 0

  init(
    _ session: Session, host: HostClient, _ sought: SoughtFailure,
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.host, self.sought) = (session, host, sought)
    self.interrupted = interrupted
  }

  /// A shortened session in which what is sought shows itself.
  struct Shown {
    let branch: Timeline
    /// After how many of its actions.
    let count: Int
  }

  /// Where what is sought shows itself; nil if it does not, or if nobody can tell.
  mutating func run(
    _ kept: KeptElements, _ edits: [Int: JSONValue] = [:]
  ) throws(InspectorError) -> Shown? {
    // What is the recording itself did not show it before its end.
    if kept.rest.isEmpty, edits.isEmpty { return nil }
    guard let branch = try branch(kept, edits) else { return nil }
    let count = try sought.shows(in: branch, interrupted: interrupted)
    return count.map { Shown(branch: branch, count: $0) }
  }

  /// What the host makes of some of the actions; nil if it fails.
  mutating func branch(
    _ kept: KeptElements, _ edits: [Int: JSONValue] = [:]
  ) throws(InspectorError) -> Timeline? {
    let plan = try BranchPlan(session, kept: kept, edits: edits)
    guard session.hasState(plan.fork) || plan.fork == plan.last else { return nil }
    if replaysAll { host.close() }
    var checkpoints = HostCheckpoints()
    checkpoints.isOn = false
    do throws(InspectorError) {
      return try host.passingOverSurplus { () throws(InspectorError) in
        var run = Recomputation(
          plan, of: session, host: host, checkpoints: checkpoints, replaysAll: replaysAll,
          interrupted: interrupted)
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
