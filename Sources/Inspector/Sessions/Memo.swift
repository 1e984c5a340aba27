import Foundation

/// A value that is computed at the first request and then kept.
///
/// Thread-safe: other requests wait for it meanwhile.
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

/// The result for the last requested step, from which the next step's result is often made.
///
/// Thread-safe.
final class LastStepMemo: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var last: (n: Int, value: any Sendable)?

  /// The result for step `n`, if that was the last one kept.
  func value<Value>(of n: Int, as type: Value.Type) -> Value? {
    lock.withLock { last?.n == n ? last?.value as? Value : nil }
  }

  /// Keeps the result for step `n`.
  func keep(_ value: any Sendable, of n: Int) { lock.withLock { last = (n, value) } }
}
