import Foundation

/// Runs work later.
protocol Scheduler {
  /// Calls the work after that many seconds, on the thread of the app.
  ///
  /// - Returns: A function that cancels it; the call may come too late.
  func after(_ seconds: TimeInterval, _ work: @escaping () -> Void) -> () -> Void
}

/// A clock that stands still until it is advanced: an hour of a scenario takes no time.
final class ManualScheduler: Scheduler {
  private struct Work {
    let id: Int
    let due: TimeInterval
    let run: () -> Void
  }

  private let clock: ManualClock
  private var pending: [Work] = []
  private var lastID = 0

  init(_ clock: ManualClock) { self.clock = clock }

  /// How much work is pending.
  var waiting: Int { pending.count }

  func after(_ seconds: TimeInterval, _ work: @escaping () -> Void) -> () -> Void {
    lastID += 1
    let id = lastID
    pending.append(Work(id: id, due: clock.seconds + seconds, run: work))
    return { [weak self] in self?.pending.removeAll { $0.id == id } }
  }

  /// Lets time pass; work that becomes due runs at its time, in order.
  func advance(by seconds: TimeInterval) {
    let end = clock.seconds + seconds
    while let next = pending.filter({ $0.due <= end }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }
    ) {
      pending.removeAll { $0.id == next.id }
      clock.set(max(clock.seconds, next.due))
      next.run()
    }
    clock.set(end)
  }
}

/// The time of a manual scheduler, readable from any thread.
final class ManualClock: Sendable {
  private let lock = NSLock()
  /// Since 1970; guarded by the lock.
  nonisolated(unsafe) private var time: TimeInterval

  init(_ seconds: TimeInterval) { time = seconds }

  var seconds: TimeInterval { lock.withLock { time } }
  var now: Date { Date(timeIntervalSince1970: seconds) }

  fileprivate func set(_ seconds: TimeInterval) { lock.withLock { time = seconds } }
}
