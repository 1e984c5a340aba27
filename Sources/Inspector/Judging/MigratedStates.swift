import SessionFormat

/// Recorded states as a host reads them: a separate host is given each and answers how it encodes
/// it.
///
/// A state recorded in an old form can be compared with a replay only this way. Each step costs a
/// whole state in each direction. Not thread-safe.
package final class MigratedStates {
  let types: SessionTypes
  /// Counts of what was done to recorded states and actions.
  private(set) var migration = Migration()

  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  /// The states given to the host, from the last requested one on.
  private var walk: HostWalk?
  private var known: (n: Int, state: JSONValue)?

  /// Nil if the host reads recorded values as they are written.
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
  /// Complexity: a whole state in each direction per call in ascending order; out of order, a new
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

  /// The state that a replay through the host should reach in step `n`: the recorded one, with what
  /// the host reads instead at places where a known reason makes it read another value.
  func expected(_ n: Int) throws(InspectorError) -> JSONValue {
    let recorded = try session.state(n)
    guard types.readStatesOtherwise else { return recorded }
    let read = try state(n)
    let changes = Difference.list(from: recorded, to: read).filter {
      types.explains(state: $0.path)
    }
    return (try? JSONPatch(changes).applied(to: recorded)) ?? read
  }

  /// A replayed state in the recorded form: the recorded state, changed by the difference between
  /// the replayed and the expected state.
  func inRecordedForm(_ n: Int, _ actual: JSONValue) throws(InspectorError) -> JSONValue {
    guard session.hasState(n) else { return actual }
    let patch = JSONPatch(from: try expected(n), to: actual)
    return (try? patch.applied(to: try session.state(n))) ?? actual
  }

  /// Notes an action if the host migrated it to the current form; returns whether it did.
  func note(_ action: ActionLine) -> Bool {
    guard action.isMigrated else { return false }
    migration.add(action.extra, isState: false)
    return true
  }
}
