import SessionFormat

/// Recorded states as a host reads them: each is given to a host of its own, which answers how it
/// encodes again.
///
/// Only so can a state that was recorded in an old form be compared with one of a replay. Costs a whole state each way for
/// each step. Not thread-safe.
final class MigratedStates {
  let types: SessionTypes
  /// What was done to recorded states and actions, counted.
  private(set) var migration = Migration()

  private let session: Session
  private let host: HostClient
  private var waiting: [Int] = []
  private var known: [Int: JSONValue] = [:]
  private var isOpen = false

  private static let mostSteps = 64
  private static let mostBytes = 1 << 18

  /// Nil if the host reads what was recorded as it is written.
  init?(_ session: Session, _ types: SessionTypes, through host: HostClient) {
    guard types.areOther else { return nil }
    self.types = types
    self.session = session
    self.host = host.another()
  }

  deinit { host.close() }

  /// A recorded state as the host reads it.
  func state(_ n: Int) throws(InspectorError) -> JSONValue {
    if let state = known[n] { return state }
    do throws(HostFailure) {
      if !isOpen { try host.open(session.header) }
      isOpen = true
    } catch { throw Self.trouble(error) }
    if waiting.first != n {
      do throws(HostFailure) { try host.dropAhead() } catch { throw Self.trouble(error) }
      waiting = []
      try post(from: n)
    }
    let state: JSONValue
    do throws(HostFailure) {
      let reduction = try host.reduction(of: try host.answer(), n)
      state = reduction.state
      migration.add(reduction.line.extra, isState: true)
    } catch { throw Self.trouble(error) }
    waiting.removeFirst()
    known = [n: state]
    let differing = Difference.list(from: try session.state(n), to: state)
    migration.add(differing.map(\.path).filter { types.explains(state: $0) })
    return state
  }

  /// Takes note of an action that the host has brought into the form of today; whether it has.
  func note(_ action: ActionLine) -> Bool {
    guard action.extra.contains(where: { $0.name == "migrated" }) else { return false }
    migration.add(action.extra, isState: false)
    return true
  }

  private func post(from first: Int) throws(InspectorError) {
    var bytes = 0
    for n in session.recorded(from: first, through: session.last) where session.hasState(n) {
      guard waiting.count < Self.mostSteps, bytes < Self.mostBytes else { break }
      let request = LineCoding.bytes(
        of: HostRequest.reset(n: n, state: try session.state(n)).document, crc: false)
      host.post(n, isGiven: true) { $0 += request }
      bytes += request.count
      waiting.append(n)
    }
  }

  private static func trouble(_ failure: HostFailure) -> InspectorError {
    failure == .interrupted ? .interrupted : .host(failure)
  }
}
