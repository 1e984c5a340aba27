/// One measurement next to that of a rival that does the same.
struct Benchmark: Sendable {
  /// The work of one run; it returns a part of its result, so that nothing is optimised away.
  typealias Work = () throws -> Int

  /// The name, `family/case`.
  let name: String
  /// The rival that ours is compared with.
  let rival: String
  /// The unit of the figures.
  var unit = Unit.microseconds
  /// How many bytes one run reads; if given, our speed is reported too.
  var bytes: Int?
  /// Whether the difference is reported too, if the rival's work is a part of ours.
  var tellsBeyond = false
  /// Whether processor time, including that of child processes, is compared too.
  var tellsProcessorTime = false
  /// The number of rounds; both sides run in each.
  var rounds = 9
  /// How many runs of ours are timed one by one, if the slowest of them count.
  var samples: Int?
  /// Measures the private memory of ours, once the prepared work has started it.
  var gauge: MemoryGauge?
  /// Makes both pieces of work; their preparation is not measured.
  let prepare: @Sendable () throws -> (ours: Work, theirs: Work)

  enum Unit: String, Sendable {
    case microseconds = "us"
    case milliseconds = "ms"

    var nanoseconds: Double { self == .microseconds ? 1e3 : 1e6 }
  }
}
