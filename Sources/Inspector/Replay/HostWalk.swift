import SessionFormat

/// Walks the steps of a session through a reducer host, one after the other, on demand.
///
/// It decides what is reduced again after a host died. Branches do so in ``Recomputation``, and the
/// search for causes asks for one step at a time.
///
/// A chain uses recorded states only if the format requires it: the first state, the state after a
/// gap, changes from outside, and the state of a step that overlapped another.
struct HostWalk {
  struct Step {
    let n: Int
    let outcome: StepOutcome
    /// The changes from outside given to the host before the step, as it encoded them again.
    let outsides: [Outside]
  }

  /// A change from outside, as a host encoded it again.
  struct Outside {
    let line: OutsideLine
    let state: JSONValue
    /// The places of the state that the host only rendered.
    let opaque: [JSONPointer]
  }

  let session: Session
  let host: HostClient
  let start: RecordedSource.Start
  let interrupted: () -> Bool
  private var queue: StepQueue<RecordedSource>
  /// The state that the host had after the last answer that was read.
  var state: HostedState
  /// Whether the host has a state; false after a death that took the state with it.
  var hasState = true
  /// Whether the host reads recorded values exactly as written, so that bytes can be compared.
  private var isVerbatim = false
  private var last: Int
  /// The number of the recorded state from which it went on by actions alone.
  var base: Int
  private var isOver = false
  /// Whether the host died and another must be opened for the next step.
  private var needsHost = false

  /// The most steps in flight if the host is given a state for each.
  private static let mostGiven = 256

  /// Opens the host and makes a walk through it.
  ///
  /// - Parameters:
  ///   - start: How the host reaches the state before each step.
  ///   - first: The first step; nil for the first of the session.
  ///   - last: The last step; nil for the last of the session.
  ///   - isChecked: Whether all lines of the session are known to be sound, as after a
  ///     ``SessionCheck``.
  ///   - interrupted: Asked at each step; true ends the walk.
  /// - Throws: A failure of the host, or ``InspectorError/interrupted``.
  init(
    _ session: Session, _ host: HostClient, _ start: RecordedSource.Start = .chain,
    from first: Int? = nil, through last: Int? = nil, isChecked: Bool = false,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    (self.session, self.host, self.start) = (session, host, start)
    self.interrupted = interrupted
    (self.last, base) = (session.first, session.first)
    state = .recorded(session.first)
    try host.open(session, interrupted)
    let source = RecordedSource(
      session, start, from: first ?? session.first + 1, through: last ?? session.last,
      isChecked: isChecked, runsInOwnProcess: host.runsInOwnProcess)
    queue = StepQueue(
      source, to: host, window: start.isChain ? 1 : min(Self.mostGiven, host.mostAhead))
  }

  /// Gives the host the state before the steps, by default the first of the session, and returns how
  /// the host encodes it.
  mutating func begin(at n: Int? = nil) throws(InspectorError) -> HostClient.Reduction {
    let n = n ?? session.first
    (last, base, state) = (n, n, .recorded(n))
    let given = try reset(n, to: try session.state(n))
    isVerbatim = !SessionTypes(session.header, host.header).areOther
    return HostClient.Reduction(given: n, given, opaque: host.sentOpaque)
  }

  /// The next recorded step; nil after the last.
  ///
  /// In a chain also nil after the host died, unless the walk rejoins the recording.
  ///
  /// - Throws: Damage in the session, a failure of the host other than its death in an action, or
  ///   ``InspectorError/interrupted``.
  mutating func next() throws(InspectorError) -> Step? {
    while !isOver, let (n, isPlanned) = try queue.first() {
      if interrupted() { throw .interrupted }
      if needsHost { try host.open(session, interrupted) }
      needsHost = false
      if !isPlanned, !start.isChain {
        queue.pass(n)
        continue
      }
      var outsides: [Outside] = []
      let outcome: StepOutcome
      if isPlanned {
        outcome = try answered(n)
      } else {
        if start == .chain { outsides = try passOutsides(n - 1) }
        outcome = try alone(n)
      }
      queue.pass(n)
      session.pass.note(n)
      last = n
      if outcome.isDeath {
        queue.withdraw()
        if start.isChain { isOver = true } else { needsHost = true }
      }
      return Step(n: n, outcome: outcome, outsides: outsides)
    }
    return nil
  }

  /// Continues from the recorded state after the last step, even if the host died in it.
  ///
  /// If that state is not recorded, nothing is reduced up to the next one that is.
  mutating func rejoin() throws(InspectorError) {
    if isOver {
      try host.open(session, interrupted)
      (isOver, hasState) = (false, false)
    }
    guard session.hasState(last) else { return }
    try withdraw()
    _ = try reset(last, to: try session.state(last))
    base = last
  }
}

// MARK: - Steps that are sent ahead

