import Foundation
import SessionFormat

/// The state that was encoded last, so that an equal one is not parsed again.
///
/// The state before a step is nearly always the one after the step before it. Its text is compared,
/// as it is cheaper to make than the document that all else works on. Thread-safe.
final class StateMemo: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var last: Snapshot?

  /// The snapshot of a state; its document shares the storage of an equal one before it.
  func snapshot<State>(of state: State, renderings: Renderings) -> Snapshot {
    // The state is encoded outside the lock, as that is the app's code.
    let snapshot = Snapshot.of(state, renderings: renderings, like: lock.withLock { last })
    if snapshot.text != nil { lock.withLock { last = snapshot } }
    return snapshot
  }
}
