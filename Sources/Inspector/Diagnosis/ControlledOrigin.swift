import SessionFormat

/// The steps before from whose answers a kept value comes, found by other answers at them alone.
///
/// The clock and random numbers are the answers that can be others in one step of a process. All else that can stand
/// still does so meanwhile.
struct ControlledOrigin {
  let runs: ControlledRuns
  /// The steps that may be the origin, in their order.
  private let origins: [StepOrigin]
  /// The conditions in which all answers stand still, and a run in them.
  private let still: RunConditions
  private let calm: StepRun

  /// The most seconds that the steps before may take: they are reduced some hundred times at most.
  private static let longestPrelude = 0.5
  /// The most steps whose answers are others where few values are possible, the likeliest.
  private static let mostWeak = 8
  /// The other answers that are tried there.
  private static let weakVariants = 24

  /// - Returns: nil if nothing can be tried.
  init?(_ runs: ControlledRuns, _ origins: [StepOrigin]) throws(InspectorError) {
    (self.runs, self.origins) = (runs, origins.sorted { $0.n < $1.n })
    let held = Set(runs.tools.factors).intersection([
      .hashing, .addresses, .random, .process, .clock,
    ])
    still = RunConditions(held: held, name: "all answers held still")
    guard held.isSuperset(of: [.random, .clock]), origins.contains(where: { !$0.factors.isEmpty })
    else { return nil }
    let sample = try runs.sample(still, 2, .behindSteps)
    guard sample.isStable, sample.runs.count == 2, let run = sample.runs.first,
      try runs.prelude(of: run, .behindSteps, still, atMost: Self.longestPrelude)
        <= Self.longestPrelude
    else { return nil }
    calm = run
  }

  /// The steps whose answers the value carries, the last first.
  func carriers() throws(InspectorError) -> [StepOrigin] {
    var shown: [StepOrigin] = []
    for factor in [RunConditions.Factor.random, .clock] {
      if let origin = try carrier(of: factor) { shown.append(origin.shown(by: factor)) }
    }
    return shown.sorted { $0.n > $1.n }
  }

  /// The first of the likeliest steps whose answers decide between few values; nil if none does.
  func decider(among likeliest: [StepOrigin]) throws(InspectorError) -> StepOrigin? {
    for origin in likeliest.prefix(Self.mostWeak) {
      for factor in origin.factors where try isDecided(by: factor, at: origin.n) {
        return origin.shown(by: factor)
      }
    }
    return nil
  }

  // MARK: Experiments

  /// The last step whose answers the value carries.
  ///
  /// If other answers from a step on change the value, and from the next one on do not, it is that step. A time that
  /// only decides something gives no more than two values.
  private func carrier(of factor: RunConditions.Factor) throws(InspectorError) -> StepOrigin? {
    let asking = origins.filter { $0.factors.contains(factor) }
    guard let first = asking.first, let last = asking.last,
      try isCarried(factor, first.n...last.n)
    else { return nil }
    var (known, end) = (0, asking.count)
    while end - known > 1 {
      let middle = (known + end) / 2
      if try isCarried(factor, asking[middle].n...last.n) { known = middle } else { end = middle }
    }
    let origin = asking[known]
    return try isCarried(factor, origin.n...origin.n) ? origin : nil
  }

  /// Whether each of three answers in these steps gives a value of its own.
  private func isCarried(
    _ factor: RunConditions.Factor, _ steps: ClosedRange<Int>
  ) throws(InspectorError) -> Bool {
    guard let one = try run(factor, steps, 0), isChanged(one, from: calm),
      let other = try run(factor, steps, 1), isChanged(other, from: calm)
    else { return false }
    return isChanged(other, from: one)
  }

  /// Whether another answer in a step gives another value.
  private func isDecided(
    by factor: RunConditions.Factor, at n: Int
  ) throws(InspectorError) -> Bool {
    for variant in 0..<(factor == .clock ? 2 : Self.weakVariants) {
      guard let one = try run(factor, n...n, variant), isChanged(one, from: calm) else { continue }
      // Not by chance.
      return try run(factor, n...n, variant).map { runs.agree($0, one) } == true
    }
    return false
  }

  private func run(
    _ factor: RunConditions.Factor, _ steps: ClosedRange<Int>, _ variant: Int
  ) throws(InspectorError) -> StepRun? {
    var other = still
    other.otherwise = .init(steps: steps, factor: factor, variant: variant)
    let place =
      steps.count == 1
      ? "in step \(steps.lowerBound)" : "in steps \(steps.lowerBound) to \(steps.upperBound)"
    other.name +=
      ", but with \(factor.otherWords) \(place)" + (variant == 0 ? "" : " (\(variant + 1))")
    return try runs.run(.behindSteps, other)
  }

  /// Whether the results differ at a place that was recorded otherwise.
  private func isChanged(_ run: StepRun, from other: StepRun) -> Bool {
    guard !runs.agree(run, other) else { return false }
    guard let recorded = runs.recorded?.state, let old = other.result.state,
      let new = run.result.state
    else { return true }
    let wrong = runs.differences(recorded, old).map(\.path)
    return runs.differences(old, new).contains { change in
      wrong.contains { $0.isAtOrBelow(change.path) || change.path.isAtOrBelow($0) }
    }
  }
}

extension ControlledRuns {
  /// The steps before from which a value in these variables comes, the first of them likeliest; none if none was seen
  /// that it may come from.
  ///
  /// - Parameter causes: What was found so far, by which they are ranked.
  func origins(
    of kept: KeptVariables, for causes: Set<Diagnosis.Cause>
  ) throws(InspectorError) -> [StepOrigin] {
    let likeliest = try runner.origins(of: kept, for: causes)
    let control: ControlledOrigin?
    if let known = carriers {
      control = known.control
    } else {
      control = try ControlledOrigin(self, likeliest)
      carriers = (control, try control?.carriers() ?? [])
    }
    if let shown = carriers?.shown, !shown.isEmpty { return shown }
    guard let control else { return Array(likeliest.prefix(1)) }
    // What was not answered otherwise is what is left, if steps asked for that.
    if let other = likeliest.lazy.compactMap(\.byOthers).first { return [other] }
    return [try control.decider(among: likeliest) ?? likeliest.first].compactMap(\.self)
  }
}
