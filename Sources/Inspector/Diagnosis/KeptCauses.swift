import SessionFormat

/// Searches for what a process keeps from step to step, outside the store or unencoded in the state.
struct KeptCauses {
  let runs: ControlledRuns
  let run: StepRun
  let build: BuildEvidence
  /// The zone and the locales of the recording, each with what it is the cause of.
  let surroundings: [(RunConditions, Diagnosis.Cause)]
  /// What was tested with the state as the steps before leave it.
  private(set) var words = ""
  /// In milliseconds; a process that has worked for longer is not matched.
  private static let longestWork = 2_000.0
  /// The factor by which the other process works longer, as it spends part of its time waiting.
  private static let share = 4.0

  mutating func search(_ found: inout Findings) throws(InspectorError) {
    try searchHidden(
      .again, "reduced twice in one process from the same state, the step gives another result",
      &found)
    try searchCarried(&found)
    if found.best == .certain { return }
    try searchSurroundings(&found)
    // A value that is kept once it is first made or requested shows after other steps.
    try searchHidden(
      .behindOthers,
      "in a process that reduced later steps before, the step gives another result from the same "
        + "state", &found)
  }

  // MARK: Beside the store

  /// Adds hidden state if the step has another result after a detour to the same state.
  private func searchHidden(
    _ way: StepWay, _ words: String, _ found: inout Findings
  ) throws(InspectorError) {
    guard let other = try runs.run(way), runs.differs(other, from: run) else { return }
    try addHidden(way, other, words, " alone", &found)
  }

  /// Adds hidden state, which is never proven here.
  ///
  /// A process that has reduced before has other memory throughout; no variable was set by itself.
  private func addHidden(
    _ way: StepWay, _ example: StepRun, _ words: String, _ without: String,
    _ found: inout Findings
  ) throws(InspectorError) {
    guard let contrast = try contrast(way, example, against: .alone, &found),
      let sides = contrast.sides
    else { return }
    let fits = isInReplay(way) || runs.isAsRecorded(example)
    found.add(
      .hiddenState, fits ? .tested : .possible,
      "\(words), \(sides.words(with: "", without: without))")
    if let doubt = turningDoubt(way) { found.add(.hiddenState, .possible, doubt) }
  }

  /// Repeats one way against another; nil if that says nothing.
  ///
  /// Memory is filled on both sides, so that bytes that were never written are the same on each.
  /// The step may read how long its process has run or worked. So a process with nothing to reduce
  /// before the step decodes and encodes the state before it for longer than the other one takes.
  ///
  /// - Parameter example: A run by that way.
  private func contrast(
    _ way: StepWay, _ example: StepRun, against other: StepWay, _ found: inout Findings
  ) throws(InspectorError) -> Contrast? {
    let filled = RunConditions.filledMemory
    guard let calm = try runs.run(.alone, filled) else { return nil }
    guard runs.agree(calm, run) else {
      try searchMemory(&found)
      return nil
    }
    var late = filled
    if other == .alone {
      let longest = Self.longestWork / (1000 * Self.share)
      let work = try 1000 * Self.share * runs.prelude(of: example, way, atMost: longest)
      late.busy = Int(min(work, Self.longestWork).rounded(.up))
    }
    return try runs.part(
      .both, with: runs.others(than: run, way, filled), without: runs.others(than: run, other, late)
    )
  }

  /// Whether the replay may come to the step in a way.
  private func isInReplay(_ way: StepWay) -> Bool {
    runs.shown == nil || way == .carried || way == .behindSteps
  }

  /// The doubt that a way is the cause: only the replay of all steps reaches a step after those
  /// before it; the replay of one step does not.
  private func turningDoubt(_ way: StepWay) -> String? {
    guard let shown = runs.shown else { return runs.turningDoubt(isReplayWith: nil) }
    guard isInReplay(way) else {
      return "the replay does not reduce the step in that way"
    }
    return runs.turningDoubt(isReplayWith: shown.isInChain)
  }

  /// Memory that was never written shows in the result, or seems to.
  private func searchMemory(_ found: inout Findings) throws(InspectorError) {
    let contrast = try runs.part(
      .both, with: runs.others(than: run, .alone, .filledMemory), without: runs.others(than: run))
    guard let sides = contrast.sides else { return }
    found.add(
      .addresses, .tested,
      "with memory filled with other bytes (MALLOC_PERTURB_) it gives another result, "
        + sides.words)
  }

  // MARK: In the state

