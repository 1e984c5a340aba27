import SessionFormat

/// The way from one state to another, on which replacements are gathered and made at once.
struct StateWay {
  private var last: ReachedState
  private var batch: ReplacementBatch?
  /// Whether the way is long enough for gathering to be worth it.
  private let gathers: Bool

  /// The places that are gathered at most, some megabytes.
  private static let mostPlaces = 1 << 14

  /// A way from a state to number n.
  init(from start: ReachedState, to n: Int) {
    last = start
    gathers = n - start.n > 2
  }

  /// The number of the state that was reached.
  var n: Int { last.n }

  /// Where the way is, without its state.
  var place: ReachedState { last }

  /// The state that was reached.
  mutating func reached() -> ReachedState {
    if let batch {
      last = ReachedState(batch.applied(), at: last)
      self.batch = nil
    }
    return last
  }

  /// Goes through a change; what cannot be gathered is made by the closure.
  mutating func change<E>(
    by content: StateContent, _ make: (JSONValue) throws(E) -> JSONValue
  ) throws(E) {
    if gathers, case .patch(let patch) = content, gather(patch) { return }
    last = ReachedState(try make(reached().state), at: last)
  }

  private mutating func gather(_ patch: JSONPatch) -> Bool {
    if let batch, batch.count > Self.mostPlaces { _ = reached() }
    if batch == nil { batch = ReplacementBatch(last.state) }
    return batch?.add(patch) ?? false
  }

  /// Comes to the next number, by that effort.
  mutating func step(effort: Int) {
    last = ReachedState(last.state, after: last, effort: effort)
  }
}
