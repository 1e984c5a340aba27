// What is left where nothing that was changed leads to the recorded result.

extension StableCauses {
  /// Adds what the step may have read, as far as it was seen to ask for anything.
  func searchUnrecorded(_ found: inout Findings, _ tried: String) throws(InspectorError) {
    if try searchEnvironment(&found) { return try addOtherCode(&found) }
    // What comes in one of ten runs may not have come yet.
    try runs.repeatPlain(upTo: CauseSearch.moreRuns)
    guard runs.plain.isStable else { return }
    let requests = try runs.systemRequests()
    let kept = try runs.ownVariables()
    let asked = SystemRequests.questions.filter { requests?.calls(for: $0.cause).isEmpty == false }
    if let requests, requests.isAll, requests.calls(for: .unrecordedInput).isEmpty {
      guard asked.isEmpty else {
        add(asked, isAll: kept?.names.isEmpty != false && !goesByDuration, &found)
        // How long something takes is not up to the clock.
        add(kept, goesByDuration && build.isKnownSame ? .likely : .possible, to: &found)
        try addOtherCode(&found)
        if let parts = runs.unencodedParts {
          found.add(
            .lossyCoding, .possible, "what was recorded may come from there: \(parts)")
        }
        return
      }
      if requests.asksLanguage {
        found.add(
          .locale, .possible,
          "the step uses the language of the C library (witnessed), and \(sameResult)")
      }
      try addUnasked(tried, kept, &found)
      return
    }
    add(kept, .possible, to: &found)
    // What was not seen to be asked for is a guess.
    let isAsked = requests?.calls(for: .unrecordedInput).isEmpty == false
    if !isAsked {
      add(asked, isAll: false, &found)
      try addOtherCode(&found)
    }
    found.add(
      .unrecordedInput, build.isKnownSame && isAsked ? .likely : .possible,
      ([sameResult] + [knownOfBuild].compactMap(\.self)).joined(separator: "; "), tried,
      "a result that comes by chance in fewer than one of \(count) runs is not excluded")
    if isAsked {
      add(asked, isAll: false, &found)
      try addOtherCode(&found)
    }
  }

  /// What is known of the two builds; nil if a finding of its own says it.
  private var knownOfBuild: String? {
    if build.isKnownSame { return "the program is the same" }
    return build.isSameCode == false ? nil : "nothing says that it is another build"
  }

  private var count: Int { runs.plain.runs.count }

  private var sameResult: String {
    (runs.isPart ? "at the places that do not vary " : "")
      + "\(count) of \(count) processes give the same result, which differs from the recorded one"
  }

  /// Adds the environment as a whole; returns whether it makes a difference.
  private func searchEnvironment(_ found: inout Findings) throws(InspectorError) -> Bool {
    let bare = RunConditions.bareEnvironment()
    guard let other = try runs.run(.alone, bare), changes(other),
      let sides = try parts(bare).sides
    else { return false }
    found.add(
      .unrecordedInput, .tested,
      "where most variables of the environment are removed it gives another result, "
        + sides.words(with: "", without: " with all of them"))
    return true
  }

  /// Adds that the host is another program, and what only the look of the values says.
  ///
  /// Most sessions are replayed by a later build of the same reducer, so it stands behind all that points at
  /// this very step.
  func addOtherCode(_ found: inout Findings) throws(InspectorError) {
    guard build.isSameCode == false else { return }
    found.add(
      .changedCode, .possible,
      "the host is another program than the recorded one (their build ids differ), so the reducer may "
        + "be another one")
    try searchShapes(&found)
  }

  /// Adds the causes that the questions of the step are signs of.
  ///
  /// - Parameter isAll: Whether it asks for nothing else.
  private func add(
    _ asked: [(cause: Diagnosis.Cause, words: String)], isAll: Bool, _ found: inout Findings
  ) {
    let isOnly = isAll && asked.count == 1 && runs.unencodedParts == nil
    for question in asked {
      found.add(
        question.cause, isOnly && build.isKnownSame ? .likely : .possible,
        "the step \(question.words)\(isOnly ? ", and asks for nothing else" : "") (witnessed); "
          + sameResult)
    }
  }

  /// Adds what the step reads that is kept outside the state.
  private func add(
    _ kept: KeptVariables?, _ guess: Findings.Guess, to found: inout Findings
  ) {
    guard let uses = kept?.inWords else {
      if kept?.isCut == true {
        found.add(.hiddenState, .possible, "\(ControlledRuns.cutVariables), and \(sameResult)")
      }
      return
    }
    found.add(
      .hiddenState, guess,
      "\(uses), which the state does not have (witnessed), and \(sameResult)")
  }

  /// Adds what may make a step differ that asks for nothing.
  private func addUnasked(
    _ tried: String, _ kept: KeptVariables?, _ found: inout Findings
  ) throws(InspectorError) {
    let asks = try runs.systemRequests()?.calls.contains { SystemRequests.label($0) != "library" }
    let nothing =
      "the step asks for nothing \(asks == true ? "else " : "")that is witnessed, and \(sameResult)"
    add(kept, build.isKnownSame ? .likely : .possible, to: &found)
    let isOnlyCoding =
      build.isSameCode == true && kept?.names.isEmpty == true && kept?.isCut == false
    if let lost = try NearValues(runs: runs, session: session, run: run).search() {
      let isLikely = isOnlyCoding && lost.matters
      found.add(.lossyCoding, isLikely ? .likely : .possible, lost.words, nothing)
      if isLikely { return }
    }
    let parts = runs.unencodedParts
    let isElse = found.best.map({ $0 >= .likely }) == true
    if !isElse, let parts {
      found.add(.lossyCoding, isOnlyCoding ? .likely : .possible, nothing, parts, tried)
      if isOnlyCoding { return }
    }
    try addOtherCode(&found)
    if isElse { return }
    if parts == nil {
      found.add(
        .lossyCoding, .possible, nothing,
        "a part of the first state or of the action may not be encoded", tried)
    }
    guard kept?.isAll != true else { return }
    found.add(
      .hiddenState, .possible, nothing,
      "a global, a cache or an object may have another value since before the recording began")
  }
}
