import SessionFormat

/// The state that the host of a chain has.
enum HostedState {
  /// A state that equals the recorded one of that number.
  case recorded(Int)
  /// Another state, with the number of its step and the places that are only rendered.
  case own(Int, JSONValue, opaque: [JSONPointer])
}

// Steps of a chain that are sent alone: the step, or what precedes it, is not a plain action.

extension HostWalk {
  /// Gives the host the changes from outside after a step.
  mutating func passOutsides(_ n: Int) throws(InspectorError) -> [Outside] {
    guard session.hasState(n) else { return [] }
    var passed: [Outside] = []
    for change in try session.outsideChanges(n) {
      // By `reset`, which every host answers; not every host answers `outside`.
      let state = try reset(n, to: change.state)
      passed.append(Outside(line: change.line, state: state, opaque: host.sentOpaque))
    }
    return passed
  }

  /// The outcome of a step that is sent alone.
  mutating func alone(_ n: Int) throws(InspectorError) -> StepOutcome {
    if start == .chain, !(session.isBeginningKnown(n) && hasState), session.hasState(n) {
      return .usedRecorded(try reset(n, to: try session.state(n)))
    }
    guard session.hasAction(n), hasState else { return .notRecorded }
    // A host that decodes a rendering reads another action.
    if try session.action(n).opaque {
      try load(state)
      return try refused(n, .notEncoded(n))
    }
    if session.died(in: n), !host.runsInOwnProcess { return .skippedInProcess }
    let action = try session.action(n)
    let inputs = try session.inputs(n)
    while true {
      try load(state)
      do throws(HostFailure) {
        let reduction = try host.reduce(action, inputs: inputs)
        given(n, reduction.state)
        return .reduced(reduction)
      } catch {
        if let outcome = try failed(n, error) { return outcome }
      }
    }
  }

  /// Brings the host back to a state after it refused a step: to the recorded one, or else to the
  /// one before, which it still has if no other step was in flight.
  mutating func refused(_ n: Int, _ reason: HostError) throws(InspectorError) -> StepOutcome {
    let wasAlone = host.posted.count == 0
    try withdraw()
    if session.hasState(n) {
      _ = try reset(n, to: try session.state(n))
    } else if !wasAlone {
      try give(state)
    }
    return .refused(reason)
  }

  /// The outcome if the host dies in step `n`.
  func died(_ death: HostDeath, _ n: Int) throws(InspectorError) -> StepOutcome {
    var words = StepOutcome.LastWords()
    for line in host.lastWords { if case .action(let line) = line { words.action = line } }
    words.inputs = if let told = host.lastInputs { told } else { try session.inputs(n) }
    var lines: [UInt8] = []
    try session.addLines(ofAction: n, as: n, to: &lines)
    let (_, before) = try decodable(state)
    return .died(host.explained(death, from: before, n - 1, by: lines), words)
  }

  /// The most steps that are reduced again.
  private static let mostLed = 10_000

  /// Has a new host reduce the steps that the last one reduced: it may have trapped on what those leave outside the
  /// state.
  mutating func lead() throws(InspectorError) {
    let n = try content(of: state).n
    guard n > base, n - base <= Self.mostLed, session.hasState(base) else { return }
    var steps: [(action: ActionLine, inputs: [InputLine])] = []
    for step in base + 1...n {
      guard session.isUndisturbed(step), !session.died(in: step) else { return }
      steps.append((try session.action(step), try session.inputs(step)))
    }
    let first = try session.state(base)
    do throws(HostFailure) {
      _ = try host.reset(n: base, to: first)
      for step in steps where !interrupted() {
        _ = try host.reduce(step.action, inputs: step.inputs)
      }
    } catch {
      // It is given the state in any case.
      try host.open(session, interrupted)
    }
  }

  /// Gives the host a state that it had.
  mutating func give(_ state: HostedState) throws(InspectorError) {
    let (n, value) = try decodable(state)
    _ = try reset(n, to: value)
  }

