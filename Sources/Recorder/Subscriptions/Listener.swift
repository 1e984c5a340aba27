import Foundation

/// The place of a listener's action in the session.
public struct ObservedStep: Sendable, Equatable {
  /// The number of the action; nil if it was not reduced, or if the session is over.
  public let n: Int?
  /// Whether a reducer got the action; false for a thunk, and for what a middleware swallowed.
  public let isReduced: Bool
}

/// A callback that runs after each action, until it ends.
final class Listener: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock; nil once it has ended.
  nonisolated(unsafe) private var tell: ((Any, ObservedStep) -> Void)?
  private let atEnd: @Sendable () -> Void

  init(
    atEnd: @escaping @Sendable () -> Void = {},
    tell: @escaping (Any, ObservedStep) -> Void
  ) {
    self.atEnd = atEnd
    self.tell = tell
  }

  func call(_ action: Any, _ step: ObservedStep) {
    // Held after the lock is released, so that the app's code runs and is released without it.
    let tell = lock.withLock { self.tell }
    tell?(action, step)
  }

  func end() {
    let released = lock.withLock {
      defer { tell = nil }
      return tell
    }
    if released != nil { atEnd() }
  }
}

/// The listeners of one recorder, in the order in which they were added.
final class ListenerList: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var listeners: [Listener] = []

  var all: [Listener] { lock.withLock { listeners } }

  func add(_ listener: Listener) { lock.withLock { listeners.append(listener) } }

  func remove(_ listener: Listener) {
    lock.withLock { listeners.removeAll { $0 === listener } }
  }

  deinit { for listener in listeners { listener.end() } }
}
