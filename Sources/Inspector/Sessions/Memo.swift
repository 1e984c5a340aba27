import Foundation

/// A value that is found when it is first asked for, and kept.
///
/// Thread-safe: who asks meanwhile waits for it.
final class Memo<Value: Sendable>: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var known: Value?

  func value<Failure>(_ find: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let known { return known }
    let found = try find()
    known = found
    return found
  }
}
