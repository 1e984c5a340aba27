import Foundation

// Doubts that a factor which is held is the cause, as holding it holds something else, too.

extension ControlledRuns {
  /// The doubt that hashing is a cause: hashes move what lies in memory, so that addresses may be what
  /// shows.
  ///
  /// - Parameters:
  ///   - held: Conditions under which runs seem to agree.
  ///   - calm: One of these runs.
  func layoutDoubt(
    _ held: RunConditions, _ calm: StepRun, _ way: StepWay = .alone
  ) throws(InspectorError) -> String? {
    var other = held
    other.environment.merge(RunConditions.otherHeap.environment) { $1 }
    other.name += ", " + RunConditions.otherHeap.name
    for _ in 0..<3 {
      guard let run = try run(way, other), agree(run, calm) else {
        return "it changes with the layout of memory, too"
      }
    }
    return nil
  }

  /// A reason to doubt that it is the answer to a question that counts.
  struct AnswerDoubt {
    let words: String
    /// Whether every other answer led to the same result.
    var isRefuted = false
  }

  /// The doubt that the time, chance or the number of the process is a cause: runs agree while it is held still, and
  /// no other answer that is held leads to another result.
  ///
  /// An answer that is held comes sooner than that of the system. So if runs agree whichever it is, it may be how soon
  /// it comes that counts. One run that differs is no proof of the contrary: an experiment with that answer is.
  ///
  /// - Parameters:
  ///   - factor: One whose answer can be another one; there is no doubt about those that have but one.
  ///   - held: Conditions under which runs agreed in the last experiment.
  ///   - calm: One of these runs.
  func answerDoubt(
    about factor: RunConditions.Factor, _ held: RunConditions, _ calm: StepRun,
    _ way: StepWay = .alone
  ) throws(InspectorError) -> AnswerDoubt? {
    guard factor.answers != nil else { return nil }
    let sides = lastSides
    defer { lastSides = sides }
    // Only fresh runs of the step alone are known to differ at some places, and not at others.
    let isAlone = factor == .clock && way == .alone
    let same = isAlone ? agreeWhereRunsDiffer : agree
    let free = sides.without
    let share = Double(free.count { !same($0, calm) }) / Double(max(free.count, 1))
    var (failed, differing) = (0, 0)
    let count = factor == .clock ? Self.otherTimes.count : Self.answers(forShare: share)
    for variant in 1...count where failed < 2 && differing < 2 {
      let other = Self.otherAnswer(to: factor, variant, held)
      guard let run = try run(way, other) else {
        failed += 1
        continue
      }
      if same(run, calm) { continue }
      differing += 1
      let contrast = try part(
        .both, with: self.same(as: calm, held, way),
        without: Side(way: way, conditions: other) { same($0, calm) }, counts: false)
      if case .proven = contrast { return nil }
    }
    if differing > 0 {
      return AnswerDoubt(words: "another answer leads to another result, but not each time")
    }
    // A run that could not be made shows nothing.
    if failed > 1 { return AnswerDoubt(words: "another answer could not be tried") }
    return try sameAnswerDoubt(factor, way)
  }

  /// What it means that no other answer led to another result.
  private func sameAnswerDoubt(
    _ factor: RunConditions.Factor, _ way: StepWay
  ) throws(InspectorError) -> AnswerDoubt {
    switch factor {
    case .clock: return AnswerDoubt(words: Self.byDuration)
    case .process where try systemRequests()?.startsThreads != true:
      // Numbers that processes have are not tried: they are those of others.
      return AnswerDoubt(words: Self.bySpeed)
    default:
      if way == .alone { refuted.insert(factor) }
      return AnswerDoubt(words: Self.bySpeed, isRefuted: true)
    }
  }

  private static let byDuration =
    "whatever time it is shown it gives that result, so it may go by how long something takes"
  private static let bySpeed =
    "whichever is answered, it gives that result, so it may go by how long something takes"

  private static func otherAnswer(
    to factor: RunConditions.Factor, _ variant: Int, _ held: RunConditions
  ) -> RunConditions {
    var other = held
    switch factor {
    case .clock:
      other.later = otherTimes[variant - 1]
      other.name += " at another time"
    case .process:
      // Neither near each other nor with a common divisor.
      other.number = (variant * 7_919 + variant * variant * 104_729) % 1_048_573
      other.name += " of another value"
    default:
      other.seed = variant
      other.name += " from another seed"
    }
    return other
  }

  /// How many other answers are tried, so that one with another result is missed once in 1,000 times, if as many
  /// answers have one as there were runs.
  ///
  /// An effect in less than one run in twenty is not proven anyway.
  static func answers(forShare share: Double) -> Int {
    guard share < 1 else { return 15 }
    let count = Foundation.log(0.001) / Foundation.log(1 - max(share, 0.05))
    return max(15, Int(count.rounded(.up)))
  }

  /// From a hundredth of a second to years, without a common divisor, later and earlier than the year 2031.
  private static let otherTimes = [
    0.03, 0.26, 0.51, 0.77, 7, 31, 61, 433, 3607, 40_009, 86_413, 700_027, 3_000_017, 31_000_003,
    200_000_033, -31_000_007, -157_000_043, -300_000_007,
  ]
}
