import SessionFormat

/// The difference that a replay showed at a step, and how the replay reached the step.
package struct ShownDifference {
  /// Whether the step began with the state that the steps before it left in the same process, not
  /// with its own recorded state.
  let isInChain: Bool
  /// The first place that differs and its replayed value; nil if something other than a state differs.
  let place: (path: JSONPointer, value: JSONValue?)?
  /// Whether it is that of the action, which comes back otherwise.
  let isOfAction: Bool

  package init(isInChain: Bool, _ kind: Divergence.Kind?) {
    self.isInChain = isInChain
    if case .action? = kind { isOfAction = true } else { isOfAction = false }
    if case .state(let path, _, let actual, _)? = kind {
      place = (path, actual)
    } else {
      place = nil
    }
  }
}

extension Verdict {
  /// The difference that the first fault shows.
  var shownDifference: ShownDifference? {
    guard let n = firstFault else { return nil }
    if divergence?.n == n { return ShownDifference(isInChain: true, divergence?.kind) }
    if repetition?.difference?.n == n { return ShownDifference(isInChain: true, nil) }
    return ShownDifference(isInChain: false, steps?.faults.first?.kind)
  }
}

extension ControlledRuns {
  /// Whether a run has the replay's value at the replay's first differing place.
  func isAsShown(_ run: StepRun) -> Bool {
    guard let place = shown?.place else { return true }
    return run.result.state.map { place.path.value(in: $0) == place.value } ?? false
  }

  /// Whether a run differs from another one at a place where that one differs from the recording.
  func differs(_ other: StepRun, from run: StepRun) -> Bool {
    guard !agree(other, run) else { return false }
    guard let recorded = recorded?.state, let state = run.result.state,
      let changed = other.result.state
    else { return true }
    let wrong = differences(recorded, state).map(\.path)
    guard !wrong.isEmpty else { return true }
    return differences(state, changed).contains { difference in
      wrong.contains { $0.isAtOrBelow(difference.path) || difference.path.isAtOrBelow($0) }
    }
  }

  /// The doubt that a condition on which the sides of the last experiment differ is the cause.
  ///
  /// The condition must turn the difference on and off. Each run on the replay's side must have the
  /// replay's result, and each run on the other side the recorded one.
  func turningDoubt(isReplayWith: Bool?) -> String? {
    let sides = lastSides
    func turns(_ replayed: [StepRun], _ other: [StepRun]) -> Bool {
      replayed.allSatisfy { !isAsRecorded($0) && isAsShown($0) } && other.allSatisfy(isAsRecorded)
    }
    let isTurned =
      switch isReplayWith {
      case true?: turns(sides.with, sides.without)
      case false?: turns(sides.without, sides.with)
      case nil: turns(sides.with, sides.without) || turns(sides.without, sides.with)
      }
    return isTurned
      ? nil
      : "switching this alone does not lead from the recorded result to the replayed one, and back"
  }

  /// A place at which all these runs have the same value, but not the recorded one: what makes them
  /// differ from each other elsewhere is not its cause.
  func constantPlace(in runs: [StepRun]) -> JSONPointer? {
    let states = runs.compactMap(\.result.state)
    guard let recorded = recorded?.state, let first = states.first else { return nil }
    return differences(recorded, first).first { difference in
      states.allSatisfy { difference.path.value(in: $0) == difference.new }
    }?.path
  }

  /// The doubt that what makes these runs differ is the cause, because of such a place.
  func constantDoubt(in runs: [StepRun]) -> String? {
    constantPlace(in: runs).map {
      "\($0.placeInState) is the same in each run, and not as recorded"
    }
  }