  private mutating func searchCarried(_ found: inout Findings) throws(InspectorError) {
    guard let carried = try runs.run(.carried) else {
      words = "no step before leads to its state, so its parts that are not encoded were not tested"
      return
    }
    guard let given = run.before, let left = carried.before,
      runs.differences(given, left).isEmpty
    else {
      words =
        "the steps before lead to another state here, so its parts that are not encoded were not "
        + "tested"
      return
    }
    let leftOut = runs.leftOut(given, left)
    found.noteLeftOut(leftOut)
    guard runs.differs(carried, from: run) else {
      words = "from the state as the steps before leave it the step gives the same result"
      return
    }
    guard let behind = try runs.run(.behindSteps) else { return }
    guard !runs.differs(behind, from: run) else {
      try addHidden(
        .behindSteps, behind,
        "in a process that reduced the steps before, the step gives another result from the same "
          + "state", " in a fresh process", &found)
      return try KeptChance(runs: runs, example: behind).search(&found)
    }
    guard leftOut.isEmpty else { return try searchLeftOut(leftOut, &found) }
    try addLossy(carried, &found)
  }

  /// The state as the steps before leave it leads to another result than the same state decoded.
  private func addLossy(
    _ carried: StepRun, _ found: inout Findings
  ) throws(InspectorError) {
    guard let contrast = try contrast(.carried, carried, against: .behindSteps, &found),
      let sides = contrast.sides
    else { return }
    let evidence =
      "from the state as the steps before leave it the step gives another result than from the "
      + "same state decoded, so the state has parts that are not encoded, "
      + sides.words(with: "", without: " from the decoded state")
    guard case .proven(let proof) = contrast else {
      return found.add(.lossyCoding, .tested, evidence)
    }
    var doubt = turningDoubt(.carried) ?? build.codingDoubt
    if doubt == nil { doubt = try runs.threadDoubt(isNeeded: true) }
    if doubt == nil { doubt = try runs.besideCodingDoubt() }
    if doubt == nil, try runs.ownVariables()?.isPartial != false {
      doubt = "whether the step uses variables that decoding sets was not seen"
    }
    found.add(.lossyCoding, proof, unless: doubt, evidence)
  }

  /// Adds the zone or the language of the recording, if in it the steps before leave what leads to the recorded
  /// result.
  private func searchSurroundings(_ found: inout Findings) throws(InspectorError) {
    guard !runs.isAsRecorded(run), !surroundings.isEmpty,
      try runs.ownVariables()?.names.isEmpty != true
    else { return }
    for (conditions, cause) in surroundings {
      guard let there = try runs.run(.behindSteps, conditions), runs.isAsRecorded(there) else {
        continue
      }
      let even = conditions.even()
      let contrast = try runs.part(
        .both, with: runs.asRecorded(even.with, .behindSteps),
        without: runs.asRecorded(even.without, .behindSteps))
      guard let sides = contrast.sides, let alone = try runs.run(.alone, conditions) else {
        continue
      }
      if !runs.isAsRecorded(alone) {
        found.add(
          .hiddenState, .likely,
          "with \(conditions.name) it gives the recorded result only in a process that reduced the steps before"
        )
      }
      found.add(
        cause, .tested,
        "with \(conditions.name) in the steps before, too, it gives the recorded result, \(sides.words)"
      )
    }
  }

  /// The step follows a difference at places that are not compared.
  private func searchLeftOut(
    _ places: [JSONPointer], _ found: inout Findings
  ) throws(InspectorError) {
    let contrast = try runs.part(
      .both, with: runs.others(than: run, .carried), without: runs.others(than: run, .behindSteps))
    guard let sides = contrast.sides else { return }
    found.add(
      .leftOut, .likely,
      "\(Findings.list(places)) \(places.count == 1 ? "differs" : "differ") before the step, and "
        + "\(places.count == 1 ? "is" : "are") carried along: with what the steps before leave "
        + "there it gives another result, "
        + sides.words(with: "", without: " from the recorded state"))
  }
}

extension RunConditions {
  /// Memory that is filled with other bytes when it is allocated and freed.
  static let filledMemory = RunConditions(
    environment: ["MALLOC_PERTURB_": "165", "MallocPreScribble": "1", "MallocScribble": "1"],
    name: "filled memory (MALLOC_PERTURB_)")
}

extension Findings {
  /// Nothing is certain from here on, as places that are not compared differ before the step.
  mutating func noteLeftOut(_ places: [JSONPointer]) {
    guard !places.isEmpty, doubt == nil else { return }
    doubt =
      "places left out of the comparison differ before the step (\(Self.list(places))), so nothing "
      + "is certain"
  }

  /// At most three places, in words.
  static func list(_ places: [JSONPointer]) -> String {
    CountText.list(places.lazy.map(\.placeInState), upTo: 3)
  }
}

extension JSONPointer {
  /// The place in words.
  var placeInState: String { isRoot ? "the whole state" : description }
}

extension ControlledRuns {
  /// The doubt about a difference of runs: threads may run in another order for any reason.
  ///
  /// - Parameter isNeeded: Whether it is a doubt if the step's threads cannot be seen.
  func threadDoubt(isNeeded: Bool = false) throws(InspectorError) -> String? {
    guard let requests = try systemRequests() else {
      return isNeeded
        ? "whether the step starts threads was not seen (that takes the witness)" : nil
    }
    return requests.startsThreads ? "the step starts threads, which were not ruled out" : nil
  }
}
