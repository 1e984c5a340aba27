public import SessionFormat

/// A line of steps that can be stood on: a recording, or a branch that shares its beginning.
///
/// A recording is never altered. A branch shares every step up to its fork with the recording and
/// holds its own steps after it, so making one costs nothing. A value; thread-safe.
public struct Timeline: Sendable {
  /// A step of a branch, with the states before and after it.
  struct OwnStep: Sendable {
    let step: Step
    let state: JSONValue?
  }

  /// The recording.
  public private(set) var session: Session
  /// The name: `recording`, or that of the branch.
  public let name: String
  /// The last step that is shared with the recording.
  public let fork: Int
  private var own: [OwnStep] = []

  /// The recording itself.
  public init(_ session: Session) {
    self.session = session
    name = "recording"
    fork = session.last
  }

  private init(_ parent: Timeline, name: String, fork: Int) {
    session = parent.session
    self.name = name
    self.fork = min(fork, parent.fork)
    own = Array(parent.own.prefix(max(0, fork - parent.fork)))
  }

  /// A branch of this timeline that goes its own way after step `n`.
  public func branch(named name: String, after n: Int) -> Timeline {
    Timeline(self, name: name, fork: n)
  }

  /// The same timeline for one who passes along it once, and remembers only the last two states.
  var passing: Timeline {
    var passing = self
    passing.session = Session(session, cache: StateCache(limit: 0))
    return passing
  }

  /// Whether this is a branch.
  public var isBranch: Bool { name != "recording" }
  /// The number of the first state.
  public var first: Int { session.first }
  /// The number of the last action.
  public var last: Int { fork + own.count }
  /// Adds a step at the end of a branch.
  public mutating func append(_ step: Step, state: JSONValue?) {
    own.append(OwnStep(step: step, state: state))
  }

  /// Step `n`.
  public func step(_ n: Int) throws(InspectorError) -> Step {
    if n > fork {
      guard n <= last else { throw .noSuchStep(n: n, first: first, last: last) }
      return own[n - fork - 1].step
    }
    let action = try session.action(n)
    let hasState = session.hasState(n)
    let state = hasState ? try session.stateLine(n) : nil
    return Step(
      action: action, inputs: try session.inputs(n), threw: state?.threw, took: state?.took,
      hasState: hasState)
  }

  /// State `n` as its action left it.
  public func state(_ n: Int) throws(InspectorError) -> JSONValue {
    guard n > fork else { return try session.state(n) }
    guard n <= last else { throw .noSuchStep(n: n, first: first, last: last) }
    guard let state = own[n - fork - 1].state else {
      throw .stateUnknown(n: n, reason: .died)
    }
    return state
  }

  /// The state that action `n` began with.
  public func before(_ n: Int) throws(InspectorError) -> JSONValue {
    n <= fork ? try session.before(n) : try state(n - 1)
  }

  /// State `n`, which is known, with the changes from outside after it; as its action left it, where
  /// damage may hide such a change.
  func leaving(_ n: Int) throws(InspectorError) -> JSONValue {
    try hasBefore(n + 1) ? before(n + 1) : state(n)
  }

  /// Whether action `n` is known; one that a gap of the recording swallowed is not.
  public func hasAction(_ n: Int) -> Bool {
    n <= fork ? session.hasAction(n) : n <= last
  }

  /// Whether action `n` and the states before and after it are known, so that what it changed is.
  public func isWhole(_ n: Int) -> Bool { hasAction(n) && hasState(n) && hasBefore(n) }

  /// Whether the state that action `n` began with is known.
  public func hasBefore(_ n: Int) -> Bool {
    n <= fork ? session.hasBefore(n) : hasState(n - 1)
  }

  /// Whether state `n` is known.
  public func hasState(_ n: Int) -> Bool {
    n <= fork ? session.hasState(n) : n <= last && own[n - fork - 1].state != nil
  }
}
