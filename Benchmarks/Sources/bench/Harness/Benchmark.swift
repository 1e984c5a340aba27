/// One thing that is measured, beside a rival that does the same.
struct Benchmark: Sendable {
  /// What one run does; it answers something of its result, so that nothing is optimised away.
  typealias Work = () throws -> Int

  /// The name, `family/case`.
  let name: String
  /// What ours is compared with.
  let rival: String
  /// The unit of the figures.
  var unit = Unit.microseconds
  /// How many bytes one run reads; where it is given, the speed of ours is told too.
  var bytes: Int?
  /// Whether the difference is told too, where the rival is a part of what ours does.
  var tellsBeyond = false
  /// Whether processor time is compared too, that of child processes included.
  var tellsProcessorTime = false
  /// How many rounds there are, in each of which both sides have their turn.
  var rounds = 9
  /// How many runs of ours are timed one by one, where the worst of them count.
  var samples: Int?
  /// Looks at the private memory of ours, once the work that it prepares has started it.
  var gauge: MemoryGauge?
  /// Makes the two pieces of work; what they prepare is not measured.
  let prepare: @Sendable () throws -> (ours: Work, theirs: Work)

  enum Unit: String, Sendable {
    case microseconds = "us"
    case milliseconds = "ms"

    var nanoseconds: Double { self == .microseconds ? 1e3 : 1e6 }
  }
}
