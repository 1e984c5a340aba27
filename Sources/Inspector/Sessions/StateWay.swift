import SessionFormat

/// The way from one state of a session to another.
struct StateWay {
  private var last: ReachedState
  private var cursor: StateCursor
  /// Whether the way is long enough for gathering to be worth it.
  let gathers: Bool

  /// A way from a state to number n.
  init(from start: ReachedState, to n: Int, _ limits: JSONPatch.Limits) {
    (last, cursor) = (start, StateCursor(start.state, limits))
    gathers = n - start.n > 2
  }

  /// The number of the state that was reached.
  var n: Int { last.n }

  /// Where the way is, without its state.
  var place: ReachedState { last }

  /// The state that was reached.
  mutating func reached() -> ReachedState {
    last = ReachedState(cursor.reached(), at: last)
    return last
  }

  /// Goes through a change; what cannot be gathered is made by the closure.
  mutating func change<E>(
    by content: StateContent, _ make: (JSONValue) throws(E) -> JSONValue
  ) throws(E) {
    if gathers, case .patch(let patch) = content, cursor.gather(patch) { return }
    cursor.become(try make(cursor.reached()))
  }

  /// Goes through the change of a state line, if it can be gathered as it stands in the file.
  mutating func gather(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> Bool {
    gathers && cursor.gather(line, hasCRC: hasCRC)
  }

  /// Comes to the next number, by that effort.
  mutating func step(effort: Int) {
    last = ReachedState(last.state, after: last, effort: effort)
  }
}
