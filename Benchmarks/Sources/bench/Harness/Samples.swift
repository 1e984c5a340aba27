import Foundation

/// The times of single runs, for cases in which the slowest count, not the mean.
struct Samples {
  /// Processor times in nanoseconds, rising; other work on the machine does not count.
  private let times: [Double]

  /// Times `count` runs, and measures the memory now and then.
  init(of work: Benchmark.Work, count: Int, gauge: MemoryGauge?, _ sink: inout Int) throws {
    var times: [Double] = []
    for run in 0..<count {
      let start = Self.processorTime
      sink ^= try work()
      times.append(Self.processorTime - start)
      if run.isMultiple(of: 100) { gauge?.look() }
    }
    gauge?.look()
    self.times = times.sorted()
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The time within which a given part of the runs stays, in nanoseconds.
  func quantile(_ part: Double) -> Double {
    times[min(times.count - 1, Int(Double(times.count) * part))]
  }
}
