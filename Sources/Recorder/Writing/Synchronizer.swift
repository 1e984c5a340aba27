import Foundation

/// Synchronizes a file once an interval, on a thread that no step waits for.
final class Synchronizer: Sendable {
  private let interval: Int
  private let lock = NSLock()
  /// Whether a synchronization is scheduled; guarded by the lock.
  nonisolated(unsafe) private var isScheduled = false

  /// Nil if the app wants none, or one with every line.
  init?(_ durability: Durability) {
    guard case .interval(let milliseconds) = durability else { return nil }
    interval = max(10, milliseconds)
  }

  /// Synchronizes after the interval, unless that is already scheduled.
  func schedule(_ synchronize: @escaping @Sendable () -> Void) {
    let isFirst = lock.withLock {
      defer { isScheduled = true }
      return !isScheduled
    }
    guard isFirst else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(interval)) {
      [self] in
      // This comes first, so that what is written meanwhile is not forgotten.
      lock.withLock { isScheduled = false }
      synchronize()
    }
  }
}
