import SessionFormat

/// One replay of the actions of lost states; each readable line is compared with it.
struct RecoveryRun {
  private let session: Session
  private let host: HostClient
  /// Whether the last step leads to a known state.
  private let isProven: Bool
  private let last: Int
  /// The action that is reduced next.
  private(set) var n: Int
  private var judge: StepJudge
  /// The state before action n.
  private var state = JSONValue.null
  /// Lines of states that can be read, but depend on a lost state.
  private var readable: [Int: StateLine] = [:]
  private var outsides: [Int: [OutsideLine]] = [:]
  /// The states that the host computed and that no line contains.
  private(set) var made: [StateLine] = []

  /// - Parameter start: The first action; the state before it is known.
  init(
    _ session: Session, _ read: Salvage, host: HostClient, from start: Int, through last: Int,
    isProven: Bool
  ) throws(StateRecovery.Obstacle) {
    (self.session, self.host, self.last) = (session, host, last)
    (n, self.isProven) = (start, isProven)
    judge = StepJudge(session)
    try Self.tried(try gather(read))
  }

  /// Replays all actions.
  mutating func run(interrupted: @escaping () -> Bool) throws(StateRecovery.Obstacle) {
    state = try Self.tried(try session.state(n - 1))
    guard try Self.tried(try session.opaquePlaces(n - 1)).isEmpty else {
      throw .reason("parts of the state are opaque")
    }
    var walk = try Self.tried(
      try HostWalk(
        session, host, .lostStates(changed: Set(outsides.keys)), from: n, through: last,
        interrupted: interrupted), isFinal: true)
    try passOutsides(n - 1, &walk)
    while let next = try Self.tried(try walk.next()) {
      state = try step(next.outcome)
      n += 1
      if outsides[n - 1] != nil, n <= last { try passOutsides(n - 1, &walk) }
    }
  }

  /// The value of an expression; a failure of the host is an obstacle, another error ends it all.
  private static func tried<T>(
    _ value: @autoclosure () throws(InspectorError) -> T, isFinal: Bool = false
  ) throws(StateRecovery.Obstacle) -> T {
    do throws(InspectorError) { return try value() } catch {
      guard case .host(let failure) = error else { throw .end(error) }
      throw .failure(failure, isFinal: isFinal)
    }
  }

  // MARK: Reading

  /// Finds the lines between the state before the first action and the last state.
  private mutating func gather(_ read: Salvage) throws(InspectorError) {
    guard let start = session.steps.states[n - 1] else { return }
    let end = isProven ? session.steps.states[last] ?? read.lines.count - 1 : read.lines.count - 1
    for place in start...max(start, end) {
      let found = read.lines.withBytes(of: place, LineIndex.place)
      switch found.kind {
      case .outside where (n - 1..<last).contains(found.n):
        // A change from outside that was left out only because the state before it is lost.
        if case .outside(let line)? = try? session.line(place) {
          outsides[line.n, default: []].append(line)
        }
      case .state where found.n >= n && found.n <= last && read.verdicts[place] == .unknown:
        if case .state(let line) = try session.line(place), readable[line.n] == nil {
          readable[line.n] = line
        }
      default: break
      }
    }
  }

  // MARK: The host

  /// Gives the host the state before an action, after the changes from outside.
  private mutating func passOutsides(
    _ n: Int, _ walk: inout HostWalk
  ) throws(StateRecovery.Obstacle) {
    for line in outsides[n] ?? [] {
      do { state = try line.content.state(after: state, limits: session.patchLimits) } catch {
        throw .reason("a change from outside after state \(n) does not fit: \(error)")
      }
    }
    let answered = try Self.tried(try walk.reset(n, to: state))
    guard answered == state else { throw .reason("the host encodes state \(n) otherwise") }
  }

  /// The state after action n.
  private mutating func step(
    _ outcome: StepOutcome
  ) throws(StateRecovery.Obstacle) -> JSONValue {
    let reduction: HostClient.Reduction
    switch outcome {
    case .reduced(let made): reduction = made
    case .refused(let error):
      // A rendering cannot be reduced.
      if try Self.tried(try session.isRendered(n)) { throw .reason("action \(n) is opaque") }
      throw .failure(.refused(command: host.name, error))
    case .died(let death, _): throw .failure(.died(death))
    case .same, .crashed, .usedRecorded, .notRecorded, .skippedInProcess:
      throw .reason("action \(n) is lost")
    }
    let verdict = judge.compare(n, try expected(reduction), reduction)
    if let kind = verdict.kind ?? verdict.hidden { throw .reason(words(kind, reduction)) }
    let tellsInputs = reduction.action != nil && !reduction.leavesOutInputs
    // If the host does not report inputs, the next known state shows whether they were right.
    guard tellsInputs || isProven || !session.steps.mayLackInputs(n) else {
      throw .reason("an input of action \(n) may be lost")
    }
    if readable[n] == nil, !session.hasState(n) { try make(reduction) }
    return reduction.state
  }

  /// What the readable lines say about a step; the rest is what the host computed.
  private func expected(
    _ reduction: HostClient.Reduction
  ) throws(StateRecovery.Obstacle) -> HostClient.Reduction {
    var expected = reduction
    expected.opaque = []
    if reduction.action != nil {
      expected.action = try Self.tried(try session.action(n))
      expected.inputs = try Self.tried(try session.inputs(n))
    }
    if let line = try recordedLine() { expected.line = line }
    if session.hasState(n) {
      expected.state = try Self.tried(try session.state(n))
      expected.opaque = try Self.tried(try session.opaquePlaces(n))
    } else if let line = readable[n] {
      guard let told = try? line.content.state(after: state, limits: session.patchLimits) else {
        throw .reason("the recorded patch of state \(n) does not fit what the host makes")
      }
      (expected.state, expected.opaque) = (told, line.opaquePlaces ?? [])
    }
    return expected
  }

  /// Why the host's result of a step cannot replace what is lost.
  private func words(_ kind: Divergence.Kind, _ reduction: HostClient.Reduction) -> String {
    switch kind {
    case .actionType(_, let type): return "the host answers action \(n) under another type, \(type)"
    case .action: return "the host encodes action \(n) otherwise"
    case .input:
      return reduction.inputs.first(where: \.fresh).map {
        "action \(n) draws an input that is not there, \($0.name)"
      } ?? "action \(n) draws other inputs than are recorded"
    case .threw(_, let threw):
      return "action \(n) throws \(threw ?? "nothing"), other than recorded"
    case .state(let path, _, _, _):
      return "the host gives another state \(n) than is recorded"
        + (path.isRoot ? "" : ", first at \(path.description)")
    case .outcome: return "action \(n) is lost"
    }
  }

  /// The line of state `n` itself, if it can be read.
  private func recordedLine() throws(StateRecovery.Obstacle) -> StateLine? {
    if let line = readable[n] { return line }
    guard let entry = session.steps.states[n], session.lines[entry].kind == .state else {
      return nil
    }
    return try Self.tried(try session.stateLine(n))
  }

  private mutating func make(
    _ reduction: HostClient.Reduction
  ) throws(StateRecovery.Obstacle) {
    guard reduction.opaque.isEmpty else {
      throw .reason("parts of the state are opaque")
    }
    var line = reduction.line
    if session.header.snapshots == "full" { line.content = .whole(reduction.state) }
    (line.recomputed, line.took, line.extra) = (true, nil, [])
    made.append(line)
  }
}
