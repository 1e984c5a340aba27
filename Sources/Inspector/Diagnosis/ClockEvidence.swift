import SessionFormat

/// Whether a step shows the time: by its values, and by values that go on as the time does.
struct ClockEvidence {
  private let runs: ControlledRuns
  private let session: Session

  init(_ runs: ControlledRuns, _ session: Session) {
    self.runs = runs
    self.session = session
  }

  /// Adds the clock to the findings where it fits; whether it does.
  func search(
    _ run: ControlledRuns.Run, _ found: inout Findings
  ) throws(InspectorError) -> Bool {
    let isTime = showsTime(run)
    if isTime {
      found.add(
        .clock, .likely,
        "the recorded value is the time of the recording, the replayed one that of the replay")
    }
    if try goesOn() {
      found.add(.clock, .certain, "from run to run the value grows as the time goes on")
      return true
    }
    return isTime
  }

  /// Whether values are the time of the recording and that of the replay.
  func showsTime(_ run: ControlledRuns.Run) -> Bool {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return false }
    let shapes = ValueShapes(session, n: runs.n, replayTime: run.time)
    return runs.agreement.differences(recorded, replayed).prefix(100).contains {
      shapes.areTimes($0.old, $0.new)
    }
  }

  /// Whether a number grows from run to run by the time between them.
  private func goesOn() throws(InspectorError) -> Bool {
    var samples: [ControlledRuns.Run] = []
    for pause in [0, 120, 310] {
      if pause > 0 { Platform.pause(milliseconds: pause) }
      let sample = try runs.sample(RunConditions(name: "at other times"), 1)
      samples += sample.runs
    }
    guard samples.count == 3, let first = samples[0].result.state,
      let second = samples[1].result.state, let third = samples[2].result.state
    else { return false }
    let times = samples.map(\.time)
    return runs.agreement.differences(first, third).prefix(100).contains { difference in
      guard let a = difference.old?.number?.double, let c = difference.new?.number?.double,
        let b = difference.path.value(in: second)?.number?.double
      else { return false }
      return Self.units.contains { unit in
        Self.fits((b - a) / unit, times[1] - times[0])
          && Self.fits((c - b) / unit, times[2] - times[1])
      }
    }
  }

  /// How many of what is counted there are in a second.
  private static let units = [1, 1e3, 1e6, 1e9]

  private static func fits(_ shown: Double, _ passed: Double) -> Bool {
    abs(shown - passed) < 0.03 + 0.2 * passed
  }
}
