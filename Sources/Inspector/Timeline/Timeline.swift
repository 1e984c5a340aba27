public import SessionFormat

/// A sequence of steps to move along: a recording, or a branch that shares its beginning.
///
/// A recording is never altered. A branch shares every step up to its fork with the recording and
/// holds its own steps after it, so making one costs nothing. A value; thread-safe.
public struct Timeline: Sendable {
  /// The recording.
  public private(set) var session: Session
  /// The name: `recording`, or that of the branch.
  public let name: String
  /// The last step shared with the recording.
  public let fork: Int
  /// The actions that it consists of.
  package let plan: BranchPlan
  /// The steps after the fork.
  private(set) var own: OwnSteps
  /// Why the last actions of the plan have no steps; nil if all have.
  package private(set) var stop: BranchStop?

  /// The recording itself.
  public init(_ session: Session) {
    self.session = session
    name = "recording"
    fork = session.last
    plan = BranchPlan(first: session.first, last: session.last)
    own = OwnSteps()
  }

  /// A branch of a recording, with steps that a host made.
  init(
    _ session: Session, name: String, plan: BranchPlan, own: OwnSteps, stop: BranchStop? = nil
  ) {
    (self.session, self.name, self.plan) = (session, name, plan)
    (self.own, self.stop) = (own, stop)
    fork = plan.fork
  }

  /// A branch of this timeline that differs after step `n`.
  public func branch(named name: String, after n: Int) -> Timeline {
    var cut = plan
    cut.cut(after: n)
    return Timeline(session, name: name, plan: cut, own: own.prefix(max(0, n - fork)))
  }

  /// The same timeline for a single pass; it caches only the last two states.
  package var passing: Timeline {
    var passing = self
    passing.session = Session(session, cache: StateCache(limit: 0))
    return passing
  }

  /// Whether this is a branch.
  public var isBranch: Bool { name != "recording" }
  /// The actions of which one crashed the app, or on a branch the one that crashed the host; nil if it
  /// did not end so.
  package var fatalActions: ClosedRange<Int>? {
    if isBranch { return stop.flatMap { $0.isDeath ? $0.n...$0.n : nil } }
    if case .died(let actions) = session.ending { return actions }
    return nil
  }
  /// The number of the first state.
  public var first: Int { session.first }
  /// The number of the last action.
  public var last: Int { fork + own.count }

  /// Adds a step at the end of a branch.
  public mutating func append(_ step: Step, state: JSONValue?) {
    var line = state.map { StateLine(n: step.n, content: .whole($0)) }
    line?.threw = step.threw
    line?.took = step.took
    var longer = plan
    _ = longer.insert(
      last + 1, type: step.type, action: step.action.action, t: step.action.t)
    own.append(
      OwnSteps.Added(action: step.action, inputs: step.inputs, line: line, state: state), after: nil
    )
    self = Timeline(session, name: name, plan: longer, own: own)
  }

  /// Step `n`.
  public func step(_ n: Int) throws(InspectorError) -> Step {
    if n > fork {
      guard n <= last else { throw .noSuchStep(n: n, first: first, last: last) }
      return try ownStep(n)
    }
    let action = try session.action(n)
    let hasState = session.hasState(n)
    let state = hasState ? try session.stateLine(n) : nil
    return Step(
      action: action, inputs: try session.inputs(n), threw: state?.threw, took: state?.took,
      hasState: hasState)
  }

  /// The inputs that the reducer drew in step `n`.
  func inputs(_ n: Int) throws(InspectorError) -> [InputLine] {
    n > fork ? own.inputs(n - fork - 1) : try session.inputs(n)
  }

  private func ownStep(_ n: Int) throws(InspectorError) -> Step {
    let index = n - fork - 1
    let state = own.stateLine(index)
    return Step(
      action: try ownAction(index), inputs: own.inputs(index), threw: state?.threw,
      took: state?.took, hasState: own.hasState(index), refusal: own.refusals[index])
  }

  /// The branch's own action, or a recorded one under its number in the branch.
  private func ownAction(_ index: Int) throws(InspectorError) -> ActionLine {
    if let action = own.action(index) { return action }
    let n = fork + 1 + index
    let origin = own.origin(index) ?? n
    var line = try session.action(origin)
    if origin != n { line.was = origin }
    line.n = n
    if let cause = line.from, cause > fork {
      line.from = own.index(ofOrigin: cause, before: index).map { fork + 1 + $0 }
    }
    return line
  }

  /// The actions of the branch that its host did not reduce.
  package var refused: [Int] { own.refusals.keys.map { fork + 1 + $0 }.sorted() }

  /// The line of a state after the fork, as the host wrote it; nil if there is none.
  func ownStateLine(_ n: Int) -> StateLine? { own.stateLine(n - fork - 1) }

  /// The places of state `n` that are only rendered.
  func opaquePlaces(_ n: Int) throws(InspectorError) -> [JSONPointer] {
    if n > fork, let places = own.opaquePlaces(n - fork - 1) { return places }
    return try session.opaquePlaces(min(n, fork))
  }

  /// State `n` as its action left it.
  public func state(_ n: Int) throws(InspectorError) -> JSONValue {
    guard n > fork else { return try session.state(n) }
    guard n <= last else { throw .noSuchStep(n: n, first: first, last: last) }
    let state = try own.state(n - fork - 1) { () throws(InspectorError) in
      try session.state(fork)
    }
    guard let state else { throw .stateUnknown(n: n, reason: .died) }
    return state
  }

  /// Whether state `n` equals another timeline's state; if so, this one goes on from that value.
  ///
  /// Called for consecutive steps, it costs the differences and the changes of each step, not the
  /// size of the states, because both share the rest.
  func agrees(_ n: Int, with other: Timeline, _ otherN: Int) throws(InspectorError) -> Bool {
    let (own, state) = (try self.state(n), try other.state(otherN))
    guard own == state else { return false }
    if n > fork { self.own.adopt(n - fork - 1, state) }
    return true
  }

  /// The state with which action `n` began.
  public func before(_ n: Int) throws(InspectorError) -> JSONValue {
    n <= fork ? try session.before(n) : try state(n - 1)
  }

  /// The known state `n` with the outside changes after it; as its action left it, if damage may
  /// hide such a change.
  func beforeNext(_ n: Int) throws(InspectorError) -> JSONValue {
    try hasBefore(n + 1) ? before(n + 1) : state(n)
  }

  /// Whether action `n` is known; an action lost in a gap of the recording is not.
  public func hasAction(_ n: Int) -> Bool {
    n <= fork ? session.hasAction(n) : n <= last
  }

  /// Whether action `n` and the states before and after it are known, and so what it changed.
  public func isWhole(_ n: Int) -> Bool { hasAction(n) && hasState(n) && hasBefore(n) }

  /// Whether the state with which action `n` began is known.
  public func hasBefore(_ n: Int) -> Bool {
    n <= fork ? session.hasBefore(n) : hasState(n - 1)
  }

  /// Whether state `n` is known.
  public func hasState(_ n: Int) -> Bool {
    n <= fork ? session.hasState(n) : n <= last && own.hasState(n - fork - 1)
  }
}
