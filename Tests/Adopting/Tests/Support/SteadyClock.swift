import Foundation
import Recorder

/// Surroundings that are the same whenever a page's session is recorded: every look at the clock
/// takes a millisecond.
func steadySurroundings() -> RecorderOptions.Surroundings {
  let clock = SteadyClock()
  return RecorderOptions.Surroundings(
    nanoseconds: clock.next, id: "00000000-0000-4000-8000-000000000001",
    started: "2026-01-02T03:04:05.000Z", platform: nil)
}

private final class SteadyClock: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var now: UInt64 = 0

  @Sendable func next() -> UInt64 {
    lock.withLock {
      now += 1_000_000
      return now
    }
  }
}
