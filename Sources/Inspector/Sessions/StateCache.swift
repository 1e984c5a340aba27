import Foundation
import SessionFormat

/// A cache of reached states, so that others can be reached from near them.
///
/// With the last two, going forward costs one patch a step, even if each step also requests the
/// state before it. With checkpoints, a step to any place costs a short way, once the session was
/// passed. Each state is reached from the same whole one, whatever the order of requests, so that
/// the order makes no difference. Thread-safe.
final class StateCache: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var last: ReachedState?
  /// The state that was requested before the last one.
  nonisolated(unsafe) private var former: ReachedState?
  nonisolated(unsafe) private var checkpoints: Checkpoints
  /// The opaque places of states.
  let opaque = RecentMemo<[JSONPointer]>()
  /// The lines of states: who asks for a state often asks for its time, too.
  let lines = RecentMemo<StateLine>()

  /// A cache whose checkpoints take at most `limit` bytes.
  init(limit: Int = 320 << 20, spacing: Int = Checkpoints.leastSpacing) {
    checkpoints = Checkpoints(limit: limit, spacing: spacing)
  }

  /// The bytes that the checkpoints take.
  var cost: Int { lock.withLock { checkpoints.cost } }

  /// The cached state nearest to `n`, among those up to `n` that were reached from `base`.
  func nearest(to n: Int, from base: Int) -> ReachedState? {
    lock.withLock {
      var nearest = checkpoints.nearest(to: n, from: base)
      for case let reached? in [former, last] where reached.base == base && reached.n <= n {
        if reached.n > nearest?.n ?? -1 { nearest = reached }
      }
      return nearest
    }
  }

  /// Whether a state on the way to another one is to be cached.
  func wants(_ reached: ReachedState) -> Bool {
    lock.withLock { checkpoints.wants(reached) }
  }

  /// Caches a state that was reached on the way to another one, if it is to be cached.
  func pass(_ reached: ReachedState) {
    lock.withLock { checkpoints.offer(reached) }
  }

  /// Caches a state as one of the last two.
  func keep(_ reached: ReachedState) {
    lock.withLock {
      checkpoints.offer(reached)
      if last?.n != reached.n { former = last }
      last = reached
    }
  }
}