  /// The doubt that what makes these runs differ is the whole cause, because of a part of a text, or the last
  /// digits of a number, that all have, and what was recorded has not.
  ///
  /// - Parameter factor: What makes them differ. Texts with an address or the number of a process say nothing.
  private func partDoubt(
    in runs: [StepRun], about factor: RunConditions.Factor
  ) throws(InspectorError) -> String? {
    let states = runs.compactMap(\.result.state)
    guard factor != .clock, factor != .processors, let recorded = recorded?.state,
      let first = states.first
    else { return nil }
    // Processes have numbers near each other.
    let requests = try systemRequests()
    let readsTexts = factor != .addresses && requests?.processNumbers.isEmpty != false
    for place in differences(recorded, first).prefix(Self.mostPlaces).map(\.path) {
      let part =
        CommonPart(ofNumbersIn: states, at: place)
        ?? (readsTexts ? CommonPart(of: states, at: place) : nil)
      if let part, place.value(in: recorded)?.kind == place.value(in: first)?.kind,
        !part.isIn(recorded)
      {
        return
          "what \(states.count) runs give at \(place) \(part.words), and what was recorded does not"
      }
    }
    return nil
  }

  /// The doubt that chance is the whole cause, as what was recorded is a number far from those of these runs.
  private func farDoubt(in runs: [StepRun], about factor: RunConditions.Factor) -> String? {
    let states = runs.compactMap(\.result.state)
    guard factor == .random, let recorded = recorded?.state, let first = states.first else {
      return nil
    }
    let far = differences(recorded, first).prefix(Self.mostPlaces).map(\.path).first { place in
      Self.isFar(place.value(in: recorded), from: states.map { place.value(in: $0) })
    }
    return far.map {
      "what was recorded at \($0) lies far from what \(states.count) runs give there"
    }
  }

  /// Whether a number is further from all others than ten times what they are apart.
  private static func isFar(_ value: JSONValue?, from others: [JSONValue?]) -> Bool {
    let numbers = others.compactMap { $0?.number?.double }
    guard let number = value?.number?.double, numbers.count == others.count,
      let least = numbers.min(), let most = numbers.max()
    else { return false }
    let far = 10 * (most - least)
    return number < least - far || number > most + far
  }

  private static let mostPlaces = 8
  /// The number of plain runs that show which results are possible.
  private static let telling = 10
  /// The most, if none was as recorded so far.
  private static let most = 50
  /// The share of results unseen by the most runs with which it is no sign of anything that what was
  /// recorded is among them.
  private static let unseen = 0.2

  /// The doubt that what makes runs differ is also why the replay differs from the recording.
  ///
  /// Both results must be among those of the runs, unless nearly every run has another result.
  ///
  /// - Parameters:
  ///   - factor: What makes runs differ.
  ///   - isTime: See ``sourceDoubt(isTime:)``.
  func recordedDoubt(
    about factor: RunConditions.Factor, isTime: Bool = false
  ) throws(InspectorError) -> String? {
    while plain.runs.count < Self.telling, try run() != nil {}
    if let doubt = constantDoubt(in: plain.runs) { return doubt }
    if let doubt = try unlikeRecorded() { return doubt }
    if let doubt = try sourceDoubt(isTime: isTime) { return doubt }
    // A few of them first, as each is compared with every other.
    if shareUnseen(by: plain.runs.prefix(Self.telling)) >= 0.5 {
      guard plain.asRecorded == 0 else { return nil }
      return try lostDoubt(in: plain.runs, about: factor, isTime: isTime)
    }
    // Each of a few results comes again.
    while plain.runs.count < Self.most,
      plain.asRecorded == 0 || !plain.runs.contains(where: isAsShown), try run() != nil
    {}
    let all = plain.runs
    if shareUnseen(by: all.prefix(Self.most)) >= Self.unseen {
      guard plain.asRecorded == 0 else { return nil }
      return try lostDoubt(in: all, about: factor, isTime: isTime)
    }
    if plain.asRecorded == 0, !all.contains(where: isRecordedReordered) {
      return "none of \(all.count) runs gives what was recorded"
    }
    return all.contains(where: { isAsShown($0) || isShownReordered($0) })
      ? nil : "none of \(all.count) runs gives what the replay has"
  }

  /// The doubt that what was recorded, and came in none of these runs, is something that was lost.
  ///
  /// - Parameter isStanding: Whether the clock stood still in these runs; what all have in common may be its time then.
  func lostDoubt(
    in runs: [StepRun], about factor: RunConditions.Factor, isTime: Bool, isStanding: Bool = false
  ) throws(InspectorError) -> String? {
    if !isStanding, let doubt = try partDoubt(in: runs, about: factor) { return doubt }
    if let doubt = farDoubt(in: runs, about: factor) { return doubt }
    return isTime ? nil : try requestsBefore().doubt
  }