  /// Gives the host a state, or a new host if that one ended meanwhile; returns its answer.
  mutating func reset(_ n: Int, to state: JSONValue) throws(InspectorError) -> JSONValue {
    do throws(HostFailure) {
      let answered = try host.give(n, state, of: session)
      given(n, answered)
      return answered
    } catch {
      throw error.trouble(interrupted)
    }
  }

  /// Notes that the host has the state that it answered last, and that nothing is in flight.
  private mutating func given(_ n: Int, _ answered: JSONValue) {
    state = .own(n, answered, opaque: host.sentOpaque)
    hasState = true
  }

  /// Brings a host to a recorded step by all actions up to it, in a new process; returns the state
  /// that the host then has.
  ///
  /// It serves hosts that a recorded state does not bring there, as they hold values outside their
  /// state or lose some in coding. As in a verification, the host is given the recorded state after a
  /// step whose beginning is not recorded or whose action was only rendered.
  ///
  /// - Throws: Also if the host refuses an action, or dies in one.
  static func state(
    of session: Session, reachedBy host: HostClient, through last: Int,
    interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> JSONValue {
    var walk = try HostWalk(session, host, through: last, interrupted: interrupted)
    _ = try walk.begin()
    while let step = try walk.next() {
      switch step.outcome {
      case .refused(let error) where try !session.isRendered(step.n):
        throw .host(.refused(command: host.name, error))
      case .died(let death, _): throw .host(.died(death))
      default: break
      }
    }
    return try walk.content(of: walk.state).value
  }

  /// Gives the client a copy of the state that the host has.
  ///
  /// - Throws: Damage in the recording, which is no fault of the host.
  func load(_ state: HostedState) throws(InspectorError) {
    let (_, value, opaque) = try content(of: state)
    (host.sent, host.sentOpaque) = (value, opaque)
  }

  /// The number of a state's step, its value, and its places that are only rendered.
  private func content(
    of state: HostedState
  ) throws(InspectorError) -> (n: Int, value: JSONValue, opaque: [JSONPointer]) {
    switch state {
    case .recorded(let n): (n, try session.state(n), try session.opaquePlaces(n))
    case .own(let n, let value, let opaque): (n, value, opaque)
    }
  }

  /// A state for a host, with the recorded values at rendered places: no host can decode a
  /// rendering.
  private func decodable(
    _ state: HostedState
  ) throws(InspectorError) -> (n: Int, value: JSONValue) {
    var (n, value, opaque) = try content(of: state)
    guard !opaque.isEmpty, session.hasState(n) else { return (n, value) }
    let (recorded, known) = (try session.state(n), try session.opaquePlaces(n))
    for place in opaque where !known.contains(where: place.isAtOrBelow) {
      guard let told = place.value(in: recorded) else { continue }
      let patch = JSONPatch([.replace(place, told)])
      value = (try? patch.applied(to: value)) ?? value
    }
    return (n, value)
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

extension HostFailure {
  /// The error that a failure of a host is, unless the user ended it: Ctrl-C at a terminal ends the
  /// host too.
  func trouble(_ interrupted: () -> Bool) -> InspectorError {
    self == .interrupted || interrupted() ? .interrupted : .host(self)
  }
}

extension HostClient {
  /// Starts over with a session.
  func open(_ session: Session, _ interrupted: () -> Bool) throws(InspectorError) {
    do throws(HostFailure) { try open(session.header) } catch { throw error.trouble(interrupted) }
  }
}

extension Session {
  /// Whether an answered line is the recorded one, up to `took` and the checksum.
  func isSame(_ line: [UInt8], asLine entry: Int) -> Bool {
    lines.withBytes(of: entry) { VerbatimLine.isSame(line, $0) }
  }

  /// Whether an answered action and its inputs are the recorded ones.
  func isSame(_ answer: HostLines, asStep n: Int) -> Bool {
    // A host that answers no actions is compared by states alone.
    guard let action = answer.action else { return true }
    guard let entry = steps.actions[n],
      lines.withBytes(of: entry, { VerbatimLine.isSameAction(action, $0) })
    else { return false }
    let inputs = steps.inputs[n] ?? []
    return inputs.count == answer.inputs.count
      && zip(answer.inputs, inputs).allSatisfy { isSame($0, asLine: $1) }
  }
}
