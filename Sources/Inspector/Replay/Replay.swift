public import SessionFormat

/// Runs the actions of a session through a reducer host, from its first state on.
///
/// Whatever the recording says of states is only used where the format asks for it: the first
/// state, the state after a gap, changes from outside, and the state of a step that overlapped
/// another.
public struct Replay {
  /// What happened at a step.
  public enum Outcome: Sendable {
    /// The host reduced the action, and its answer is what was recorded, byte for byte but for
    /// times and checksums, from a state that equals the recorded one.
    case same(HostLines)
    /// The host reduced the action.
    case reduced(HostClient.Reduction)
    /// The step overlapped another or lies after a gap: the recorded state was given to the host.
    case given(JSONValue)
    /// The host could not reduce the action, or was not asked as the action is opaque, and was given the
    /// recorded state.
    case refused(HostError)
    /// The recording does not have the action, or the host died and has no state to reduce it from.
    case missing
    /// The recording died in it, and the host has no process of its own to die in.
    case spared
    /// The host died in it; `inputs` were drawn before.
    case died(HostDeath, action: ActionLine?, inputs: [InputLine])
  }

  /// What comes after a step.
  public enum Next: Sendable {
    /// The next step, from the state that the host has.
    case goOn
    /// The next step, from the recorded state, also if the host died; where that is not recorded,
    /// nothing is reduced up to the next that is.
    case rejoin
    /// Nothing.
    case stop
  }

  private let session: Session
  private let host: HostClient
  private let isChecked: Bool
  private let interrupted: () -> Bool

  /// A replay of a session through a host.
  ///
  /// - Parameters:
  ///   - session: What is replayed.
  ///   - host: What reduces.
  ///   - isChecked: Whether all lines of the session are known to be sound, as after a
  ///     ``SessionCheck``.
  ///   - interrupted: Asked at each step; true ends the replay.
  public init(
    _ session: Session, host: HostClient, isChecked: Bool = false,
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.session = session
    self.host = host
    self.isChecked = isChecked
    self.interrupted = interrupted
  }

  /// Replays step by step.
  ///
  /// - Parameters:
  ///   - began: Told the first state, as the host encoded it again.
  ///   - outside: Told each change from outside, as the host encoded it again.
  ///   - restarted: Told each host that ended, or fell silent, for nothing that came again.
  ///   - step: Told each step of which something is recorded; returns what comes next. After a death
  ///     nothing follows, unless the replay is to rejoin the recording.
  /// - Throws: Damage in the session, a failure of the host other than its death in an action, or
  ///   ``InspectorError/interrupted``.
  public func run(
    began: (JSONValue) throws(InspectorError) -> Void,
    outside: (OutsideLine, JSONValue) throws(InspectorError) -> Void = { _, _ in },
    restarted: (HostRestart) -> Void = { _ in },
    step: (Int, Outcome) throws(InspectorError) -> Next
  ) throws(InspectorError) {
    try hosted { () throws(HostFailure) in try host.open(session.header) }
    var ahead = StepsAhead(session, host, isChecked: isChecked, .recorded(session.first))
    let begin = try reset(session.first, to: try session.state(session.first), &ahead)
    ahead.isVerbatim = !SessionTypes(session.header, host.header).areOther
    try began(begin)
    for n in session.recorded(from: session.first + 1, through: session.last) {
      if interrupted() { throw .interrupted }
      let outcome: Outcome
      if ahead.covers(n) {
        outcome = try answered(n, &ahead)
      } else {
        try passOutsides(n - 1, &ahead, outside)
        outcome = try alone(n, &ahead)
      }
      let goesOn = try goOn(try step(n, outcome), after: n, outcome, &ahead)
      ahead.restarts.passed(n, isDead: outcome.isDeath, isOver: !goesOn).forEach(restarted)
      guard goesOn else { return }
    }
  }

