import Dispatch
import Foundation

/// The outcome of one benchmark: medians of interleaved batches.
struct Measurement: Encodable {
  let `case`: String
  let unit: String
  let ours: Double
  let rival: String
  let theirs: Double
  let ratio: Double
  /// The rival's processor time divided by ours, child processes included, if requested: the two
  /// sides may spread over the processors differently.
  let processorRatio: Double?
  /// The median of our additional time in a round, if requested.
  let beyond: Double?
  /// Megabytes that ours reads per second, if the size is known.
  let megabytesPerSecond: Double?
  /// The times within which 50 % and 99 % of the runs stay, if they are timed one by one.
  let p50: Double?
  let p99: Double?
  /// The most private memory that ours holds, in megabytes, and in bytes per line of a file.
  let privateMegabytes: Double?
  let bytesPerLine: Double?
  let runs: Int

  /// Runs both sides alternately, so that both meet the same machine.
  init(_ benchmark: Benchmark) throws {
    let rounds = benchmark.rounds
    let (ours, theirs) = try benchmark.prepare()
    var sink = 0
    // Before the rival has touched the caches.
    let samples = try benchmark.samples.map {
      try Samples(of: ours, count: $0, gauge: benchmark.gauge, &sink)
    }
    let (ourRepeats, theirRepeats) = (
      try Self.repeats(ours, &sink), try Self.repeats(theirs, &sink)
    )
    var (ourTimes, theirTimes): ([Double], [Double]) = ([], [])
    var (ourProcessor, theirProcessor) = (ProcessorTime(), ProcessorTime())
    for round in 0..<rounds {
      // The side that begins alternates, as the first may find the caches in another state.
      for isOurs in round.isMultiple(of: 2) ? [true, false] : [false, true] {
        if isOurs {
          try ourProcessor.measure { ourTimes.append(try Self.time(ours, ourRepeats, &sink)) }
        } else {
          try theirProcessor.measure {
            theirTimes.append(try Self.time(theirs, theirRepeats, &sink))
          }
        }
      }
    }
    let spent = (
      ours: ourProcessor.seconds / Double(ourRepeats),
      theirs: theirProcessor.seconds / Double(theirRepeats)
    )
    processorRatio =
      benchmark.tellsProcessorTime ? Self.rounded(spent.theirs / spent.ours) : nil
    if sink == .min { print(sink) }
    let scale = benchmark.unit.nanoseconds
    self.case = benchmark.name
    self.unit = benchmark.unit.rawValue
    self.ours = Self.rounded(Self.median(ourTimes) / scale)
    self.rival = benchmark.rival
    self.theirs = Self.rounded(Self.median(theirTimes) / scale)
    self.ratio = Self.rounded(Self.median(theirTimes) / Self.median(ourTimes))
    let differences = zip(ourTimes, theirTimes).map { $0 - $1 }
    self.beyond =
      benchmark.tellsBeyond ? Self.rounded(Self.median(differences) / scale) : nil
    self.megabytesPerSecond = benchmark.bytes.map {
      Self.rounded(Double($0) / 1e6 / (Self.median(ourTimes) / 1e9))
    }
    p50 = samples.map { Self.rounded($0.quantile(0.5) / scale) }
    p99 = samples.map { Self.rounded($0.quantile(0.99) / scale) }
    let most = benchmark.gauge?.most.map(Double.init)
    let lines = benchmark.gauge?.lines.map(Double.init)
    privateMegabytes = most.map { Self.rounded($0 / 1e6) }
    bytesPerLine = most.flatMap { most in lines.map { Self.rounded(most / $0) } }
    self.runs = rounds
  }

  /// How often the work fits into about 20 ms; at least once.
  private static func repeats(_ work: Benchmark.Work, _ sink: inout Int) throws -> Int {
    var count = 1
    while true {
      let nanoseconds = try time(work, count, &sink) * Double(count)
      if nanoseconds > 5e6 || count >= 1 << 20 {
        return max(1, min(1 << 20, Int(Double(count) * 2e7 / max(nanoseconds, 1))))
      }
      count *= 4
    }
  }

  /// Nanoseconds for one run, the mean of one batch.
  private static func time(_ work: Benchmark.Work, _ count: Int, _ sink: inout Int) throws -> Double
  {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { sink ^= try work() }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  private static func rounded(_ value: Double) -> Double {
    let step = value < 10 ? 1000.0 : value < 1000 ? 10.0 : 1.0
    return (value * step).rounded() / step
  }
}
