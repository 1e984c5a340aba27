import SessionFormat

extension StepOrigin {
  /// The conditions in which all answers stand still.
  fileprivate static func still(_ tools: RunTools) -> RunConditions? {
    let held = Set(tools.factors).intersection([.hashing, .addresses, .random, .process, .clock])
    guard held.isSuperset(of: [.random, .clock]) else { return nil }
    return RunConditions(held: held, name: "all answers held still")
  }

  /// What it asked for that can be answered otherwise.
  fileprivate var factors: [RunConditions.Factor] {
    let requests = SystemRequests(calls: calls)
    return [.clock, .random].filter { !requests.calls(for: $0.cause).isEmpty }
  }
}

extension ControlledRuns {
  /// The most seconds that the steps before may take: they are reduced some thirty times at most.
  private static let longestPrelude = 0.5
  /// The most steps that are answered otherwise, the last of all.
  private static let mostOrigins = 8

  /// The step before from which a value in these variables comes; nil if none was seen that it may come from.
  ///
  /// Where it asked for the time or for random numbers, it is the last at which other ones, and nothing else, give
  /// the step another result. Else it is the likeliest by what it does to the variables.
  func origin(
    of kept: KeptVariables, for causes: Set<Diagnosis.Cause>
  ) throws(InspectorError) -> StepOrigin? {
    let origins = try runner.origins(of: kept, for: causes)
    let open = origins.filter { !$0.factors.isEmpty }.sorted { $0.n > $1.n }
    guard !open.isEmpty, let still = StepOrigin.still(tools),
      let calm = try twice(.behindSteps, still), calm.prelude <= Self.longestPrelude
    else { return origins.first }
    for origin in open.prefix(Self.mostOrigins) {
      for factor in origin.factors {
        var other = still
        other.otherwise = .init(n: origin.n, factor: factor)
        other.name += ", but with \(factor.otherWords) at step \(origin.n)"
        if let run = try twice(.behindSteps, other), isChanged(run, from: calm) {
          return origin.shown(by: factor)
        }
      }
    }
    return origins.first
  }

  /// Whether the results differ at a place that was recorded otherwise.
  private func isChanged(_ run: StepRun, from calm: StepRun) -> Bool {
    guard !agree(run, calm) else { return false }
    guard let recorded = recorded?.state, let old = calm.result.state, let new = run.result.state
    else { return true }
    let wrong = differences(recorded, old).map(\.path)
    return differences(old, new).contains { change in
      wrong.contains { $0.isAtOrBelow(change.path) || change.path.isAtOrBelow($0) }
    }
  }

  /// One of two runs with the same result; nil if they differ.
  private func twice(
    _ way: StepWay, _ conditions: RunConditions
  ) throws(InspectorError) -> StepRun? {
    let sample = try sample(conditions, 2, way)
    return sample.isStable && sample.runs.count == 2 ? sample.runs.first : nil
  }
}
