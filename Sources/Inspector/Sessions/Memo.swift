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

/// What was found for the step that was asked for last, of which that of the next is often made.
///
/// Thread-safe.
final class LastStepMemo: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var last: (n: Int, value: any Sendable)?

  /// What was found for step n, if that was the last.
  func value<Value>(of n: Int, as type: Value.Type) -> Value? {
    lock.withLock { last?.n == n ? last?.value as? Value : nil }
  }

  /// Keeps what was found for step n.
  func keep(_ value: any Sendable, of n: Int) { lock.withLock { last = (n, value) } }
}
