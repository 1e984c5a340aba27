public import SessionFormat

/// Replays a session as a chain, from its first state through all actions, and compares each step
/// with the recording.
public struct Verification {
  private let session: Session
  private let host: HostClient
  private let ignoring: [PathPattern]
  private let interrupted: () -> Bool

  /// A verification.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - host: What reduces.
  ///   - ignoring: Places of the state that are left out of the comparison.
  ///   - interrupted: Asked at each step; true ends the work.
  public init(
    _ session: Session, host: HostClient, ignoring: [PathPattern] = [],
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.session = session
    self.host = host
    self.ignoring = ignoring
    self.interrupted = interrupted
  }

  /// Replays up to the first divergence.
  ///
  /// - Throws: Damage anywhere in the file but for a torn last line, a failure of the host, or
  ///   ``InspectorError/interrupted``.
  public func verdict() throws(InspectorError) -> Verdict {
    let faults = try SessionCheck(session, interrupted: interrupted).faults
    var torn: SessionError?
    for fault in faults {
      guard case .torn = fault.cause else { throw .session(fault) }
      torn = fault
    }
    var run = StepComparison(session: session, ignoring: ignoring)
    try Replay(session, host: host, interrupted: interrupted).run { state throws(InspectorError) in
      try run.compareFirst(state)
    } step: { n, outcome throws(InspectorError) in
      run.divergence == nil ? try run.compare(n, outcome) : false
    }
    return run.verdict(torn: torn)
  }
}

/// Compares the steps of a replay with the recording, up to the first divergence.
private struct StepComparison {
  let session: Session
  let ignoring: [PathPattern]
  var divergence: Verdict.Divergence?
  var crash: HostDeath?
  var equal = 0
  var notComparable: [Int] = []
  var ignored: [String: (states: Int, first: Int)] = [:]

  mutating func compareFirst(_ state: JSONValue) throws(InspectorError) {
    let recorded = try session.state(session.first)
    if let kind = try stateDivergence(session.first, recorded, state) {
      divergence = Verdict.Divergence(n: session.first, type: nil, kind: kind)
    }
  }

  /// Compares a step; false where the replay need not go on.
  mutating func compare(_ n: Int, _ outcome: Replay.Outcome) throws(InspectorError) -> Bool {
    let isCrash = if case .died(let actions) = session.ending { actions.contains(n) } else { false }
    switch outcome {
    case .missing, .given: notComparable.append(n)
    case .refused(let error):
      let action = try session.action(n)
      if action.opaque { notComparable.append(n) } else { try diverge(n, .refused(error)) }
    case .died(let death, _, _):
      // A host that leaves in good order has not crashed.
      if isCrash, death.ending != .status(0) { crash = death } else { try diverge(n, .died(death)) }
    case .reduced(let reduction):
      // Seen by a middleware alone, the app may have died in a subscriber, which no replay runs.
      if isCrash, session.header.hook != .middleware, case .died(let open) = session.ending,
        open.count == 1
      {
        try diverge(n, .survived)
      } else if !session.hasState(n) {
        notComparable.append(n)
      } else if let kind = try kind(n, reduction) {
        try diverge(n, kind)
      } else {
        equal += 1
      }
    }
    return divergence == nil
  }

  private mutating func diverge(_ n: Int, _ kind: Verdict.Divergence.Kind) throws(InspectorError) {
    let type = try session.action(n).type
    divergence = Verdict.Divergence(n: n, type: type, kind: kind)
  }

  private mutating func kind(
    _ n: Int, _ reduction: HostClient.Reduction
  ) throws(InspectorError) -> Verdict.Divergence.Kind? {
    // A host that answers no actions is compared by states alone.
    if let answered = reduction.action {
      let recorded = try session.action(n)
      if answered.action != recorded.action {
        return .action(expected: recorded.action, actual: answered.action)
      }
      if let kind = inputDivergence(try session.inputs(n), reduction.inputs) { return kind }
    }
    let line = try session.stateLine(n)
    if (line.threw == nil) != (reduction.line.threw == nil) {
      return .threw(expected: line.threw, actual: reduction.line.threw)
    }
    return try stateDivergence(n, try session.state(n), reduction.state)
  }

  private func inputDivergence(
    _ recorded: [InputLine], _ drawn: [InputLine]
  ) -> Verdict.Divergence.Kind? {
    for place in 0..<max(recorded.count, drawn.count) {
      let expected = place < recorded.count ? recorded[place] : nil
      let actual = place < drawn.count ? drawn[place] : nil
      if let expected, let actual, !actual.fresh, InputLine.areEqual([expected], [actual]) {
        continue
      }
      return .input(
        name: actual?.name ?? expected?.name ?? "", expected: expected?.value,
        actual: actual?.value)
    }
    return nil
  }

  private mutating func stateDivergence(
    _ n: Int, _ expected: JSONValue, _ actual: JSONValue
  ) throws(InspectorError) -> Verdict.Divergence.Kind? {
    var differences = Difference.list(from: expected, to: actual)
    guard !differences.isEmpty else { return nil }
    let hidden = try session.opaquePlaces(n)
    differences.removeAll { difference in hidden.contains { difference.path.isAtOrBelow($0) } }
    for pattern in ignoring {
      let before = differences.count
      differences.removeAll { pattern.covers($0.path) }
      if differences.count < before {
        let known = ignored[pattern.description] ?? (0, n)
        ignored[pattern.description] = (known.states + 1, known.first)
      }
    }
    guard let first = differences.first else { return nil }
    return .state(
      path: first.path, expected: first.old, actual: first.new, others: differences.count - 1)
  }

  func verdict(torn: SessionError?) -> Verdict {
    Verdict(
      file: session.file, store: session.header.store, actions: session.last - session.first,
      equal: equal, notComparable: notComparable,
      ignored: ignoring.map { pattern in
        let count = ignored[pattern.description]
        return Verdict.Ignored(
          pattern: pattern.description, states: count?.states ?? 0, first: count?.first)
      },
      divergence: divergence, reproducedCrash: crash, tornLine: torn)
  }
}
