import Foundation

@testable import SampleApps

/// A clock that goes on where a script waits, and by a tick where it is read.
final class FakeTime: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var seconds: TimeInterval
  nonisolated(unsafe) private var oversleeps: [TimeInterval]
  private let tick: TimeInterval

  /// - Parameters:
  ///   - seconds: Where it starts, after 1970.
  ///   - tick: How long each look at the clock takes.
  ///   - oversleeps: How much too late each of the first sleeps ends.
  init(at seconds: TimeInterval, tick: TimeInterval = 0, oversleeps: [TimeInterval] = []) {
    self.seconds = seconds
    self.tick = tick
    self.oversleeps = oversleeps.reversed()
  }

  var now: Date {
    lock.withLock {
      defer { seconds += tick }
      return Date(timeIntervalSince1970: seconds)
    }
  }

  var pauses: Pauses {
    Pauses(now: { self.now }) { wanted in
      self.lock.withLock { self.seconds += wanted + (self.oversleeps.popLast() ?? 0) }
    }
  }
}
