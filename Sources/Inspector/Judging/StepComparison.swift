import SessionFormat

/// Compares the steps of a replay with the recording, up to the first divergence.
///
/// If values are hidden, a difference at a hidden place, or anywhere after the first stand-in, is
/// not a divergence but a doubt; the replay then rejoins the recording.
struct StepComparison {
  let session: Session
  private let ignoring: [IgnoredPlaces]
  /// Recorded states as the host reads them; nil if it reads them as they are written.
  var migrated: MigratedStates?
  /// How the types of the recording and of the host differ.
  var types: SessionTypes?
  /// Whether the host names the same types of states and actions as the recording.
  var isHostKnownToFit = false
  private var judge: StepJudge
  /// The first recorded input that was not answered by a host that may leave inputs out.
  ///
  /// If the host reports an input of any step, it is not such a host: this input was not drawn.
  private(set) var untold: (divergence: Divergence, equalBefore: Int)?
  private(set) var divergence: Divergence?
  private var crash: HostDeath?
  /// The death of the host in a step whose outcome in the app is unknown.
  private var unjudgedDeath: HostDeath?
  /// The death of the host in a step.
  var death: HostDeath? { divergence?.kind.death ?? crash ?? unjudgedDeath }
  private var equal = 0
  private var notComparable = StepNumbers()
  private var ignored: [String: (states: Int, first: Int)] = [:]
  private var standIn: Verdict.StandIn?
  private var doubts: [Verdict.Doubt] = []
  /// The last step that was compared or found not to be comparable.
  private var last: Int

  init(session: Session, ignoring: [IgnoredPlaces]) {
    self.session = session
    self.ignoring = ignoring
    judge = StepJudge(session, ignoring: ignoring)
    last = session.first
  }

  /// Starts again at a step that is reduced from its recorded state, with nothing found yet.
  mutating func begin(at n: Int) throws(InspectorError) {
    (divergence, untold) = (nil, nil)
    (standIn, judge.opaque) = (nil, RenderedPlaces(session))
    doubts = []
    last = n - 1
    try lookForStandIn(inStateOf: n - 1)
  }

  /// Compares the state that was given first, as the host encoded it again, except at the opaque
  /// places.
  mutating func compareFirst(
    _ given: HostClient.Reduction, at n: Int
  ) throws(InspectorError) {
    try judge.pass(n)
    try lookForStandIn(inStateOf: n)
    let verdict = judge.compareStates(n, try expectedState(n), given.state, opaque: given.opaque)
    note(verdict.ignored, n)
    try take(verdict, n)
  }

  /// Compares a step; returns whether the replay rejoins the recorded state after it.
  mutating func compare(_ n: Int, _ outcome: StepOutcome) throws(InspectorError) -> Bool {
    notComparable.append(lost: last + 1..<n)
    last = n
    let doubtsBefore = doubts.count
    var isPassedOver = false
    try lookForStandIn(inActionOf: n)
    try judge.pass(n)
    switch outcome {
    case .notRecorded, .usedRecorded, .skippedInProcess, .crashed: notComparable.append(n)
    case .refused(let error):
      let action = try session.action(n)
      if action.opaque {
        judge.opaque.pass(action: n, isInReplay: false)
        notComparable.append(n)
      } else if session.judges(n) {
        try hold(n, .refused(error))
      } else {
        notComparable.append(n)
      }
    case .died(let death, _):
      // A host that exits normally has not crashed.
      if session.died(in: n), death.ending != .status(0) {
        crash = death
      } else if session.judges(n), !session.hidesOutcome(of: n) {
        // The state after the action, which may bring the first stand-in, had no part in it.
        try lookForStandIn(inInputsOf: n)
        try hold(n, .died(death))
      } else {
        if session.hidesOutcome(of: n) { unjudgedDeath = death }
        notComparable.append(n)
        isPassedOver = true
      }
    case .same(let lines):
      if !lines.inputs.isEmpty { judgeUntoldInput() }
      if judge.opaque.isWhole { leaveOut(n) } else if divergence == nil { equal += 1 }
    case .reduced(let reduction): try compare(n, reduction)
    }
    try lookForStandIn(inInputsOf: n)
    try lookForStandIn(inStateOf: n)
    return divergence == nil && (isPassedOver || doubts.count > doubtsBefore)
  }

