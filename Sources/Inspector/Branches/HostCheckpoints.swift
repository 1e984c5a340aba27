import SessionFormat

/// The states that the host keeps, so that a change can continue from one of them at once.
///
/// Their number and memory are bounded; the oldest are dropped first. All are lost with their host.
package struct HostCheckpoints: Sendable {
  struct Checkpoint: Sendable {
    let key: String
    /// The place and the actions that led there.
    let n: Int
    let plan: BranchPlan
    let session: ObjectIdentifier
    let state: JSONValue
    /// The places of the state that are only rendered.
    let opaque: [JSONPointer]
    let size: Int
  }

  private static let most = 16
  private static let mostBytes = 1 << 26
  /// The most actions that are reduced again instead of sending a state.
  private static let nearby = 64

  private var kept: [Checkpoint] = []
  private var opening = 0
  private var lastKey = 0
  /// Whether the host keeps states; unknown until it was asked.
  private var isKeeping = true
  /// False if nothing must be kept, as a host failed when it was asked to.
  package var isOn: Bool

  package init(isOn: Bool = true) { self.isOn = isOn }

  /// The number of checkpoints.
  var count: Int { kept.count }

  /// Forgets what another host kept.
  mutating func begin(with host: HostClient) {
    guard opening != host.openings else { return }
    (opening, kept, isKeeping) = (host.openings, [], true)
  }

  /// The last kept state of these actions that is close before a place.
  func nearest(to n: Int, from least: Int, of plan: BranchPlan, in session: Session) -> Checkpoint?
  {
    kept.filter { checkpoint in
      checkpoint.session == ObjectIdentifier(session)
        && (max(least, n - Self.nearby)...n).contains(checkpoint.n)
        && checkpoint.plan.shared(with: plan) >= checkpoint.n
    }.max { $0.n < $1.n }
  }

  /// Makes the host keep its current state.
  mutating func hold(
    _ n: Int, of plan: BranchPlan, in session: Session, _ state: JSONValue, _ host: HostClient
  ) throws(HostFailure) {
    guard state.textSize <= Self.mostBytes, let key = newKey(n, of: plan, in: session)
    else { return }
    do throws(HostFailure) { isKeeping = try host.hold(key) } catch {
      // A host that does not know the request may refuse it in another way.
      isKeeping = false
      guard case .refused = error else {
        if error != .interrupted { isOn = false }
        throw error
      }
    }
    if isKeeping { try keep(key, n, of: plan, in: session, state, host) }
  }

  /// A key under which the host must keep a state meanwhile; nil if one is kept there already, or
  /// none is kept at all.
  mutating func newKey(_ n: Int, of plan: BranchPlan, in session: Session) -> String? {
    guard isOn, isKeeping, nearest(to: n, from: n, of: plan, in: session) == nil else { return nil }
    lastKey += 1
    return "branch-\(lastKey)"
  }

  /// Notes a state that the host was asked to keep, once the state is known.
  mutating func keep(
    _ key: String, _ n: Int, of plan: BranchPlan, in session: Session, _ state: JSONValue,
    _ host: HostClient
  ) throws(HostFailure) {
    guard state.textSize <= Self.mostBytes else { return try host.drop(key) }
    kept.append(
      Checkpoint(
        key: key, n: n, plan: plan, session: ObjectIdentifier(session), state: state,
        opaque: host.sentOpaque, size: state.textSize))
    while kept.count > Self.most || kept.reduce(0, { $0 + $1.size }) > Self.mostBytes {
      try host.drop(kept.removeFirst().key)
    }
  }

  /// Notes a host that keeps no states.
  mutating func heed(_ host: HostClient) {
    if isKeeping, host.refusesHolding { (isKeeping, kept) = (false, []) }
  }

  /// Forgets a checkpoint that the host does not have.
  mutating func lose(_ checkpoint: Checkpoint) { kept.removeAll { $0.key == checkpoint.key } }
}
