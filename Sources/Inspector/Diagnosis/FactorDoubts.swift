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

  /// From thousandths of a second to years, without a common divisor.
  private static let otherTimes = [
    0.001, 0.007, 0.03, 1, 7, 31, 61, 433, 3607, 40_009, 86_413, 700_027, 3_000_017, 31_000_003,
    200_000_033,
  ]
}
