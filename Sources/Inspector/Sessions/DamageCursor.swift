import SessionFormat

/// The states of a session that is read line by line, as far as damage allows.
struct DamageCursor {
  /// The limits of patches.
  let limits: JSONPatch.Limits
  /// The last state as its action left it; nil if unknown.
  private(set) var state: JSONValue?
  /// The last state as the next action finds it; nil if an outside change may be lost.
  private(set) var beforeNext: JSONValue?
  /// The same, kept although such a change is possible.
  private var doubted: JSONValue?
  /// The lines of the states since the last whole one, beginning with that.
  private var lines: [Int] = []

  init(_ limits: JSONPatch.Limits) { self.limits = limits }

  /// Notes that something lost may have changed the state.
  mutating func lose() {
    doubted = beforeNext ?? doubted
    beforeNext = nil
  }

  /// Whether a segment may begin with a state: it equals the last one, or that is unknown.
  ///
  /// If the state is still the same, a lost line did not change it.
  mutating func mayGoOn(with whole: JSONValue) -> Bool {
    guard beforeNext == nil, let last = doubted ?? state else { return true }
    guard last == whole else { return false }
    beforeNext = whole
    return true
  }

  /// Takes the state of a line.
  ///
  /// - Returns: Whether it is known.
  /// - Throws: If its patch does not apply.
  mutating func take(_ content: StateContent, at line: Int) throws(JSONPatchError) -> Bool {
    let before = beforeNext
    state = nil
    beforeNext = nil
    doubted = nil
    switch content {
    case .whole(let whole):
      lines = [line]
      (state, beforeNext) = (whole, whole)
    case .patch(let patch):
      guard let before else { return false }
      let after = try patch.applied(to: before, limits: limits)
      lines.append(line)
      (state, beforeNext) = (after, after)
    }
    return true
  }

  /// Takes an outside change.
  ///
  /// - Returns: Whether the resulting state is known.
  mutating func takeOutside(_ content: StateContent) throws(JSONPatchError) -> Bool {
    guard let before = beforeNext else { return false }
    (beforeNext, doubted) = (nil, nil)
    beforeNext = try content.state(after: before, limits: limits)
    return true
  }

  /// Compares the last state with its keyframe, or learns it from that.
  ///
  /// - Returns: Where it first differs, and the lines that can no longer be trusted; nil if it is as
  ///   the keyframe says.
  mutating func audit(
    _ keyframe: JSONValue, at line: Int
  ) -> (path: JSONPointer, doubtful: [Int])? {
    guard let known = beforeNext ?? state else {
      begin(keyframe, at: line)
      return nil
    }
    guard known != keyframe else {
      lines = [line]
      (beforeNext, doubted) = (known, nil)
      return nil
    }
    let path = Difference.list(from: known, to: keyframe).first?.path ?? .root
    let doubtful = lines.count == 1 ? lines : Array(lines.dropFirst())
    (state, beforeNext, doubted) = (nil, nil, nil)
    return (path, doubtful)
  }

  /// Takes a keyframe whose state has no line.
  mutating func begin(_ keyframe: JSONValue, at line: Int) {
    lines = [line]
    (state, beforeNext, doubted) = (keyframe, keyframe, nil)
  }
}
