internal import Foundation

/// Waits without sleeping for data that another process is about to send.
///
/// A driver and a host that exchange single lines wait for microseconds each. For so short a sleep
/// the system would have to wake an idle processor, which takes many times as long. So both sides
/// poll for about that time before they sleep. They only do so after a few lines; a long stream
/// keeps the other side busy for longer.
package enum ShortWait {
  /// How long to poll, in nanoseconds; shorter than the time slice of a busy system.
  private static let nanoseconds: UInt64 = 100_000
  /// The most polls, because the clock of a host may stand still.
  private static let looks = 200
  /// From this many bytes on, the data counts as a stream.
  private static let stream = 4096

  /// Polls until something has arrived or the time is over; yields between polls.
  ///
  /// - Parameters:
  ///   - count: How many bytes were last received or sent.
  ///   - now: Nanoseconds on a clock. If that goes back, as a fake clock may, this polls once.
  ///   - hasCome: Polls once without waiting.
  /// - Returns: Whether something has arrived.
  package static func behind<E>(
    _ count: Int, now: () -> UInt64 = MonotonicClock.nanoseconds,
    until hasCome: () throws(E) -> Bool
  ) throws(E) -> Bool {
    guard count < stream else { return false }
    let start = now()
    for _ in 0..<looks {
      if try hasCome() { return true }
      if now() &- start >= nanoseconds { break }
      sched_yield()
    }
    return false
  }
}
