import SessionFormat

/// The way from one state of a session to another.
struct StateWay {
  private var last: ReachedState
  private var cursor: StateCursor
  /// Whether the way is long enough to gather patches.
  let gathers: Bool

  /// A way from a state to state `n`.
  init(from start: ReachedState, to n: Int, _ limits: JSONPatch.Limits) {
    (last, cursor) = (start, StateCursor(start.state, limits))
    gathers = n - start.n > 2
  }

  /// The number of the current state.
  var n: Int { last.n }

  /// The current position, possibly with an older state.
  var place: ReachedState { last }

  /// The current state.
  mutating func reached() -> ReachedState {
    last = ReachedState(cursor.reached(), at: last)
    return last
  }

  /// Applies a change; the closure makes one that cannot be gathered.
  mutating func change<E>(
    by content: StateContent, _ make: (JSONValue) throws(E) -> JSONValue
  ) throws(E) {
    if gathers, case .patch(let patch) = content, cursor.gather(patch) { return }
    cursor.become(try make(cursor.reached()))
  }

  /// Applies the change of a state line, if it can be gathered as written in the file.
  mutating func gather(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> Bool {
    gathers && cursor.gather(line, hasCRC: hasCRC)
  }

  /// Advances to the next number, with the effort of that.
  mutating func step(effort: Int) {
    last = ReachedState(last.state, after: last, effort: effort)
  }
}
