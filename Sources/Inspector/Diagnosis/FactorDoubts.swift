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

  /// The doubt that the time itself is a cause: no other time on a clock that stands still gives another result.
  ///
  /// - Parameters:
  ///   - held: Conditions under which runs agree, the clock among what is held.
  ///   - calm: One of these runs.
  func timeDoubt(
    _ held: RunConditions, _ calm: StepRun, _ way: StepWay = .alone
  ) throws(InspectorError) -> String? {
    for seconds in Self.otherTimes {
      var other = held
      other.standingTime += seconds
      other.name += " at another time"
      // A run that could not be made shows nothing.
      if let run = try run(way, other), !agree(run, calm) { return nil }
    }
    return
      "whatever time it is shown it gives that result, so it may go by how long something takes"
  }

  /// The doubt that chance, or the number of the process, is a cause: whichever is answered, runs agree on the same.
  ///
  /// Then it is not the answer that counts, but how soon it comes.
  ///
  /// - Parameters:
  ///   - factor: One whose answer can be another one; there is no doubt about those that have but one.
  ///   - held: Conditions under which runs agreed in the last experiment.
  ///   - calm: One of these runs.
  func answerDoubt(
    about factor: RunConditions.Factor, _ held: RunConditions, _ calm: StepRun,
    _ way: StepWay = .alone
  ) throws(InspectorError) -> String? {
    guard factor == .random || factor == .process else { return nil }
    let free = lastSides.without
    let share = Double(free.count { !agree($0, calm) }) / Double(max(free.count, 1))
    for variant in 1...Self.answers(forShare: share) {
      var other = held
      if factor == .random { other.seed += variant } else { other.number += variant }
      other.name += " at another answer"
      // A run that could not be made shows nothing.
      if let run = try run(way, other), !agree(run, calm) { return nil }
    }
    refuted.insert(factor)
    return "whichever is answered, it gives that result, so it may go by how long something takes"
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

  /// From thousandths of a second to years, without a common divisor.
  private static let otherTimes = [
    0.001, 0.007, 0.03, 1, 7, 31, 61, 433, 3607, 40_009, 86_413, 700_027, 3_000_017, 31_000_003,
    200_000_033,
  ]
}