  /// The doubt that a kept value comes of a factor, as each of a few results comes again and the recorded one does not.
  func fewDoubt(
    _ conditions: RunConditions, _ way: StepWay, in some: [StepRun]
  ) throws(InspectorError) -> String? {
    var all = some
    func isKnown(_ run: StepRun) -> Bool { isAsRecorded(run) || isRecordedReordered(run) }
    while all.count < Self.most, !all.contains(where: isKnown),
      shareUnseen(by: all[...]) < 0.5, let run = try run(way, conditions)
    {
      all.append(run)
    }
    return all.contains(where: isKnown) || shareUnseen(by: all[...]) >= Self.unseen
      ? nil : "none of \(all.count) runs gives what was recorded"
  }

  /// The same as ``recordedDoubt(about:isTime:)`` of causes of which the clock is one: each moment has results of its
  /// own, so those at the time of the recording count.
  func recordedDoubt(
    about factor: RunConditions.Factor, at time: Double, isTime: Bool
  ) throws(InspectorError) -> String? {
    var then = RunConditions(held: [.clock], name: "the clock of the recording, standing still")
    then.standingTime = time
    var all: [StepRun] = []
    while all.count < Self.most, !all.contains(where: isAsRecorded) {
      guard let run = try run(.alone, then) else {
        return "at the time of the recording it could not be tried"
      }
      all.append(run)
      if all.count == Self.telling {
        if let doubt = constantDoubt(in: all) ?? unlikeRecorded(in: all) { return doubt }
        if let doubt = try sourceDoubt(isTime: isTime) { return doubt }
        if shareUnseen(by: all[...]) >= 0.5 { break }
      }
    }
    if all.contains(where: isAsRecorded) { return try sourceDoubt(isTime: isTime) }
    return shareUnseen(by: all[...]) >= Self.unseen
      ? try lostDoubt(in: all, about: factor, isTime: isTime, isStanding: true)
      : "none of \(all.count) runs at the time of the recording gives what was recorded"
  }

  /// The share of further runs that give a result which none of these gave: the share of the results that
  /// came once (Good and Turing's estimate).
  private func shareUnseen(by runs: ArraySlice<StepRun>) -> Double {
    let single = runs.indices.count { index in
      !runs.indices.contains { $0 != index && agree(runs[$0], runs[index]) }
    }
    return Double(single) / Double(max(1, runs.count))
  }

  /// That what was recorded is nothing that runs give where they differ, in words; nil if it may be.
  func unlikeRecorded() throws(InspectorError) -> String? {
    while plain.runs.count < Self.telling, try run() != nil {}
    return unlikeRecorded(in: Array(plain.runs.prefix(Self.telling)))
  }

  func unlikeRecorded(in runs: [StepRun]) -> String? {
    let states = runs.compactMap(\.result.state)
    guard let recorded = recorded?.state, let first = states.first,
      let other = states.first(where: { !differences(first, $0).isEmpty })
    else { return nil }
    let varying = differences(first, other).map(\.path)
    guard
      let place = varying.first,
      varying.allSatisfy({ place in
        ValueShapes.isUnlike(place.value(in: recorded), states.map { place.value(in: $0) })
      })
    else { return nil }
    return
      "what was recorded at \(place) is of another kind than what \(states.count) runs give there"
  }

  /// Whether the run differs from the recording only in the order of elements.
  func isRecordedReordered(_ run: StepRun) -> Bool {
    guard let recorded = recorded?.state, let state = run.result.state else { return false }
    let places = differences(recorded, state).map(\.path)
    return !places.isEmpty
      && places.allSatisfy { ReorderedPlaces.found(in: recorded, state, at: [$0]) }
  }

  /// Whether a run has the replay's value as another element of the same array.
  private func isShownReordered(_ run: StepRun) -> Bool {
    guard let place = shown?.place, let value = place.value, let index = place.path.tokens.last,
      JSONPointer.index(index) != nil, let state = run.result.state
    else { return false }
    return place.path.parent.value(in: state)?.array?.contains(value) ?? false
  }
}
