import Dispatch

/// The times of single runs, where not the mean counts but the worst.
struct Samples {
  /// Rising, in nanoseconds.
  private let times: [Double]

  /// Times so many runs, and looks at the memory now and then.
  init(of work: Benchmark.Work, count: Int, gauge: MemoryGauge?, _ sink: inout Int) throws {
    var times: [Double] = []
    for run in 0..<count {
      let start = DispatchTime.now().uptimeNanoseconds
      sink ^= try work()
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start))
      if run.isMultiple(of: 100) { gauge?.look() }
    }
    gauge?.look()
    self.times = times.sorted()
  }

  /// The time that so large a part of the runs keeps within, in nanoseconds.
  func quantile(_ part: Double) -> Double {
    times[min(times.count - 1, Int(Double(times.count) * part))]
  }
}
