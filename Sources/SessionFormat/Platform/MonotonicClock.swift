internal import Foundation

package enum MonotonicClock {
  /// Nanoseconds on a clock that never goes back, from an arbitrary start.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
