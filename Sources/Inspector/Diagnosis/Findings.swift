import SessionFormat

/// The findings so far, the best of each cause.
struct Findings {
  /// How sure a finding is that no experiment proves.
  enum Guess {
    case possible
    case likely
    /// Likely, as an experiment turned it on and off.
    case tested
  }

  /// The reason why nothing is certain here even if proven; nil if there is none.
  var doubt: String?
  private var all: [Diagnosis.Finding] = []
  /// What kept a proven cause from being certain.
  private var doubts: Set<String> = []
  /// The causes that an experiment turned on and off.
  private var tested: Set<Diagnosis.Cause> = []

  var isEmpty: Bool { all.isEmpty }

  /// The confidence of the surest finding.
  var best: Diagnosis.Confidence? { all.map(\.confidence).max() }

  /// Whether a cause is likely or certain.
  func has(_ cause: Diagnosis.Cause) -> Bool {
    all.contains { $0.cause == cause && $0.confidence >= .likely }
  }

  /// Adds a cause that fits.
  mutating func add(_ cause: Diagnosis.Cause, _ guess: Guess, _ evidence: String...) {
    let confidence: Diagnosis.Confidence = guess == .possible ? .possible : .likely
    if guess == .tested { tested.insert(cause) }
    add(Diagnosis.Finding(cause: cause, confidence: confidence, evidence: evidence))
  }

  /// Adds a proven cause; no finding becomes certain in any other way.
  ///
  /// - Parameter doubt: What was not separated from the cause; if given, the finding is only likely.
  mutating func add(
    _ cause: Diagnosis.Cause, _ proof: Proof, unless doubt: String? = nil, _ evidence: String...
  ) {
    tested.insert(cause)
    guard let doubt = self.doubt ?? doubt else {
      return add(
        Diagnosis.Finding(
          cause: cause, confidence: .certain, evidence: evidence, odds: proof.odds))
    }
    doubts.insert(doubt)
    add(Diagnosis.Finding(cause: cause, confidence: .likely, evidence: evidence + [doubt]))
  }

  /// Adds to each cause what the step asked for that fits it.
  mutating func add(asked: (Diagnosis.Cause) -> [Diagnosis.Asked]) {
    for place in all.indices { all[place].asked = asked(all[place].cause) }
  }

  /// Adds the step from which a cause is carried.
  mutating func note(_ cause: Diagnosis.Cause, origin: Int, _ evidence: String) {
    guard let place = all.firstIndex(where: { $0.cause == cause }) else { return }
    let (known, asked) = (all[place], all[place].asked)
    all[place] = Diagnosis.Finding(
      cause: cause, confidence: known.confidence, evidence: known.evidence + [evidence],
      odds: known.odds)
    (all[place].asked, all[place].origin) = (asked, origin)
  }

  /// Adds the step that made what is carried, and what it asked for.
  mutating func note(
    _ cause: Diagnosis.Cause, origin: Int, _ evidence: String, asked: [Diagnosis.Asked]
  ) {
    note(cause, origin: origin, evidence)
    guard let place = all.firstIndex(where: { $0.cause == cause }) else { return }
    all[place].asked += asked.filter { !all[place].asked.contains($0) }
  }

  /// Makes what is certain likely, for a reason that was found later.
  mutating func doubtCertain(_ doubt: String) {
    all = all.map { known in
      guard known.confidence == .certain else { return known }
      var finding = Diagnosis.Finding(
        cause: known.cause, confidence: .likely, evidence: known.evidence + [doubt])
      (finding.asked, finding.origin) = (known.asked, known.origin)
      return finding
    }
  }

  /// Makes each finding merely possible, as something else fits better.
  mutating func lower() {
    all = all.map { $0.lowered() }
  }

  /// Makes merely possible what is likely although nothing of it was witnessed in the step: no call, and no
  /// experiment that turns it on and off.
  ///
  /// That a process keeps something shows in experiments; that the step goes by it shows in its uses of variables.
  mutating func lowerUnwitnessed() {
    all = all.map { known in
      guard known.confidence == .likely, known.cause.comesByCalls, known.asked.isEmpty,
        known.cause == .hiddenState || !tested.contains(known.cause)
      else { return known }
      return known.lowered("nothing by which it comes into the step was witnessed")
    }
  }

  /// Leaves out what is likely among others for other reasons.
  mutating func leaveOut(likelyAmong others: Findings) {
    all.removeAll { others.has($0.cause) }
  }

  /// Adds the findings of another search.
  mutating func append(_ others: Findings) {
    doubts.formUnion(others.doubts)
    tested.formUnion(others.tested)
    for finding in others.all { add(finding) }
  }

  private mutating func add(_ finding: Diagnosis.Finding) {
    guard let place = all.firstIndex(where: { $0.cause == finding.cause }) else {
      all.append(finding)
      return
    }
    let known = all[place]
    let confidence = max(known.confidence, finding.confidence)
    var evidence = known.evidence + finding.evidence.filter { !known.evidence.contains($0) }
    // One experiment without a doubt is enough.
    if confidence == .certain { evidence.removeAll(where: doubts.contains) }
    all[place] = Diagnosis.Finding(
      cause: known.cause, confidence: confidence, evidence: evidence,
      odds: [known.odds, finding.odds].compactMap { $0 }.min())
  }

  /// The surest first; equally sure ones in the order in which they were found.
  var sorted: [Diagnosis.Finding] {
    all.enumerated().sorted { left, right in
      left.element.confidence != right.element.confidence
        ? left.element.confidence > right.element.confidence : left.offset < right.offset
    }.map(\.element)
  }
}

extension Diagnosis.Finding {
  /// The same, merely possible.
  fileprivate func lowered(_ doubt: String...) -> Self {
    var finding = Self(cause: cause, confidence: .possible, evidence: evidence + doubt)
    (finding.asked, finding.origin) = (asked, origin)
    return finding
  }
}

extension Diagnosis.Cause {
  /// Whether it comes into a step by calls or by uses of variables, and not by the values or the program.
  fileprivate var comesByCalls: Bool {
    switch self {
    case .hashing, .clock, .addresses, .timeZone, .locale, .hiddenState, .random, .scheduling,
      .unrecordedInput:
      true
    case .lossyCoding, .floatingPoint, .changedCode, .leftOut: false
    }
  }
}
