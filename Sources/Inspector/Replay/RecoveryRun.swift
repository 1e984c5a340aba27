import SessionFormat

/// One way through the actions of lost states, of which each readable line is a witness.
struct RecoveryRun {
  /// The most actions on their way to the host.
  static let mostAhead = 256
  private static let mostBytes = 1 << 18

  private let session: Session
  private let host: HostClient
  /// Whether the last step leads to a known state.
  private let isProven: Bool
  private let ahead: Int
  private let last: Int
  /// The action that is reduced next.
  private(set) var n: Int
  /// The state before action n.
  private var state = JSONValue.null
  /// Lines of states that can be read, but hung on what is lost.
  private var readable: [Int: StateLine] = [:]
  private var outsides: [Int: [OutsideLine]] = [:]
  /// What the host made of the states that no line tells.
  private(set) var made: [StateLine] = []

  /// - Parameters:
  ///   - session: What was read of the damaged session.
  ///   - read: The reading.
  ///   - host: What reduces.
  ///   - start: The first action; the state before it is known.
  ///   - last: The last one.
  ///   - isProven: Whether the last one leads to a known state.
  ///   - ahead: How many actions may be on their way at once.
  init(
    _ session: Session, _ read: Salvage, host: HostClient, from start: Int, through last: Int,
    isProven: Bool, ahead: Int
  ) throws(StateRecovery.Obstacle) {
    (self.session, self.host, self.last, self.ahead) = (session, host, last, ahead)
    (n, self.isProven) = (start, isProven)
    do throws(InspectorError) { try gather(read) } catch { throw .end(error) }
  }

  /// Goes through all actions.
  mutating func run(interrupted: () -> Bool) throws(StateRecovery.Obstacle) {
    do throws(HostFailure) { try host.open(session.header) } catch {
      throw .failure(error, isFinal: true)
    }
    state = try known(n - 1)
    guard try places(n - 1).isEmpty else { throw .reason("parts of the state are opaque") }
    try passOutsides(n - 1)
    var posted = n - 1
    while n <= last {
      if interrupted() { throw .end(.interrupted) }
      if posted < n { posted = try post() }
      state = try step()
      n += 1
      if outsides[n - 1] != nil, n <= last { try passOutsides(n - 1) }
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
        // One that is left out may only stand there alone, as the state before it is lost.
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

  private func known(_ n: Int) throws(StateRecovery.Obstacle) -> JSONValue {
    do throws(InspectorError) { return try session.state(n) } catch { throw .end(error) }
  }

  private func places(_ n: Int) throws(StateRecovery.Obstacle) -> [JSONPointer] {
    do throws(InspectorError) { return try session.opaquePlaces(n) } catch { throw .end(error) }
  }

  // MARK: The host

  /// Gives the host the state before an action, after the changes from outside.
  private mutating func passOutsides(_ n: Int) throws(StateRecovery.Obstacle) {
    for line in outsides[n] ?? [] {
      do { state = try line.content.state(after: state, limits: session.patchLimits) } catch {
        throw .reason("a change from outside after state \(n) does not fit: \(error)")
      }
    }
    let answered: JSONValue
    do throws(HostFailure) { answered = try host.reset(n: n, to: state) } catch {
      throw .failure(error)
    }
    guard answered == state else { throw .reason("the host encodes state \(n) otherwise") }
  }

  /// Puts actions on their way, up to the next change from outside; the last of them.
  private func post() throws(StateRecovery.Obstacle) -> Int {
    var bytes = 0
    var next = n
    while next <= last, next < n + ahead, bytes < Self.mostBytes {
      var lines: [UInt8] = []
      let isOpaque: Bool
      do throws(InspectorError) {
        isOpaque = try session.action(next).opaque
        try session.addLines(ofAction: next, as: next, to: &lines)
      } catch { throw .end(error) }
      // A rendering is no action to reduce.
      if isOpaque, next == n { throw .reason("action \(n) is opaque") }
      if isOpaque { break }
      host.post(next) { $0 += lines }
      bytes += lines.count
      next += 1
      if outsides[next - 1] != nil { break }
    }
    return next - 1
  }

  /// The state after action n.
  private mutating func step() throws(StateRecovery.Obstacle) -> JSONValue {
    let reduction: HostClient.Reduction
    do throws(HostFailure) {
      reduction = try host.reduction(of: try host.answer(), n)
    } catch {
      switch error {
      // These name the action themselves.
      case .refused, .died: throw .failure(error)
      default: throw .failure(error.awaiting(action: n))
      }
    }
    try compareAction(reduction)
    if let line = try recordedLine(), !line.throwsSame(as: reduction.line) {
      throw .reason("action \(n) throws \(reduction.line.threw ?? "nothing"), other than recorded")
    }
    if session.hasState(n) { try compare(reduction.state, try known(n), beside: try places(n)) }
    if let line = readable[n] {
      guard let told = try? line.content.state(after: state, limits: session.patchLimits)
      else {
        throw .reason("the recorded patch of state \(n) does not fit what the host makes")
      }
      try compare(reduction.state, told, beside: line.opaquePlaces ?? [])
    } else if !session.hasState(n) {
      try make(reduction)
    }
    return reduction.state
  }

  /// The line of state n itself, where it can be read.
  private func recordedLine() throws(StateRecovery.Obstacle) -> StateLine? {
    if let line = readable[n] { return line }
    guard let entry = session.steps.states[n], session.lines[entry].kind == .state else {
      return nil
    }
    do throws(InspectorError) { return try session.stateLine(n) } catch { throw .end(error) }
  }

  /// Compares what the host made with what is told of a state, but for what that only renders.
  private func compare(
    _ made: JSONValue, _ told: JSONValue, beside opaque: [JSONPointer]
  ) throws(StateRecovery.Obstacle) {
    let first = Difference.list(from: told, to: made).first { difference in
      !opaque.contains { difference.path.isAtOrBelow($0) }
    }
    guard let first else { return }
    let path = first.path.description
    throw .reason(
      "the host comes to another state \(n) than is recorded"
        + (path.isEmpty ? "" : ", first at \(path)"))
  }

  /// Compares the action and its inputs, where the host answers them.
  private func compareAction(
    _ reduction: HostClient.Reduction
  ) throws(StateRecovery.Obstacle) {
    guard let answered = reduction.action else { return try trustNextState() }
    let (action, inputs): (ActionLine, [InputLine])
    do throws(InspectorError) {
      (action, inputs) = (try session.action(n), try session.inputs(n))
    } catch { throw .end(error) }
    guard answered.type.hasSameBytes(as: action.type) else {
      throw .reason("the host answers action \(n) under another type, \(answered.type)")
    }
    guard answered.action == action.action else {
      throw .reason("the host encodes action \(n) otherwise")
    }
    if reduction.leavesOutInputs { return try trustNextState() }
    if let fresh = reduction.inputs.first(where: \.fresh) {
      throw .reason("action \(n) draws an input that is not there, \(fresh.name)")
    }
    guard InputLine.areEqual(inputs, reduction.inputs) else {
      throw .reason("action \(n) draws other inputs than are recorded")
    }
  }

  /// Of inputs that the host does not tell the next known state tells.
  private func trustNextState() throws(StateRecovery.Obstacle) {
    guard isProven || !session.steps.mayLackInputs(n) else {
      throw .reason("an input of action \(n) may be lost")
    }
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
