import SessionFormat

/// A state, and the patches behind it as hosts wrote them, which are made at once when it is asked
/// for.
struct GatheredState {
  /// The bytes that are gathered at most.
  private static let mostMemory = 1 << 23

  private var state: JSONValue
  private var batch: ReplacementBatch?
  private let lines = PatchLines(hasCRC: true)

  init(_ state: JSONValue) { self.state = state }

  /// The state behind all that was gathered.
  mutating func reached() -> JSONValue {
    if let batch { become(batch.applied()) }
    return state
  }

  mutating func become(_ state: JSONValue) { (self.state, batch) = (state, nil) }

  /// Takes the patch of a state line, if it is one of a few replacements, has its checksum, and leads
  /// to places that are there; else nothing changes.
  mutating func gather(_ line: [UInt8]) -> Bool {
    if let batch, batch.memory > Self.mostMemory { become(batch.applied()) }
    if batch == nil { batch = ReplacementBatch(state) }
    return line.withUnsafeBufferPointer { batch?.add($0, lines) } ?? false
  }
}
