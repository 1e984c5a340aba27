import Foundation

/// The times of single runs, where not the mean counts but the worst.
struct Samples {
  /// Rising, in nanoseconds of the processor, as other work on the machine is not ours.
  private let times: [Double]

  /// Times so many runs, and looks at the memory now and then.
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

  /// The time that so large a part of the runs keeps within, in nanoseconds.
  func quantile(_ part: Double) -> Double {
    times[min(times.count - 1, Int(Double(times.count) * part))]
  }
}
