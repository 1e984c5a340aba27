import Foundation

extension Composable {
  /// Runs work later; the scheduler decides when and on which thread.
  protocol Scheduler: Sendable {
    /// Runs the work after a delay.
    func schedule(
      after delay: Duration, _ work: @escaping @Sendable () -> Void
    ) -> Cancellation
  }

  /// Runs everything at once, without a delay.
  struct ImmediateScheduler: Scheduler {
    func schedule(
      after delay: Duration, _ work: @escaping @Sendable () -> Void
    ) -> Cancellation {
      work()
      return Cancellation()
    }
  }

  /// A time that passes only when it is advanced.
  ///
  /// Work is scheduled from any thread and runs on the one that advances the time.
  final class TestScheduler: Scheduler {
    private struct Item {
      let key: Int
      let due: Duration
      let work: @Sendable () -> Void
    }

    private let lock = NSLock()
    /// Guarded by the lock, like the rest.
    nonisolated(unsafe) private var items: [Item] = []
    nonisolated(unsafe) private var time = Duration.zero
    nonisolated(unsafe) private var last = 0

    /// The time since the start.
    var now: Duration { lock.withLock { time } }

    /// How much work is pending.
    var waiting: Int { lock.withLock { items.count } }

    func schedule(
      after delay: Duration, _ work: @escaping @Sendable () -> Void
    ) -> Cancellation {
      let key = lock.withLock {
        last += 1
        items.append(Item(key: last, due: time + max(.zero, delay), work: work))
        return last
      }
      return Cancellation { [weak self] in
        guard let self else { return }
        lock.withLock { items.removeAll { $0.key == key } }
      }
    }

    /// Lets time pass, and runs due work by time; work of one time in the order of scheduling.
    ///
    /// Work that is scheduled meanwhile runs too, if it is due.
    func advance(by duration: Duration = .zero) {
      let end = now + max(.zero, duration)
      while let work = next(until: end) { work() }
      lock.withLock { time = end }
    }

    /// Lets time pass until no work is pending.
    func run() {
      while let due = lock.withLock({ items.map(\.due).min() }) { advance(by: due - now) }
    }

    /// Takes the next work that is due, and moves to its time.
    private func next(until end: Duration) -> (@Sendable () -> Void)? {
      lock.withLock {
        // The first of the earliest: `min` returns the first of equals, and items are in order.
        guard let item = items.min(by: { $0.due < $1.due }), item.due <= end else { return nil }
        items.removeAll { $0.key == item.key }
        time = item.due
        return item.work
      }
    }
  }
}

extension Composable.Scheduler {
  /// Runs the work as soon as possible.
  func schedule(_ work: @escaping @Sendable () -> Void) -> Composable.Cancellation {
    schedule(after: .zero, work)
  }
}