extension HostWalk {
  /// What the host answers to a step that can be in flight together with later ones.
  private mutating func answered(_ n: Int) throws(InspectorError) -> StepOutcome {
    while true {
      try queue.fill(from: n, upTo: mostAhead)
      let lines: HostLines
      do throws(HostFailure) {
        if !start.isChain { return try givenAnswer(n) }
        lines = try host.answer()
      } catch {
        if let outcome = try failed(n, error) { return outcome }
        continue
      }
      if isSame(lines, n) { return .same(lines) }
      if let outcome = try reduced(n, lines) { return outcome }
    }
  }

  private var mostAhead: Int {
    if !start.isChain { return min(Self.mostGiven, host.mostAhead) }
    // In this process, a trap caused by a wrong state would end more than a host.
    return host.runsInOwnProcess ? host.mostAhead : 1
  }

  /// The meaning of a chain's answer; nil if another host must be asked.
  private mutating func reduced(_ n: Int, _ lines: HostLines) throws(InspectorError) -> StepOutcome?
  {
    try load(state)
    do throws(HostFailure) {
      let reduction = try host.reduction(of: lines, n)
      state = .own(n, reduction.state, opaque: reduction.opaque)
      return .reduced(reduction)
    } catch {
      return try failed(n, error)
    }
  }

  /// What the host answers to a given state and to the action after it.
  private func givenAnswer(_ n: Int) throws(HostFailure) -> StepOutcome {
    let isState = start == .statesOnly
    do throws(HostFailure) {
      let given = try host.reduction(of: try host.answer(), isState ? n : n - 1)
      if isState { return .reduced(given) }
    } catch {
      // A state that does not decode leaves no state, so the answer to the action is meaningless.
      guard !isState, case .refused(_, let reason) = error else { throw error }
      do throws(HostFailure) { _ = try host.answer() } catch {
        guard case .refused = error else { throw error }
      }
      return .refused(reason)
    }
    do throws(HostFailure) {
      return .reduced(try host.reduction(of: try host.answer(), n))
    } catch {
      guard case .refused(_, let reason) = error else { throw error }
      return .refused(reason)
    }
  }

  /// The outcome of a step in which the host fails; nil if another host, with the state before the
  /// step, must be asked.
  mutating func failed(_ n: Int, _ failure: HostFailure) throws(InspectorError) -> StepOutcome? {
    // Ctrl-C at a terminal ends the host too; that is not reported as a death.
    if interrupted() { throw .interrupted }
    let isAttributable = host.isAttributable || (!start.isChain && queue.inFlight == 1)
    if queue.asksAgain(after: failure, in: n, isAttributable: isAttributable) {
      queue.withdraw(from: n, after: failure)
      try host.open(session, interrupted)
      guard start.isChain else { return nil }
      if case .died(let death) = failure, death.isTrap { try lead() }
      try give(state)
      return nil
    }
    if start.isChain, case .refused(_, let reason) = failure {
      host.misfit?.refuses("action \(n)", reason)
      return try refused(n, reason)
    }
    queue.noteRecurrence()
    switch failure {
    case .died(let death) where start.isChain: return try died(death, n)
    case .died(let death) where start != .statesOnly: return .died(death)
    default:
      throw start == .statesOnly
        ? failure.trouble(interrupted) : failure.awaiting(action: n).trouble(interrupted)
    }
  }

  /// Whether the host's answer to step `n` equals the recorded bytes; the host then has the
  /// recorded state.
  private mutating func isSame(_ answer: HostLines, _ n: Int) -> Bool {
    guard isVerbatim, let entry = session.steps.states[n], session.lines.kind(of: entry) == .state,
      isKnown(n - 1) || !VerbatimLine.isPatch(answer.state),
      session.isSame(answer.state, asLine: entry), session.isSame(answer, asStep: n)
    else { return false }
    state = .recorded(n)
    return true
  }

  /// Whether the host has the recorded state `n`; compares the whole state if that is not known
  /// yet.
  private mutating func isKnown(_ n: Int) -> Bool {
    switch state {
    case .recorded: return true
    case .own(let at, let value, let opaque):
      guard at == n, let recorded = try? session.state(n), value == recorded,
        let places = try? session.opaquePlaces(n), places == opaque
      else { return false }
      state = .recorded(n)
      return true
    }
  }

  /// Discards the answers to steps in flight; the next step is sent alone.
  ///
  /// Those steps were reduced from a state that no step has, so their answers mean nothing. If the
  /// host ended or hung meanwhile, another one takes its place, which must be given a state.
  mutating func withdraw() throws(InspectorError) {
    do throws(HostFailure) { try host.dropAhead() } catch {
      if error == .interrupted { throw .interrupted }
      try host.open(session, interrupted)
    }
    queue.withdraw()
  }
}
