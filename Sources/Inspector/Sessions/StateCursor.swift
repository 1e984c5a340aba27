import SessionFormat

/// A state and the patches after it, which are gathered and applied together on request.
///
/// All patched states are made here: those of a session, of a branch, and of a host's answers.
struct StateCursor {
  private var state: JSONValue
  private var batch: ReplacementBatch?
  private var lines: PatchLines?
  private let limits: JSONPatch.Limits
  /// Whether the way is long enough to gather patches.
  private let gathers: Bool

  /// The most bytes to gather.
  private static let mostMemory = 1 << 23

  /// A cursor at a state.
  init(
    _ state: JSONValue, _ limits: JSONPatch.Limits = JSONPatch.Limits(), gathers: Bool = true
  ) {
    (self.state, self.limits, self.gathers) = (state, limits, gathers)
  }

  /// The state after all patches so far.
  mutating func reached() -> JSONValue {
    if let batch { become(batch.applied()) }
    return state
  }

  /// Continues from another state.
  mutating func become(_ state: JSONValue) { (self.state, batch) = (state, nil) }

  /// Applies a change; the closure makes one that cannot be gathered.
  mutating func change<E>(
    by content: StateContent, _ make: (JSONValue) throws(E) -> JSONValue
  ) throws(E) {
    if gathers, case .patch(let patch) = content {
      makeBatch()
      if batch?.add(patch) == true { return }
    }
    become(try make(reached()))
  }

  /// Adds the patch of a state line in its written form, if it has only a few replacements of
  /// places that exist; else changes nothing.
  ///
  /// - Parameter hasCRC: Whether each line must have a checksum; else none may have one.
  mutating func gather(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> Bool {
    guard gathers else { return false }
    let lines = self.lines ?? PatchLines(hasCRC: hasCRC)
    self.lines = lines
    makeBatch()
    return batch?.add(line, lines) ?? false
  }

  private mutating func makeBatch() {
    if let batch, batch.memory > Self.mostMemory { become(batch.applied()) }
    if batch == nil { batch = ReplacementBatch(state, limits: limits) }
  }
}
