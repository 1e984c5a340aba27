import SessionFormat

/// The calls of a step, and of what happened before it, that fit the causes that were found.
struct AskedCalls {
  /// What the step asks.
  private var asked: SystemRequests?
  /// What the host asks when it is given the state before, which is no part of the reducer.
  private var coding: SystemRequests?
  /// The causes for which the step asks nothing.
  private var unseen: Set<Diagnosis.Cause> = []
  /// The step's uses of the program's own variables.
  private var accesses: [WitnessedCalls.Call] = []
  /// The earlier steps that left something in one of them, the likeliest first.
  private var origins: [StepOrigin] = []
  /// The step's calls of Swift's own functions.
  private var inward: [WitnessedCalls.Call] = []

  init(
    _ runs: ControlledRuns, _ session: Session, for causes: [Diagnosis.Cause]
  ) throws(InspectorError) {
    if causes.contains(where: SystemRequests.fits) { asked = try runs.systemRequests() }
    if let asked {
      unseen = Set(causes.filter { SystemRequests.fits($0) && asked.calls(for: $0).isEmpty })
    }
    if !unseen.isEmpty, runs.n > session.first, session.hasBefore(runs.n) {
      coding = try runs.runner.systemRequests(ofState: runs.n - 1, session.before(runs.n))
    }
    let inwardCauses = Set(WitnessedCalls.Call.Inward.allCases.map(\.cause)).intersection(causes)
    if causes.contains(.hiddenState), let kept = try runs.ownVariables(), !kept.names.isEmpty {
      accesses = kept.accesses
      origins = try runs.origins(of: kept, for: Set(causes))
    }
    if !inwardCauses.isEmpty { inward = try runs.runner.inwardCalls() }
  }

  /// Adds them, with their lines, and the earlier step.
  ///
  /// - Returns: What is not known of the lines.
  func add(to found: inout Findings) -> String? {
    for origin in origins {
      guard let cause = origin.factor?.cause, !found.has(cause) else { continue }
      found.add(cause, .likely, origin.words)
    }
    let earlier = origins.flatMap(\.calls)
    let all: [[WitnessedCalls.Call]?] = [asked?.calls, coding?.calls, accesses, earlier, inward]
    let lines = SourceLines(all.compactMap(\.self).flatMap(\.self))
    found.add { cause in
      calls(for: cause).reduce(into: [Diagnosis.Asked]()) { asked, call in
        let one = Diagnosis.Asked(
          what: SystemRequests.label(call), clock: call.clock, line: lines.line(of: call),
          isInput: lines.isInput(call))
        if !asked.contains(one) { asked.append(one) }
      }
    }
    if let origin = origins.first { found.note(.hiddenState, origin: origin.n, origin.words) }
    return found.sorted.first.flatMap { lines.untested(calls(for: $0.cause)) }
  }

  private func calls(for cause: Diagnosis.Cause) -> [WitnessedCalls.Call] {
    let earlier = origins.flatMap(\.calls)
    let requests = unseen.contains(cause) ? coding : asked
    let own = requests?.calls(for: cause) ?? []
    if cause == .hiddenState { return accesses + earlier + own }
    let requested = SystemRequests(calls: earlier).calls(for: cause) + own
    // The zone of a new calendar may be replaced at once; a question for the zone is what is meant.
    if cause == .timeZone, !requested.isEmpty { return requested }
    return (inward + earlier).filter { $0.inward?.cause == cause } + requested
  }
}
