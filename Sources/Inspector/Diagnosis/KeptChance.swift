import SessionFormat

/// Searches for what a value that the steps before left outside the state comes of, if it is another in
/// each process: the order of hashes, an address, chance, a process number, or the time.
struct KeptChance {
  let runs: ControlledRuns
  /// A run in a process that reduced the steps before.
  let example: StepRun

  /// The most seconds that the steps before may take: they are reduced some hundred times.
  private static let longestPrelude = 0.3
  private static let heldRuns = 6

  func search(_ found: inout Findings) throws(InspectorError) {
    let prelude = try runs.prelude(of: example, .behindSteps, atMost: Self.longestPrelude)
    guard prelude <= Self.longestPrelude else { return }
    let plain = try runs.sample(.plain, Self.heldRuns, .behindSteps)
    guard !plain.isStable else { return }
    for factor in runs.tools.factors where factor != .processors {
      if try isFound(factor, &found) { return }
    }
    // The hash of an address varies with both.
    if runs.tools.factors.contains(.addresses) {
      _ = try isFound(.addresses, beside: [.hashing], &found)
    }
  }

  /// Adds a factor if the processes have one result while it is held, and only then.
  ///
  /// - Parameter others: What is held in all runs.
  private func isFound(
    _ factor: RunConditions.Factor, beside others: Set<RunConditions.Factor> = [],
    _ found: inout Findings
  ) throws(InspectorError) -> Bool {
    let names = others.map(\.words).sorted()
    let held = RunConditions(
      held: others.union([factor]), name: (names + [factor.words]).joined(separator: ", "))
    let sample = try runs.sample(held, Self.heldRuns, .behindSteps)
    guard sample.isStable, let calm = sample.runs.first, calm.result.state != nil else {
      return false
    }
    // The library is used on both sides, so that only its answers differ.
    let free =
      factor.answers == nil
      ? RunConditions(held: others, name: names.joined(separator: ", "))
      : RunConditions(held: others, isWitnessed: true, name: factor.freeWords)
    let contrast = try runs.part(
      .withCondition, with: runs.same(as: calm, held, .behindSteps),
      without: runs.same(as: calm, free, .behindSteps))
    guard let sides = contrast.sides else { return false }
    let evidence =
      "the steps before kept a value that comes of it: with \(factor.words) it gives one result, "
      + sides.words(with: "", without: " without")
    if case .proven(let proof) = contrast {
      let answer = try runs.answerDoubt(about: factor, held, calm, .behindSteps)
      if let answer, answer.isRefuted {
        found.add(factor.cause, .possible, evidence, answer.words)
        return false
      }
      let differing = runs.lastSides.without
      var doubt = runs.constantDoubt(in: differing) ?? runs.unlikeRecorded(in: differing)
      if doubt == nil { doubt = try runs.sourceDoubtBesideVariables() }
      if doubt == nil, factor != .clock {
        doubt = try runs.fewDoubt(free, .behindSteps, in: differing)
      }
      if doubt == nil, factor != .clock, !differing.contains(where: runs.isAsRecorded) {
        doubt = try runs.lostDoubt(in: differing, about: factor, isTime: false)
      }
      if doubt == nil { doubt = try runs.threadDoubt(isNeeded: true) }
      if doubt == nil { doubt = try originDoubt(factor) }
      if doubt == nil, factor == .hashing { doubt = try runs.layoutDoubt(held, calm, .behindSteps) }
      if doubt == nil { doubt = answer?.words }
      found.add(factor.cause, proof, unless: doubt, evidence)
    } else {
      found.add(factor.cause, .tested, evidence)
    }
    return true
  }

  /// The doubt that what the recording kept comes of the same: the step that keeps it asks for more, or was not
  /// seen.
  private func originDoubt(_ factor: RunConditions.Factor) throws(InspectorError) -> String? {
    guard let kept = try runs.ownVariables(), !kept.isPartial else {
      return "which step keeps it was not seen, as the program's variables were not all seen"
    }
    guard !kept.names.isEmpty,
      let origin = try runs.origins(of: kept, for: [factor.cause]).first
    else { return "which step keeps it was not seen" }
    if let others = SystemRequests(calls: origin.calls).othersInWords {
      return "what was recorded may come from elsewhere: step \(origin.n) asks for more (\(others))"
    }
    if factor == .clock, try RecordedMoment(runs: runs).isTime(ofStep: origin.n) { return nil }
    if let name = origin.read.first {
      return
        "step \(origin.n) reads `\(name)`, too, which may have had a value before the recording began"
    }
    return factor == .clock ? try runs.requestsBefore().doubt : nil
  }
}
