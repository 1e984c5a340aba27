import SessionFormat

/// Walks the steps of a session through a reducer host, one after the other, as they are asked for.
///
/// The only driver of a host: how many steps are on their way, and what is asked once more of another
/// host, is decided here alone. In a chain, whatever the recording says of states is only used if the
/// format asks for it: the first state, the state after a gap, changes from outside, and the state of a
/// step that overlapped another.
struct HostWalk {
  /// A step, and what became of it.
  struct Step {
    let n: Int
    let outcome: StepOutcome
    /// The changes from outside that the host was given before it, as it encoded them again.
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
  /// The state that the host had after the last answer that was looked at.
  var state: HostedState
  /// Whether the host has a state at all, and did not take its own with it when it died.
  var hasState = true
  /// Whether the host reads what was recorded as it is written, so that bytes can be compared.
  private var isVerbatim = false
  private var replaced: HostRestarts
  private var last: Int
  private var isOver = false
  /// Whether the host died, and another one is to be asked for the next step.
  private var needsHost = false

  /// So many steps are on their way at most if the host is given a state for each.
  private static let mostGiven = 256

  /// A walk through a host, which is opened.
  ///
  /// - Parameters:
  ///   - session: What is walked.
  ///   - host: What reduces.
  ///   - start: How the host comes to the state before each step.
  ///   - first: The first step; the first of the session if left out.
  ///   - last: The last step; the last of the session if left out.
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
    replaced = HostRestarts(first: session.first)
    self.last = session.first
    state = .recorded(session.first)
    try host.open(session, interrupted)
    let source = RecordedSource(
      session, start, from: first ?? session.first + 1, through: last ?? session.last,
      isChecked: isChecked, isSeparate: host.isSeparate)
    queue = StepQueue(source, window: start.isChain ? 1 : min(Self.mostGiven, host.mostAhead))
  }

  /// How the steps of the session began.
  var bases: StepBases { queue.source.bases }

  /// Gives the host the first state; how it encodes that.
  mutating func begin() throws(InspectorError) -> JSONValue {
    let given = try reset(session.first, to: try session.state(session.first))
    isVerbatim = !SessionTypes(session.header, host.header).areOther
    return given
  }

  /// The next step of which something is recorded; nil behind the last, and in a chain behind a death of
  /// the host, unless it rejoins the recording.
  ///
  /// - Throws: Damage in the session, a failure of the host other than its death in an action, or
  ///   ``InspectorError/interrupted``.
  mutating func next() throws(InspectorError) -> Step? {
    while !isOver, let (n, isPlanned) = try queue.first() {
      if interrupted() { throw .interrupted }
      if needsHost { try host.open(session, interrupted) }
      needsHost = false
      if !isPlanned, !start.isChain {
        queue.pass()
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
      queue.pass()
      replaced.passed(n, isDead: outcome.isDeath, notes: host.noteList)
      last = n
      if outcome.isDeath { noteDeath() }
      return Step(n: n, outcome: outcome, outsides: outsides)
    }
    return nil
  }

  private mutating func noteDeath() {
    queue.withdraw()
    if start.isChain { isOver = true } else { needsHost = true }
  }

  /// Goes on from the recorded state after the last step, also if the host died in it; if that is not
  /// recorded, nothing is reduced up to the next that is.
  mutating func rejoin() throws(InspectorError) {
    if isOver {
      try host.open(session, interrupted)
      (isOver, hasState) = (false, false)
    }
    guard session.hasState(last) else { return }
    try withdraw()
    _ = try reset(last, to: try session.state(last))
  }
}

// MARK: - Steps that are sent ahead

extension HostWalk {
  /// What the host answers to a step that can be on its way with those behind it.
  private mutating func answered(_ n: Int) throws(InspectorError) -> StepOutcome {
    while true {
      if !replaced.isAlone(n) { widen() }
      try queue.fill(host)
      let isAlone = queue.inFlight == 1
      let answer: Answer
      do throws(HostFailure) {
        answer = try start.isChain ? .unread(host.answer()) : .read(givenAnswer(n))
      } catch {
        if let outcome = try failed(n, error, isAlone: isAlone) { return outcome }
        continue
      }
      switch answer {
      case .read(let outcome): return outcome
      case .unread(let lines):
        if isSame(lines, n) { return .same(lines) }
        if let outcome = try reduced(n, lines) { return outcome }
      }
    }
  }

