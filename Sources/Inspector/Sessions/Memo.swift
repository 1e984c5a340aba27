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

/// The results for the last two requested steps, from which those of other steps are often made.
///
/// Thread-safe.
final class RecentMemo<Value: Sendable>: Sendable {
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var last: (n: Int, value: Value)?
  /// The same of the request before.
  nonisolated(unsafe) private var former: (n: Int, value: Value)?

  /// The result for step `n`, if it is kept.
  func value(of n: Int) -> Value? {
    lock.withLock { last?.n == n ? last?.value : former?.n == n ? former?.value : nil }
  }

  /// The kept result for the last step up to `n`.
  func nearest(to n: Int) -> (n: Int, value: Value)? {
    lock.withLock {
      guard let last, last.n <= n else { return former.flatMap { $0.n <= n ? $0 : nil } }
      guard let former, former.n <= n, former.n > last.n else { return last }
      return former
    }
  }

  /// Keeps the result for step `n`.
  ///
  /// Two, because repeated requests for the step at a fork then do not drop that of the current one.
  func keep(_ value: Value, of n: Int) {
    lock.withLock {
      if last?.n != n { former = last }
      last = (n, value)
    }
  }
}
