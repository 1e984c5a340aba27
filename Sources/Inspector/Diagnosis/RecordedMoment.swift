import SessionFormat

/// Whether a step that asks for the time has what was recorded at the time of the recording.
///
/// No run comes as recorded by its clock alone then. But all that it shows at some moments around that time
/// must be in what was recorded, too; else something beside the clock is another one.
struct RecordedMoment {
  let runs: ControlledRuns

  /// Seconds from the time of the recording, with digits of their own in each place.
  private static let moments = [-1.0213847, 0, 0.0313919, 1.4877153, 2.7035391]
  /// How many seconds after the time of the action a reducer may ask for the time.
  private static let due = -3.0...10
  private static let mostPlaces = 8

  /// The doubt that a factor is the cause, as what was recorded is of another time, or has not what all runs around
  /// that time have.
  ///
  /// - Parameters:
  ///   - factor: What makes runs differ. Texts with an address or the number of a process say nothing.
  ///   - isAlone: Whether runs agree with the clock alone held; else there are more runs, in which what
  ///     varies beside it shows.
  /// - Returns: nil also if nothing can be compared, such as a number by a clock that runs since the machine was
  ///   started.
  func doubt(
    about factor: RunConditions.Factor, isAlone: Bool
  ) throws(InspectorError) -> String? {
    let shapes = ValueShapes(runs.session, n: runs.n, replayTime: 0)
    guard let recorded = runs.recorded?.state, let time = shapes.recordTime,
      let requests = try runs.systemRequests()
    else { return nil }
    let asksOthers = !requests.calls.allSatisfy { $0.clock == nil }
    // A clock that runs since the machine was started has no such time, and processes have numbers near each other.
    let readsTexts = !asksOthers && factor != .addresses && requests.processNumbers.isEmpty
    let around = RunConditions(held: [.clock], name: "the clock around the recording")
    var (states, others): ([JSONValue], [JSONValue]) = ([], [])
    for moment in Self.moments {
      var then = around
      then.standingTime = time + moment
      guard let state = try runs.run(.alone, then)?.result.state else { return Self.untried }
      states.append(state)
      for _ in 0..<(isAlone ? 0 : 2) {
        guard let other = try runs.run(.alone, then)?.result.state else { return Self.untried }
        others.append(other)
      }
    }
    for place in runs.differences(recorded, states[1]).prefix(Self.mostPlaces).map(\.path) {
      let values = states.compactMap(place.value)
      guard values.count == states.count, let value = place.value(in: recorded) else { continue }
      let part =
        readsTexts && value.string != nil ? CommonPart(of: states + others, at: place) : nil
      if part?.isIn(recorded) == false {
        return "at the time of the recording the text at \(place) is another one"
      }
      if isAlone, !asksOthers || Self.isOfDay(values[1], at: time),
        let seconds = seconds(value, from: values), !Self.due.contains(seconds)
      {
        let count = CountText.words(Int(abs(seconds).rounded()), "second")
        return
          "the number at \(place) is of a time \(count) \(seconds < 0 ? "before" : "after") that of the recording"
      }
    }
    return nil
  }

  private static let untried = "around the time of the recording it did not come to a state"

  /// Whether a number counts the time since 1970 or 2001, in some unit, and not since the machine was started.
  private static func isOfDay(_ value: JSONValue, at time: Double) -> Bool {
    guard let number = value.number?.double else { return false }
    return [1, 1e3, 1e6, 1e9].contains { unit in
      [0, 978_307_200].contains { abs(number / unit + $0 - time) < 86_400 }
    }
  }

  /// Whether a number that was recorded is of the time at which a step before was recorded.
  ///
  /// The clock stands still for the whole process, so what any step kept is of one time.
  func isTime(ofStep n: Int) throws(InspectorError) -> Bool {
    let shapes = ValueShapes(runs.session, n: n, replayTime: 0)
    guard let recorded = runs.recorded?.state, let time = shapes.recordTime else { return false }
    let around = RunConditions(held: [.clock], name: "the clock around step \(n) of the recording")
    var states: [JSONValue] = []
    for moment in Self.moments {
      var then = around
      then.standingTime = time + moment
      then.name += ", \(moment) s later"
      guard let state = try runs.run(.behindSteps, then)?.result.state else { return false }
      states.append(state)
    }
    let places = runs.differences(recorded, states[1]).map(\.path)
    return !places.isEmpty
      && places.prefix(Self.mostPlaces).allSatisfy { place in
        let values = states.compactMap(place.value)
        guard values.count == states.count, let value = place.value(in: recorded),
          let seconds = seconds(value, from: values)
        else { return false }
        return Self.due.contains(seconds)
      }
  }

  /// By how many seconds a number is of a later time than the recording, if it grows as the time does.
  private func seconds(_ value: JSONValue, from values: [JSONValue]) -> Double? {
    let numbers = values.compactMap { $0.number?.double }
    guard let number = value.number?.double, numbers.count == values.count, let last = numbers.last,
      let lastMoment = Self.moments.last
    else { return nil }
    let perSecond = (last - numbers[0]) / (lastMoment - Self.moments[0])
    let slack = 1 + abs(perSecond) / 100
    let isEven = zip(numbers, Self.moments).allSatisfy { number, moment in
      abs(number - numbers[0] - perSecond * (moment - Self.moments[0])) <= slack
    }
    // What does not count at least the seconds could be any time.
    guard isEven, abs(perSecond) > 0.5 else { return nil }
    let seconds = (number - numbers[1]) / perSecond
    return abs(seconds) < 1e15 ? seconds : nil
  }
}
