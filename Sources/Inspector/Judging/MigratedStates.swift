import SessionFormat

/// Recorded states as a host reads them: each is given to a host of its own, which answers how it
/// encodes again.
///
/// Only so can a state that was recorded in an old form be compared with one of a replay. Costs a whole state each way for
/// each step. Not thread-safe.
package final class MigratedStates {
  let types: SessionTypes
  /// What was done to recorded states and actions, counted.
  private(set) var migration = Migration()

  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  /// The states that the host is given, from the last that was asked for on.
  private var walk: HostWalk?
  private var known: (n: Int, state: JSONValue)?

  /// Nil if the host reads what was recorded as it is written.
  package init?(
    _ session: Session, _ types: SessionTypes, through host: HostClient,
    interrupted: @escaping () -> Bool = { false }
  ) {
    guard types.areOther else { return nil }
    self.types = types
    self.session = session
    self.host = host.another()
    self.interrupted = interrupted
  }

  deinit { host.close() }

  /// A recorded state as the host reads it.
  ///
  /// Complexity: a state each way for each that is asked for in turn; asked for out of turn, a new
  /// process.
  func state(_ n: Int) throws(InspectorError) -> JSONValue {
    if let known, known.n == n { return known.state }
    let isNext = known.map { session.steps.states.first(atOrAfter: $0.n + 1) == n } ?? false
    if !isNext || walk == nil {
      walk = try HostWalk(session, host, .statesOnly, from: n, interrupted: interrupted)
    }
    guard let step = try walk?.next(), case .reduced(let reduction) = step.outcome, step.n == n
    else { throw .stateUnknown(n: n, reason: .damage) }
    let state = reduction.state
    migration.add(reduction.line.extra, isState: true)
    known = (n, state)
    let differing = Difference.list(from: try session.state(n), to: state)
    migration.add(differing.map(\.path).filter { types.explains(state: $0) })
    return state
  }

  /// What a replay through the host should come to in state `n`: what is recorded, and at places that the
  /// host reads otherwise than they are written, for a reason that is known, what it reads.
  func expected(_ n: Int) throws(InspectorError) -> JSONValue {
    let recorded = try session.state(n)
    guard types.readStatesOtherwise else { return recorded }
    let read = try state(n)
    let changes = Difference.list(from: recorded, to: read).filter {
      types.explains(state: $0.path)
    }
    return (try? JSONPatch(changes).applied(to: recorded)) ?? read
  }

  /// A state of a replay in the form of the recorded one: that, changed as the replay differs from what it
  /// should come to.
  func inRecordedForm(_ n: Int, _ actual: JSONValue) throws(InspectorError) -> JSONValue {
    guard session.hasState(n) else { return actual }
    let patch = JSONPatch(from: try expected(n), to: actual)
    return (try? patch.applied(to: try session.state(n))) ?? actual
  }

  /// Takes note of an action that the host has brought into the form of today; whether it has.
  func note(_ action: ActionLine) -> Bool {
    guard action.isMigrated else { return false }
    migration.add(action.extra, isState: false)
    return true
  }
}
