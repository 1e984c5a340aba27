import Foundation

/// The processor time of this process and of its ended children.
struct ProcessorTime {
  private(set) var seconds = 0.0

  /// Adds the processor time of a piece of work.
  mutating func measure(_ work: () throws -> Void) rethrows {
    let before = Self.now
    try work()
    seconds += Self.now - before
  }

  /// `RUSAGE_SELF` and `RUSAGE_CHILDREN`, whose types differ from system to system.
  private static let whose: [Int32] = [0, -1]

  private static var now: Double {
    var total = 0.0
    for who in whose {
      var usage = rusage()
      getrusage(who, &usage)
      for time in [usage.ru_utime, usage.ru_stime] {
        total += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
      }
    }
    return total
  }
}