  private mutating func compare(
    _ n: Int, _ reduction: HostClient.Reduction
  ) throws(InspectorError) {
    // A middleware does not see subscribers: the app may have died in one, and no replay runs it.
    if session.died(in: n), session.header.hook != .middleware, session.fatalActions?.count == 1 {
      try lookForStandIn(inInputsOf: n)
      try hold(n, .survived)
    } else if !session.hasState(n) {
      notComparable.append(n)
    } else if let expected = try expected(n, reduction) {
      try compare(n, expected, reduction)
    }
  }

  private mutating func compare(
    _ n: Int, _ expected: HostClient.Reduction, _ reduction: HostClient.Reduction
  ) throws(InspectorError) {
    let verdict = judge.compare(n, expected, reduction)
    note(verdict.ignored, n)
    // The order matters: a stand-in counts only if it came before the difference.
    switch verdict.kind {
    case .actionType?, .action?: break
    default:
      try lookForStandIn(inInputsOf: n)
      if reduction.leavesOutInputs {
        try noteUntold(expected.inputs, n)
      } else if reduction.action != nil, untold != nil {
        return judgeUntoldInput()
      }
      if case .input? = verdict.kind { break }
      try lookForStandIn(inStateOf: n)
    }
    try take(verdict, n)
    if divergence == nil, verdict.isEqual, doubts.last?.divergence.n != n, notComparable.last != n {
      equal += 1
    }
  }

  /// What the recording says about a step, as the host reads it; nil if nothing.
  private func expected(
    _ n: Int, _ reduction: HostClient.Reduction
  ) throws(InspectorError) -> HostClient.Reduction? {
    guard case .reduced(var expected)? = try session.outcome(of: n) else { return nil }
    guard let migrated else { return expected }
    expected.state = try expectedState(n)
    if let answered = reduction.action, let recorded = expected.action,
      migrated.note(answered) || migrated.types.explain(recorded, as: answered)
    {
      expected.action = answered
    }
    return expected
  }

  /// Records the differences as a divergence or a doubt.
  private mutating func take(_ verdict: StepVerdict, _ n: Int) throws(InspectorError) {
    if let hidden = verdict.hidden { try doubt(n, hidden, isRedacted: true) }
    if let kind = verdict.kind {
      try hold(n, kind)
    } else if verdict.isOpaque {
      leaveOut(n)
    }
  }

  private mutating func note(_ places: [Int], _ n: Int) {
    for place in places {
      let pattern = ignoring[place].description
      let known = ignored[pattern] ?? (0, n)
      ignored[pattern] = (known.states + 1, known.first)
    }
  }

  private mutating func noteUntold(_ inputs: [InputLine], _ n: Int) throws(InspectorError) {
    guard untold == nil, standIn == nil, let line = inputs.first else { return }
    let kind = Divergence.Kind.input(name: line.name, expected: line.value, actual: nil)
    untold = (Divergence(n: line.n, type: try session.type(n), kind: kind), equal)
  }

  /// If a host reports its inputs after all, an input that it did not report was not drawn.
  private mutating func judgeUntoldInput() {
    guard let input = untold else { return }
    (divergence, equal) = (input.divergence, input.equalBefore)
    untold = nil
  }

  /// Whether the host reached every recorded state of the stretch, and nothing else is to be said of it.
  func isPlainlyEqual(in stretch: Stretch) -> Bool {
    divergence == nil && untold == nil && death == nil && equal == stretch.count
      && notComparable.isEmpty && ignored.isEmpty && standIn == nil && doubts.isEmpty
      && judge.opaque.first == nil && migrated == nil
  }

  /// Counts all other steps as equal, as other hosts found them to be.
  mutating func joinEqual() { (last, equal) = (session.last, session.last - session.first) }

