import SessionFormat

/// A state and the patches after it, which are gathered and applied together on request.
///
/// All patched states are made here: those of a session, of a branch, and of a host's answers.
struct StateCursor {
  private var state: JSONValue
  private var batch: ReplacementBatch?
  private var lines: PatchLines?
  private let limits: JSONPatch.Limits

  /// The most bytes to gather.
  private static let mostMemory = 1 << 23

  /// A cursor at a state.
  init(_ state: JSONValue, _ limits: JSONPatch.Limits = JSONPatch.Limits()) {
    (self.state, self.limits) = (state, limits)
  }

  /// The state after all patches so far.
  mutating func reached() -> JSONValue {
    if let batch { become(batch.applied()) }
    return state
  }

  /// Continues from another state.
  mutating func become(_ state: JSONValue) { (self.state, batch) = (state, nil) }

  /// Adds a patch, if it has only a few replacements of places that exist; else changes nothing.
  mutating func gather(_ patch: JSONPatch) -> Bool {
    makeBatch()
    return batch?.add(patch) ?? false
  }

  /// Adds the patch of a state line in its written form, under the same condition.
  ///
  /// - Parameter hasCRC: Whether each line must have a checksum; else none may have one.
  mutating func gather(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> Bool {
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