  /// Does what comes after a step; false if nothing can.
  private func goOn(
    _ next: Next, after n: Int, _ outcome: Outcome, _ ahead: inout StepsAhead
  ) throws(InspectorError) -> Bool {
    switch next {
    case .stop: return false
    case .goOn: return !outcome.isDeath
    case .rejoin:
      if outcome.isDeath {
        try hosted { () throws(HostFailure) in try host.open(session.header) }
        ahead.loseState(in: n)
      }
      guard session.hasState(n) else { return true }
      try hosted { () throws(HostFailure) in try ahead.withdraw(after: n) }
      _ = try reset(n, to: try session.state(n), &ahead)
      return true
    }
  }

  private func passOutsides(
    _ n: Int, _ ahead: inout StepsAhead,
    _ told: (OutsideLine, JSONValue) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    guard session.hasState(n) else { return }
    for change in try session.leavings(n) {
      // By `reset`, which every host answers, where not every one answers `outside`.
      try told(change.line, try reset(n, to: change.state, &ahead))
    }
  }

  /// What the host answers to a step that is on its way.
  private func answered(_ n: Int, _ ahead: inout StepsAhead) throws(InspectorError) -> Outcome {
    let lines: HostLines
    do throws(HostFailure) { lines = try ahead.answer(n) } catch {
      if let outcome = try failed(n, error, &ahead) { return outcome }
      return try answered(n, &ahead)
    }
    if ahead.isSame(lines, n) { return .same(lines) }
    try load(ahead.state)
    do throws(HostFailure) {
      let reduction = try host.reduction(of: lines, n)
      ahead.reached(reduction, n)
      return .reduced(reduction)
    } catch {
      if let outcome = try failed(n, error, &ahead) { return outcome }
      return try answered(n, &ahead)
    }
  }

  /// What the host answers to a step that is not sent ahead.
  private func reduced(_ n: Int, _ ahead: inout StepsAhead) throws(InspectorError) -> Outcome {
    let action = try session.action(n)
    let inputs = try session.inputs(n)
    try load(ahead.state)
    do throws(HostFailure) {
      let reduction = try host.reduce(action, inputs: inputs)
      ahead.given(n, reduction.state)
      return .reduced(reduction)
    } catch {
      if let outcome = try failed(n, error, &ahead) { return outcome }
      return try reduced(n, &ahead)
    }
  }

  /// What becomes of a step in which the host fails; nil if another one is to be asked, which has the
  /// state before it.
  private func failed(
    _ n: Int, _ failure: HostFailure, _ ahead: inout StepsAhead
  ) throws(InspectorError) -> Outcome? {
    // Ctrl-C at a terminal ends the host too; that is no death to report.
    if interrupted() { throw .interrupted }
    if ahead.restarts.asksAgain(after: failure, in: n, isCertain: host.isCertain) {
      try hosted { () throws(HostFailure) in try host.open(session.header) }
      ahead.narrow(to: n, after: failure)
      try give(ahead.state, &ahead)
      return nil
    }
    switch failure {
    case .refused(_, let reason):
      host.misfit?.refuses("action \(n)", reason)
      return try refused(n, reason, &ahead)
    case .died(let death): return try died(death, n, ahead.state)
    default: throw .host(failure.awaiting(action: n))
    }
  }

  /// Lets the client know the state that the host has.
  ///
  /// - Throws: Damage in the recording, for which no host is to blame.
  private func load(_ state: StepsAhead.HostState) throws(InspectorError) {
    switch state {
    case .recorded(let n):
      (host.sent, host.sentOpaque) = (try session.state(n), try session.opaquePlaces(n))
    case .own(_, let value, let opaque): (host.sent, host.sentOpaque) = (value, opaque)
    }
  }

  /// A host that refused a step goes on with the recorded state, or else with the one before, which it
  /// has where no other step was on its way.
  private func refused(
    _ n: Int, _ reason: HostError, _ ahead: inout StepsAhead
  ) throws(InspectorError) -> Outcome {
    let wasAlone = host.aheadCount == 0
    try hosted { () throws(HostFailure) in try ahead.withdraw(after: n) }
    if session.hasState(n) {
      _ = try reset(n, to: try session.state(n), &ahead)
    } else if !wasAlone {
      try give(ahead.state, &ahead)
    }
    return .refused(reason)
  }

