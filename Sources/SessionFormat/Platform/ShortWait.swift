#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for what another process is about to send, without sleeping.
///
/// A driver and a host that send single lines there and back each wait for microseconds. To sleep
/// for so long has the system wake an idle processor each time, which takes it many times as long.
/// So either looks for about that time before it sleeps; but only behind a few lines, as a stream
/// of them has the other at work for longer.
package enum ShortWait {
  /// Nanoseconds for which it is looked; less than a busy system may let others run for.
  private static let nanoseconds: UInt64 = 100_000
  /// How often it is looked at most, as the clock of a host may stand still.
  private static let looks = 200
  /// How many bytes are more than a few lines.
  private static let stream = 4096

  /// Looks until something has come, or long enough; others run in between.
  ///
  /// - Parameters:
  ///   - count: How many bytes came, or went, last.
  ///   - now: Nanoseconds on a clock; where that goes back, as a faked one may, it is looked once.
  ///   - hasCome: Looks once, and does not wait.
  /// - Returns: Whether it has come.
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
