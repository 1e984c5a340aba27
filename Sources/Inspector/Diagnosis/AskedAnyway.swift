/// What a host asks that does not say where its reducer begins and ends, whether it reduces a step or not.
///
/// An interpreter asks the clock that runs since the machine was started at each of its locks, as often as it
/// happens to wait, and when it first translates a function. Such questions are known by their places in its
/// code; all others by the calls that led there, and by how often they come.
struct AskedAnyway {
  /// What it asks if it is only given a state.
  let given: [WitnessedCalls.Call]
  /// The places of the interpreter.
  private var places: Set<WitnessedCalls.Frame>

  /// - Parameter given: What the host asks if it is only given a state.
  init(given: WitnessedCalls) {
    self.given = given.calls
    places = Set(given.calls.filter(\.isOfRunningClock).compactMap(\.frames.first))
  }

  /// Whether a step asks a clock that the host asks anyway, by another place of the same file.
  func doubts(_ step: WitnessedCalls) -> Bool { !doubtful(step).isEmpty }

  private func doubtful(_ step: WitnessedCalls) -> Set<WitnessedCalls.Frame> {
    let files = Set(places.map(\.file))
    let asked = step.calls.filter(\.isOfRunningClock).compactMap(\.frames.first)
    return Set(asked.filter { files.contains($0.file) }).subtracting(places)
  }

  /// Adds the places at which a step asks only the first time in a process.
  mutating func learn(first: WitnessedCalls, second: WitnessedCalls) {
    places.formUnion(doubtful(first).subtracting(second.calls.compactMap(\.frames.first)))
  }

  /// What a step asks beyond that.
  func subtracted(from step: SystemRequests) -> SystemRequests {
    let anyway = given.reduce(into: [:]) { $0[$1.question, default: 0] += $1.count }
    let asked = step.calls.reduce(into: [:]) { $0[$1.question, default: 0] += $1.count }
    let known = given.reduce(into: [:]) { $0[$1.question, default: Set()].insert($1.frames) }
    var rest = step.filter { call in
      if call.isOfRunningClock, let place = call.frames.first, places.contains(place) {
        return false
      }
      guard known[call.question]?.contains(call.frames) == true else { return true }
      return asked[call.question, default: 0] > anyway[call.question, default: 0]
    }
    rest.hidesRunningClock = !places.isEmpty
    return rest
  }
}
