import SessionFormat

/// The way from one state to another, on which replacements are gathered and made at once.
struct StateWay {
  private var last: ReachedState
  private var batch: ReplacementBatch?
  /// Whether the way is long enough for gathering to be worth it.
  let gathers: Bool
  private var lines: PatchLines?
  private let limits: JSONPatch.Limits

  /// The bytes that are gathered at most.
  private static let mostMemory = 1 << 23

  /// A way from a state to number n.
  init(from start: ReachedState, to n: Int, _ limits: JSONPatch.Limits) {
    (last, self.limits) = (start, limits)
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
    makeBatch()
    return batch?.add(patch) ?? false
  }

  /// Goes through the change of a state line, if it can be gathered as it stands in the file.
  ///
  /// - Parameter hasCRC: Whether each line of the way must have a checksum; else none may.
  mutating func gather(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> Bool {
    guard gathers else { return false }
    let lines = self.lines ?? PatchLines(hasCRC: hasCRC)
    self.lines = lines
    makeBatch()
    return batch?.add(line, lines) ?? false
  }

  private mutating func makeBatch() {
    if let batch, batch.memory > Self.mostMemory { _ = reached() }
    if batch == nil { batch = ReplacementBatch(last.state, limits: limits) }
  }

  /// Comes to the next number, by that effort.
  mutating func step(effort: Int) {
    last = ReachedState(last.state, after: last, effort: effort)
  }
}
