import SessionFormat

/// Whether a step shows the time, by its values or by values that advance with the time.
struct ClockEvidence {
  let runs: ControlledRuns
  let session: Session

  /// Adds the clock to the findings if it fits; returns whether it does.
  func search(
    _ run: StepRun, _ found: inout Findings
  ) throws(InspectorError) -> Bool {
    let isTime = showsTime(run)
    // Without a call that was seen it may as well be the time of a file, or of a message.
    let isAsked = try runs.systemRequests()?.asksTime == true
    if isTime {
      found.add(
        .clock, isAsked ? .likely : .possible,
        "the recorded value is the time of the recording, the replayed one that of the replay")
    }
    guard let passing = try passing() else { return isTime }
    let evidence = "from run to run the value grows as the time goes on"
    guard let sides = try follow(passing).sides else { return isTime }
    // Likely at most: a pause changes more than what a clock shows.
    found.add(
      .clock, isAsked ? .likely : .possible, "\(evidence), \(Self.words(sides))",
      "that it goes by the clock was not tried, as none was held still")
    return true
  }

  private static func words(_ sides: TwoSides) -> String {
    "by as much as a pause before it " + sides.words(with: " after one", without: " without")
  }

  /// Whether values are the time of the recording and the time of the replay.
  func showsTime(_ run: StepRun) -> Bool {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return false }
    let shapes = ValueShapes(session, n: runs.n, replayTime: run.time)
    return runs.differences(recorded, replayed).prefix(100).contains {
      shapes.areTimes($0.old, $0.new)
    }
  }

  // MARK: Values that go on

  /// A number that may count the time.
  private struct Passing {
    let path: JSONPointer
    /// The number of counted units in a second.
    let unit: Double
    /// Seconds from run to run without a pause.
    let stride: Double

    func value(_ run: StepRun) -> Double? {
      run.result.state.flatMap(path.value)?.number?.double.map { $0 / unit }
    }
  }

  private static let conditions = RunConditions(name: "at other times")
  /// The possible numbers of counted units in a second.
  private static let units = [1, 1e3, 1e6, 1e9]

  /// A number that grew as the time did between three runs.
  private func passing() throws(InspectorError) -> Passing? {
    var samples: [StepRun] = []
    for pause in [0, 0, 120, 310] {
      if pause > 0 { runs.runner.pause(milliseconds: pause) }
      guard let run = try runs.run(.alone, Self.conditions) else { return nil }
      samples.append(run)
    }
    guard let first = samples[1].result.state, let last = samples[3].result.state else {
      return nil
    }
    let stride = samples[1].time - samples[0].time
    let places = runs.differences(first, last).prefix(100).map(\.path)
    for place in places {
      for unit in Self.units {
        let passing = Passing(path: place, unit: unit, stride: stride)
        let fits = zip(samples.dropFirst(), samples.dropFirst(2)).allSatisfy { old, new in
          guard let a = passing.value(old), let b = passing.value(new) else { return false }
          return Self.fits(b - a, new.time - old.time)
        }
        if fits { return passing }
      }
    }
    return nil
  }

  private static func fits(_ shown: Double, _ passed: Double) -> Bool {
    abs(shown - passed) < 0.03 + 0.2 * passed
  }

  /// Pauses before randomly chosen runs and checks whether the number grew by as much.
  private func follow(_ passing: Passing) throws(InspectorError) -> Contrast {
    guard var last = try runs.run(.alone, Self.conditions) else { return .impossible }
    let pause = 0.1 + passing.stride
    let threshold = passing.stride + pause / 2
    func growing(after pause: Double) -> ControlledRuns.Side {
      ControlledRuns.Side(conditions: Self.conditions, pause: Int(pause * 1000)) { run in
        guard let old = passing.value(last), let new = passing.value(run) else { return nil }
        last = run
        return new - old > threshold
      }
    }
    return try runs.part(
      .more, looks: [10, 16], with: growing(after: pause), without: growing(after: 0))
  }
}
