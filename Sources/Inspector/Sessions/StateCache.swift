import Foundation
import SessionFormat

/// States that were reached, so that others are reached from near them.
///
/// The last two make going forward cost one patch a step, also if each step asks for the state
/// before it too; checkpoints make a step to anywhere cost a short way, once the session was passed.
/// Each state is reached from the same whole one in whatever order it is asked for, so that the
/// order makes no difference. Thread-safe.
final class StateCache: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var recent: [ReachedState] = []
  nonisolated(unsafe) private var checkpoints: Checkpoints
  nonisolated(unsafe) private var opaque: [(n: Int, places: [JSONPointer])] = []

  /// A cache whose checkpoints take so many bytes at most.
  init(limit: Int = 320 << 20, spacing: Int = Checkpoints.leastSpacing) {
    checkpoints = Checkpoints(limit: limit, spacing: spacing)
  }

  /// The bytes that the checkpoints take.
  var cost: Int { lock.withLock { checkpoints.cost } }

  /// The remembered state that is nearest to `n`, of those up to it that were reached from `base`.
  func nearest(to n: Int, from base: Int) -> ReachedState? {
    lock.withLock {
      var nearest = checkpoints.nearest(to: n, from: base)
      for reached in recent where reached.base == base && reached.n <= n {
        if reached.n > nearest?.n ?? -1 { nearest = reached }
      }
      return nearest
    }
  }

  /// Whether a state on the way to another is remembered.
  func wants(_ reached: ReachedState) -> Bool {
    lock.withLock { checkpoints.wants(reached) }
  }

  /// Remembers a state that was reached on the way to another, where it is one of those that are.
  func pass(_ reached: ReachedState) {
    lock.withLock { checkpoints.offer(reached) }
  }

  /// Remembers a state as one of the last two.
  func keep(_ reached: ReachedState) {
    lock.withLock {
      checkpoints.offer(reached)
      recent.removeAll { $0.n == reached.n }
      recent.append(reached)
      if recent.count > 2 { recent.removeFirst() }
    }
  }

  /// The opaque places of state `n`, where it is one of the last two that they were asked of.
  func opaquePlaces(of n: Int) -> [JSONPointer]? {
    lock.withLock { opaque.first { $0.n == n }?.places }
  }

  /// Remembers the opaque places of a state; of two, so that who asks of a fork again and again does
  /// not lose those of the step that he is at.
  func keepOpaquePlaces(_ places: [JSONPointer], of n: Int) {
    lock.withLock {
      opaque.removeAll { $0.n == n }
      opaque.append((n, places))
      if opaque.count > 2 { opaque.removeFirst() }
    }
  }
}
