import SessionFormat

/// What a process keeps from step to step: beside the store, or in a state that does not encode it.
struct KeptCauses {
  private let runs: ControlledRuns
  private let run: StepRun
  /// What was tried of the state as the steps before leave it.
  private(set) var words = ""
  /// In milliseconds; a process that has worked for longer is not matched.
  private static let longestWork = 2_000.0
  /// For how many times as long the other process works, as part of its time goes by waiting for lines.
  private static let share = 4.0

  init(_ runs: ControlledRuns, _ run: StepRun) {
    self.runs = runs
    self.run = run
  }

  mutating func search(_ found: inout Findings) throws(InspectorError) {
    try searchHidden(
      .again, "reduced twice in one process from the same state, the step comes to another result",
      &found)
    if found.best == .certain { return }
    try searchCarried(&found)
    if found.best == .certain { return }
    // A value that is kept when it is first made, or first asked for, shows behind other steps.
    try searchHidden(
      .behindOthers,
      "in a process that reduced later steps before, the step comes to another result from the "
        + "same state", &found)
  }

  // MARK: Beside the store

  /// Adds hidden state if the step comes to something else by a way that ends with the same state.
  private func searchHidden(
    _ way: StepWay, _ words: String, _ found: inout Findings
  ) throws(InspectorError) {
    guard let other = try runs.run(way), runs.differs(other, from: run) else { return }
    try prove(.hiddenState, way, other, against: .alone, words, " alone", &found)
  }

  /// Repeats one way against another.
  ///
  /// Both sides have their memory filled, so that what was never written is the same on each; and a
  /// process that has nothing to reduce before the step decodes and encodes the state before it for
  /// longer than the other one takes for that, as the step may read how long its process runs, or works.
  ///
  /// - Parameter example: A run by that way.
  private func prove(
    _ cause: Diagnosis.Cause, _ way: StepWay, _ example: StepRun, against other: StepWay,
    _ words: String, _ without: String, _ found: inout Findings
  ) throws(InspectorError) {
    let filled = RunConditions.filledMemory
    guard let calm = try runs.run(.alone, filled) else { return }
    guard runs.agree(calm, run) else { return try searchMemory(&found) }
    var late = filled
    var doubt: String?
    if other == .alone {
      let work = 1000 * Self.share * max(0, example.prelude)
      late.busy = Int(min(work, Self.longestWork).rounded(.up))
      if work > Self.longestWork {
        doubt = "how long its process runs was not kept apart"
      }
    }
    let kept = RunsOfSides()
    let both = kept.keeping(
      runs.others(than: run, way, filled), runs.others(than: run, other, late))
    let parting = try runs.part(.both, with: both.with, without: both.without)
    guard let sides = parting.sides else { return }
    let evidence = "\(words), \(sides.words(with: "", without: without))"
    if case .proven(let proof) = parting {
      if doubt == nil { doubt = turningDoubt(kept, way) }
      if doubt == nil { doubt = try runs.threadDoubt(isNeeded: true) }
      found.add(cause, proof, unless: doubt, evidence)
    } else {
      found.add(cause, .likely, evidence)
    }
  }

  /// What stands against a way as the cause: the replay of all steps comes to a step behind those before
  /// it, and that of one step does not.
  private func turningDoubt(_ sides: RunsOfSides, _ way: StepWay) -> String? {
    guard let shown = runs.shown else { return runs.turningDoubt(sides, isReplayWith: nil) }
    guard way == .carried || way == .behindSteps else {
      return "the replay does not come to the step in that way"
    }
    return runs.turningDoubt(sides, isReplayWith: shown.isInChain)
  }

  /// Memory that was never written shows, or seems to.
  private func searchMemory(_ found: inout Findings) throws(InspectorError) {
    let parting = try runs.part(
      .both, with: runs.others(than: run, .alone, .filledMemory), without: runs.others(than: run))
    guard let sides = parting.sides else { return }
    found.add(
      .addresses, .likely,
      "where memory is filled with other bytes (MALLOC_PERTURB_) it comes to another result, "
        + sides.words)
  }

  // MARK: In the state

  private mutating func searchCarried(_ found: inout Findings) throws(InspectorError) {
    guard let carried = try runs.run(.carried) else {
      words = "no step before leads to its state, so what of it is not encoded was not tested"
      return
    }
    guard let given = run.before, let left = carried.before,
      runs.differences(given, left).isEmpty
    else {
      words =
        "the steps before lead to another state here, so what of it is not encoded was not tested"
      return
    }
    let leftOut = runs.leftOut(given, left)
    found.noteLeftOut(leftOut)
    guard runs.differs(carried, from: run) else {
      words = "from the state as the steps before leave it the step comes to the same"
      return
    }
    guard let behind = try runs.run(.behindSteps) else { return }
    guard !runs.differs(behind, from: run) else {
      return try prove(
        .hiddenState, .behindSteps, behind, against: .alone,
        "in a process that reduced the steps before, the step comes to another result from the same "
          + "state", " in a fresh process", &found)
    }
    guard leftOut.isEmpty else { return try searchLeftOut(leftOut, &found) }
    try prove(
      .lossyCoding, .carried, carried, against: .behindSteps,
      "from the state as the steps before leave it the step comes to another result than from the "
        + "same state decoded, so the state has parts that are not encoded",
      " from the decoded state", &found)
  }

  /// The step follows what differs where nothing is compared.
  private func searchLeftOut(
    _ places: [JSONPointer], _ found: inout Findings
  ) throws(InspectorError) {
    let parting = try runs.part(
      .both, with: runs.others(than: run, .carried), without: runs.others(than: run, .behindSteps))
    guard let sides = parting.sides else { return }
    found.add(
      .leftOut, .likely,
      "\(Findings.list(places)) \(places.count == 1 ? "differs" : "differ") before the step, and "
        + "\(places.count == 1 ? "is" : "are") carried along: with what the steps before leave there "
        + "it comes to another result, "
        + sides.words(with: "", without: " from the recorded state"))
  }
}

extension RunConditions {
  /// Memory that is filled with other bytes when it is taken and when it is given back.
  static let filledMemory = RunConditions(
    environment: ["MALLOC_PERTURB_": "165", "MallocPreScribble": "1", "MallocScribble": "1"],
    name: "filled memory (MALLOC_PERTURB_)")
}

extension Findings {
  /// From here on nothing is certain, as places that are not compared differ before the step.
  mutating func noteLeftOut(_ places: [JSONPointer]) {
    guard !places.isEmpty, doubt == nil else { return }
    doubt =
      "what is left out of the comparison differs before the step (\(Self.list(places))), so nothing "
      + "is certain"
  }

  /// At most three places, in words.
  static func list(_ places: [JSONPointer]) -> String {
    let shown = places.prefix(3).map { $0.isRoot ? "the whole state" : $0.description }
    let more = places.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension ControlledRuns {
  /// What stands against certainty where runs of a step part: threads may come in another order for any
  /// reason.
  ///
  /// - Parameter isNeeded: Whether it counts as a doubt that the step's threads cannot be seen.
  func threadDoubt(isNeeded: Bool = false) throws(InspectorError) -> String? {
    guard let requests = try systemRequests() else {
      return isNeeded ? "whether the step starts threads was not seen (that takes strace)" : nil
    }
    return requests.startsThreads ? "the step starts threads, which were not kept apart" : nil
  }
}