  private enum Answer {
    case unread(HostLines)
    case read(StepOutcome)
  }

  private mutating func widen() {
    if !start.isChain {
      queue.widen(upTo: min(Self.mostGiven, host.mostAhead))
    } else if host.isSeparate {
      // In this process a trap of what was reduced from a wrong state would end more than a host.
      queue.widen(upTo: host.mostAhead)
    }
  }

  /// What lines of a chain's answer mean; nil if another host is to be asked.
  private mutating func reduced(_ n: Int, _ lines: HostLines) throws(InspectorError) -> StepOutcome?
  {
    try load(state)
    do throws(HostFailure) {
      let reduction = try host.reduction(of: lines, n)
      state = .own(n, reduction.state, opaque: reduction.opaque)
      return .reduced(reduction)
    } catch {
      return try failed(n, error, isAlone: false)
    }
  }

  /// What the host answers to a state that it is given, and to the action behind it.
  private func givenAnswer(_ n: Int) throws(HostFailure) -> StepOutcome {
    let isState = start == .statesOnly
    do throws(HostFailure) {
      let given = try host.reduction(of: try host.answer(), isState ? n : n - 1)
      if isState { return .reduced(given) }
    } catch {
      // A state that does not decode leaves no state: what is said of the action is of no interest.
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

  /// What becomes of a step in which the host fails; nil if another one is to be asked, which has the
  /// state before it.
  mutating func failed(
    _ n: Int, _ failure: HostFailure, isAlone: Bool
  ) throws(InspectorError) -> StepOutcome? {
    // Ctrl-C at a terminal ends the host too; that is no death to report.
    if interrupted() { throw .interrupted }
    let isCertain = host.isCertain || (!start.isChain && isAlone)
    if replaced.asksAgain(after: failure, in: n, isCertain: isCertain) {
      replaced.begin(
        n, through: max(n, queue.lastInFlight ?? n), after: failure, notes: host.noteList)
      queue.withdraw()
      try host.open(session, interrupted)
      if start.isChain { try give(state) }
      return nil
    }
    switch failure {
    case .refused(_, let reason) where start.isChain:
      host.misfit?.refuses("action \(n)", reason)
      return try refused(n, reason)
    case .died(let death) where start.isChain: return try died(death, n)
    case .died(let death) where start != .statesOnly: return .died(death)
    default:
      throw start == .statesOnly
        ? failure.trouble(interrupted) : failure.awaiting(action: n).trouble(interrupted)
    }
  }

  /// Whether the host's answer to step `n` is, byte for byte, what was recorded; the host then has
  /// the recorded state.
  private mutating func isSame(_ answer: HostLines, _ n: Int) -> Bool {
    guard isVerbatim, let entry = session.steps.states[n], session.lines.kind(of: entry) == .state,
      isKnown(n - 1) || !VerbatimLine.isPatch(answer.state),
      session.isSame(answer.state, asLine: entry), session.isSame(answer, asStep: n)
    else { return false }
    state = .recorded(n)
    return true
  }

  /// Whether the state of a step's host is the recorded one; a whole look at it, where that is not
  /// known yet.
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

  /// Passes over the answers to what is on its way; the next step is sent alone.
  ///
  /// That was reduced from a state that no step has, so whatever the reducer did then says nothing:
  /// if the host ended or fell silent, another one takes its place. It must be given a state.
  mutating func withdraw() throws(InspectorError) {
    do throws(HostFailure) { try host.dropAhead() } catch {
      if error == .interrupted { throw .interrupted }
      try host.open(session, interrupted)
    }
    queue.withdraw()
  }
}
