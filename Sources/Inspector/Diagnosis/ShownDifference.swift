import SessionFormat

/// In what a replay was seen to differ at a step, and how it came to that.
struct ShownDifference {
  /// Whether the step began with what the steps before it left, in the process that reduced them; else
  /// with its own recorded state.
  let isInChain: Bool
  /// The first place that differs, and what the replay has there; nil if it is no state that differs.
  let place: (path: JSONPointer, value: JSONValue?)?

  init(isInChain: Bool, _ kind: Divergence.Kind?) {
    self.isInChain = isInChain
    if case .state(let path, _, let actual, _)? = kind {
      place = (path, actual)
    } else {
      place = nil
    }
  }
}

extension Verdict {
  /// What the first fault shows.
  var shownDifference: ShownDifference? {
    guard let n = firstFault else { return nil }
    if divergence?.n == n { return ShownDifference(isInChain: true, divergence?.kind) }
    if repetition?.difference?.n == n { return ShownDifference(isInChain: true, nil) }
    return ShownDifference(isInChain: false, steps?.faults.first?.kind)
  }
}

/// The runs of both sides of an experiment, as they were made.
final class RunsOfSides {
  private(set) var with: [StepRun] = []
  private(set) var without: [StepRun] = []

  /// The sides, of which the runs are kept.
  func keeping(
    _ with: ControlledRuns.Side, _ without: ControlledRuns.Side
  ) -> (with: ControlledRuns.Side, without: ControlledRuns.Side) {
    (
      ControlledRuns.Side(way: with.way, conditions: with.conditions) { run in
        self.with.append(run)
        return with.isHit(run)
      },
      ControlledRuns.Side(way: without.way, conditions: without.conditions) { run in
        self.without.append(run)
        return without.isHit(run)
      }
    )
  }
}

extension ControlledRuns {
  /// Whether a run has what the replay was seen to have where it differs first.
  func isAsShown(_ run: StepRun) -> Bool {
    guard let place = shown?.place else { return true }
    return run.result.state.map { place.path.value(in: $0) == place.value } ?? false
  }

  /// Whether a run came to something else than another one in what that has otherwise than was recorded.
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

  /// What stands against a condition of which both sides part being the cause.
  ///
  /// It must turn the difference on and off: on the side on which the replay was, each run has what
  /// that has, and on the other what was recorded.
  func turningDoubt(_ sides: RunsOfSides, isReplayWith: Bool?) -> String? {
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
      ? nil : "it does not turn what was recorded into what the replay has, nor back"
  }

  /// A place at which each of these runs has the same, which is not what was recorded: what makes them
  /// differ from each other elsewhere is not its cause.
  func constantPlace(in runs: [StepRun]) -> JSONPointer? {
    let states = runs.compactMap(\.result.state)
    guard let recorded = recorded?.state, let first = states.first else { return nil }
    return differences(recorded, first).first { difference in
      states.allSatisfy { difference.path.value(in: $0) == difference.new }
    }?.path
  }

  /// So many plain runs tell what they may come to.
  private static let telling = 10

  /// What stands against what makes runs differ being why the replay differs from the recording.
  ///
  /// Both must be among what the runs come to, or may be, as nearly each comes to something else.
  func recordedDoubt() throws(InspectorError) -> String? {
    while plain.runs.count < Self.telling, try run() != nil {}
    if let place = constantPlace(in: plain.runs) {
      let name = place.isRoot ? "the whole state" : place.description
      return "\(name) is the same in each run, and not as recorded"
    }
    let runs = plain.runs
    // A few of them, as each is compared with each other.
    let few = runs.prefix(Self.telling)
    let single = few.indices.count { index in
      !few.indices.contains { $0 != index && agree(few[$0], few[index]) }
    }
    if single * 2 >= few.count { return nil }
    if plain.asRecorded == 0, !runs.contains(where: isRecordedReordered) {
      return "none of \(runs.count) runs comes to what was recorded"
    }
    return runs.contains(where: { isAsShown($0) || isShownReordered($0) })
      ? nil : "none of \(runs.count) runs comes to what the replay has"
  }

  /// Whether all that differs from the recording are elements in another order.
  func isRecordedReordered(_ run: StepRun) -> Bool {
    guard let recorded = recorded?.state, let state = run.result.state else { return false }
    let places = differences(recorded, state).map(\.path)
    return !places.isEmpty
      && places.allSatisfy { ReorderedPlaces.found(in: recorded, state, at: [$0]) }
  }

  /// Whether a run has what the replay has as an element of an array in another order.
  private func isShownReordered(_ run: StepRun) -> Bool {
    guard let place = shown?.place, let value = place.value, let index = place.path.tokens.last,
      JSONPointer.index(index) != nil, let state = run.result.state
    else { return false }
    let array = JSONPointer(tokens: Array(place.path.tokens.dropLast())).value(in: state)?.array
    return array?.contains(value) ?? false
  }
}