  func verdict(torn: SessionError?) throws(InspectorError) -> Verdict {
    var notComparable = notComparable
    // The gap at the end of the recording, if nothing ended the comparison before.
    if divergence == nil, crash == nil,
      session.steps.recorded(atOrAfter: last + 1) ?? .max > session.last
    {
      notComparable.append(lost: last + 1..<max(last, session.last) + 1)
    }
    return Verdict(
      file: session.file, store: session.header.store, last: session.last,
      actions: session.last - session.first,
      equal: equal, notComparable: notComparable,
      ignored: ignoring.map { pattern in
        let count = ignored[pattern.description]
        return Verdict.Ignored(
          pattern: pattern.description, states: count?.states ?? 0, first: count?.first)
      },
      standIn: standIn, doubts: doubts, opaque: judge.opaque.first, divergence: divergence,
      reproducedCrash: crash,
      unjudgedDeath: unjudgedDeath, tornLine: torn,
      types: try types?.graded(for: session) ?? [],
      migration: migrated?.migration)
  }
}

// MARK: Stand-ins

extension StepComparison {
  /// Whether the host had reason to refuse a recorded state: a stand-in may keep it from decoding,
  /// or it is only rendered, perhaps cut, and a host reads a rendering only by chance.
  ///
  /// No step from there on is comparable then.
  mutating func excuses(_ refusal: HostError) throws(InspectorError) -> Bool {
    guard refusal.reason == HostError.Reason.undecodableState.rawValue, let n = refusal.n,
      session.hasState(n)
    else { return false }
    try lookForStandIn(inStateOf: n)
    for change in try session.outsideChanges(n) { note(change.state, n, .outside) }
    if standIn == nil {
      guard try !session.opaquePlaces(n).isEmpty else { return false }
      try judge.pass(n)
      judge.opaque.noteCut(of: n, try session.cuts(n).leftOut)
    } else {
      doubts.append(
        Verdict.Doubt(
          divergence: Divergence(n: n, type: try session.type(n), kind: .refused(refusal)),
          isRedacted: false))
    }
    for n in session.recorded(from: last + 1, through: session.last) {
      notComparable.append(lost: last + 1..<n)
      notComparable.append(n)
      last = n
    }
    return true
  }

  /// Records a difference as a divergence, or as a doubt if a stand-in came before it.
  private mutating func hold(
    _ n: Int, _ kind: Divergence.Kind
  ) throws(InspectorError) {
    if standIn != nil { return try doubt(n, kind, isRedacted: false) }
    divergence = Divergence(n: n, type: try session.type(n), kind: kind)
  }

  private mutating func doubt(
    _ n: Int, _ kind: Divergence.Kind, isRedacted: Bool
  ) throws(InspectorError) {
    let doubt = Verdict.Doubt(
      divergence: Divergence(n: n, type: try session.type(n), kind: kind), isRedacted: isRedacted)
    if doubts.last?.divergence.n == n {
      // One doubt a step: a difference elsewhere says more than one at a hidden place.
      if !isRedacted, doubts.last?.isRedacted == true { doubts[doubts.count - 1] = doubt }
      return
    }
    doubts.append(doubt)
    leaveOut(n)
  }

  /// Counts a step as not comparable; the first state belongs to no step.
  private mutating func leaveOut(_ n: Int) {
    if n > session.first, notComparable.last != n { notComparable.append(n) }
  }

  private mutating func lookForStandIn(inActionOf n: Int) throws(InspectorError) {
    guard standIn == nil, !judge.hidden.isEmpty else { return }
    if session.hasState(n - 1) {
      for change in try session.outsideChanges(n - 1) { note(change.state, n - 1, .outside) }
    }
    if session.steps.actions[n] != nil { note(try session.action(n).action, n, .action) }
  }

  private mutating func lookForStandIn(inInputsOf n: Int) throws(InspectorError) {
    guard standIn == nil, !judge.hidden.isEmpty else { return }
    for input in try session.inputs(n) { note(input.value, n, .input) }
  }

  private mutating func lookForStandIn(inStateOf n: Int) throws(InspectorError) {
    guard standIn == nil, !judge.hidden.isEmpty, session.hasState(n) else { return }
    note(try session.state(n), n, .state)
  }

  private mutating func note(_ value: JSONValue, _ n: Int, _ line: Verdict.StandIn.Line) {
    guard standIn == nil, let path = judge.hidden.firstStandIn(in: value) else { return }
    standIn = Verdict.StandIn(n: n, line: line, path: path)
  }
}