  /// Gives the host a state that it had.
  private func give(
    _ state: StepsAhead.HostState, _ ahead: inout StepsAhead
  ) throws(InspectorError) {
    let (n, value) = try value(of: state)
    _ = try reset(n, to: value, &ahead)
  }

  /// Gives the host a state, or another one where that one is ended meanwhile; what it answers.
  private func reset(
    _ n: Int, to state: JSONValue, _ ahead: inout StepsAhead
  ) throws(InspectorError) -> JSONValue {
    let answered: JSONValue
    do throws(HostFailure) {
      answered = try ahead.restarts.give(n) { () throws(HostFailure) in
        try host.open(session.header)
      } _: { () throws(HostFailure) in
        try host.reset(n: n, to: state)
      }
    } catch {
      throw error == .interrupted || interrupted() ? .interrupted : .host(error)
    }
    ahead.given(n, answered)
    return answered
  }

  private func value(
    of state: StepsAhead.HostState
  ) throws(InspectorError) -> (n: Int, value: JSONValue) {
    switch state {
    case .recorded(let n): (n, try session.state(n))
    case .own(let n, let value, let opaque): (n, try decodable(n, value, opaque))
    }
  }

  /// A state that the host rendered in part, with what was recorded in these places: no host can
  /// decode a rendering.
  private func decodable(
    _ n: Int, _ value: JSONValue, _ opaque: [JSONPointer]
  ) throws(InspectorError) -> JSONValue {
    guard !opaque.isEmpty, session.hasState(n) else { return value }
    let (recorded, known) = (try session.state(n), try session.opaquePlaces(n))
    var value = value
    for place in opaque where !known.contains(where: place.isAtOrBelow) {
      guard let told = place.value(in: recorded) else { continue }
      let patch = JSONPatch([.replace(place, told)])
      value = (try? patch.applied(to: value)) ?? value
    }
    return value
  }

  /// What becomes of a step that is not sent ahead.
  private func alone(
    _ n: Int, _ ahead: inout StepsAhead
  ) throws(InspectorError) -> Outcome {
    // After a gap, and in an overlap, what the reducer began with is not recorded.
    // Where an input may be missing the reducer would draw another one.
    let isKnown =
      session.steps.actions[n] != nil && ahead.hasState && session.hasBefore(n)
      && !session.overlaps(n) && !session.steps.mayLackInputs(n)
    if !isKnown, session.hasState(n) {
      return .given(try reset(n, to: try session.state(n), &ahead))
    }
    guard session.steps.actions[n] != nil, ahead.hasState else { return .missing }
    // A host that takes a rendering takes it for another action.
    if try session.action(n).opaque {
      try load(ahead.state)
      return try refused(n, .notEncoded(n), &ahead)
    }
    if case .died(let fatal) = session.ending, fatal.contains(n), !host.isSeparate {
      return .spared
    }
    return try reduced(n, &ahead)
  }

  private func died(
    _ death: HostDeath, _ n: Int, _ state: StepsAhead.HostState
  ) throws(InspectorError) -> Outcome {
    var action: ActionLine?
    for line in host.lastWords { if case .action(let line) = line { action = line } }
    let inputs = if let told = host.lastInputs { told } else { try session.inputs(n) }
    var lines: [UInt8] = []
    try session.addLines(ofAction: n, as: n, to: &lines)
    let (_, before) = try value(of: state)
    let told = host.explained(death, from: before, n - 1, by: lines)
    return .died(told, action: action, inputs: inputs)
  }

  private func hosted<T>(_ body: () throws(HostFailure) -> T) throws(InspectorError) -> T {
    do { return try body() } catch {
      throw error == .interrupted || interrupted() ? .interrupted : .host(error)
    }
  }
}

extension HostError {
  /// Why no host is asked to reduce an action that was only rendered.
  fileprivate static func notEncoded(_ n: Int) -> HostError {
    HostError(
      n: n, reason: Reason.undecodableAction.rawValue,
      message: "the action was not encoded when it was recorded")
  }
}

extension Replay.Outcome {
  /// Whether the host died.
  fileprivate var isDeath: Bool { if case .died = self { true } else { false } }
}
