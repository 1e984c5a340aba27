import SessionFormat

/// A state, and the patches behind it, which are gathered and made at once when it is asked for.
///
/// The one way to a state by patches: of a session, of a branch, and of what a host answers.
struct StateCursor {
  private var state: JSONValue
  private var batch: ReplacementBatch?
  private var lines: PatchLines?
  private let limits: JSONPatch.Limits

  /// The bytes that are gathered at most.
  private static let mostMemory = 1 << 23

  /// A cursor at a state.
  init(_ state: JSONValue, _ limits: JSONPatch.Limits = JSONPatch.Limits()) {
    (self.state, self.limits) = (state, limits)
  }

  /// The state behind all that was passed.
  mutating func reached() -> JSONValue {
    if let batch { become(batch.applied()) }
    return state
  }

  /// Goes on from another state.
  mutating func become(_ state: JSONValue) { (self.state, batch) = (state, nil) }

  /// Passes a patch, if it is one of a few replacements that lead to places which are there; else
  /// nothing changes.
  mutating func gather(_ patch: JSONPatch) -> Bool {
    makeBatch()
    return batch?.add(patch) ?? false
  }

  /// Passes the patch of a state line as it is written, in the same way.
  ///
  /// - Parameter hasCRC: Whether each line of the way must have a checksum; else none may.
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
