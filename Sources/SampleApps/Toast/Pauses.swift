import Foundation

/// How a script lets time pass.
struct Pauses {
  /// The clock that the toasts' ids come from.
  let now: @Sendable () -> Date
  /// Waits for that many seconds, or a little longer.
  let sleep: (TimeInterval) async -> Void
  /// Runs work later; in live time it never runs.
  var scheduler: any Scheduler = ManualScheduler(ManualClock(0))

  static var live: Pauses {
    Pauses(now: { Date() }) { seconds in
      try? await Task.sleep(nanoseconds: UInt64(max(0, seconds) * 1e9))
    }
  }

  /// A time of its own, which passes when the script waits.
  static func timeless(from seconds: TimeInterval = 1_767_323_045.678) -> Pauses {
    let clock = ManualClock(seconds)
    let scheduler = ManualScheduler(clock)
    return Pauses(
      now: { clock.now }, sleep: { scheduler.advance(by: $0) }, scheduler: scheduler)
  }

  /// A fifth of a second: a person has seen what is on the screen.
  func moment() async { await sleep(0.2) }

  /// Waits until a new second of the clock has just begun, so that what follows happens within that
  /// second.
  func nextSecond() async {
    // A busy machine may wake this late in the second; then it waits for the next one.
    for _ in 1...3 {
      await sleep(1.02 - phase)
      if phase < 0.5 { return }
    }
  }

  /// How much of the clock's second has passed.
  private var phase: TimeInterval {
    let seconds = now().timeIntervalSince1970
    return seconds - seconds.rounded(.down)
  }
}
