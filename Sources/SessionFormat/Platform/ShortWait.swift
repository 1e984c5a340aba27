import Dispatch

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
  /// Nanoseconds for which it is looked.
  private static let nanoseconds: UInt64 = 100_000
  /// How many bytes are more than a few lines.
  private static let stream = 4096

  /// Looks until something has come, or some time has passed; others run in between.
  ///
  /// - Parameters:
  ///   - count: How many bytes came, or went, last.
  ///   - hasCome: Looks once, and does not wait.
  /// - Returns: Whether it has come.
  package static func behind<E>(
    _ count: Int, until hasCome: () throws(E) -> Bool
  ) throws(E) -> Bool {
    guard count < stream else { return false }
    let start = DispatchTime.now().uptimeNanoseconds
    repeat {
      if try hasCome() { return true }
      sched_yield()
    } while DispatchTime.now().uptimeNanoseconds - start < nanoseconds
    return false
  }
}
