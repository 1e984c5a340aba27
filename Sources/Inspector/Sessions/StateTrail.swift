import SessionFormat

/// The states of a session that is read line by line, as far as damage lets them be known.
struct StateTrail {
  /// The last state as its action left it; nil where it is not known.
  private(set) var state: JSONValue?
  /// The last state as the next action finds it; nil where a change from outside may be lost.
  private(set) var leaving: JSONValue?
  /// The lines of the states since the last whole one, that one first.
  private var lines: [Int] = []

  /// Goes on behind something lost that may have changed the state.
  mutating func lose() { leaving = nil }

  /// Goes on with the state of a line.
  ///
  /// - Returns: Whether it is known.
  /// - Throws: Where its patch does not apply.
  mutating func take(_ content: StateContent, at line: Int) throws(JSONPatchError) -> Bool {
    let before = leaving
    state = nil
    leaving = nil
    switch content {
    case .whole(let whole):
      lines = [line]
      (state, leaving) = (whole, whole)
    case .patch(let patch):
      guard let before else { return false }
      let after = try patch.applied(to: before)
      lines.append(line)
      (state, leaving) = (after, after)
    }
    return true
  }

  /// Goes on with a change from outside.
  ///
  /// - Returns: Whether the state that it leads to is known.
  mutating func takeOutside(_ content: StateContent) throws(JSONPatchError) -> Bool {
    guard let before = leaving else { return false }
    leaving = nil
    leaving = try content.state(after: before)
    return true
  }

  /// What a keyframe says of the last state.
  enum Audit {
    case agrees
    /// The state was not known, and now is.
    case tells
    /// It differs first at the path; these lines can no longer be believed.
    case differs(JSONPointer, doubtful: [Int])
  }

  /// Compares the last state with its keyframe.
  mutating func audit(_ keyframe: JSONValue, at line: Int) -> Audit {
    guard let known = leaving ?? state else {
      begin(keyframe, at: line)
      return .tells
    }
    guard known != keyframe else {
      lines = [line]
      leaving = known
      return .agrees
    }
    let path = Difference.list(from: known, to: keyframe).first?.path ?? .root
    let doubtful = lines.count == 1 ? lines : Array(lines.dropFirst())
    (state, leaving) = (nil, nil)
    return .differs(path, doubtful: doubtful)
  }

  /// Goes on with a keyframe whose state has no line.
  mutating func begin(_ keyframe: JSONValue, at line: Int) {
    lines = [line]
    (state, leaving) = (keyframe, keyframe)
  }
}
