import SessionFormat

/// The states of a session that is read line by line, as far as damage lets them be known.
struct StateTrail {
  /// What patches may make of a state.
  let limits: JSONPatch.Limits
  /// The last state as its action left it; nil if it is not known.
  private(set) var state: JSONValue?
  /// The last state as the next action finds it; nil if a change from outside may be lost.
  private(set) var leaving: JSONValue?
  /// The same, where such a change is only possible.
  private var doubted: JSONValue?
  /// The lines of the states since the last whole one, that one first.
  private var lines: [Int] = []

  init(_ limits: JSONPatch.Limits) { self.limits = limits }

  /// Goes on behind something lost that may have changed the state.
  mutating func lose() {
    doubted = leaving ?? doubted
    leaving = nil
  }

  /// Whether a segment may begin with a state: it is the last one, or that is not known.
  ///
  /// What a lost line may have changed it did not change where the state is still the same.
  mutating func mayGoOn(with whole: JSONValue) -> Bool {
    guard leaving == nil, let last = doubted ?? state else { return true }
    guard last == whole else { return false }
    leaving = whole
    return true
  }

  /// Goes on with the state of a line.
  ///
  /// - Returns: Whether it is known.
  /// - Throws: Where its patch does not apply.
  mutating func take(_ content: StateContent, at line: Int) throws(JSONPatchError) -> Bool {
    let before = leaving
    state = nil
    leaving = nil
    doubted = nil
    switch content {
    case .whole(let whole):
      lines = [line]
      (state, leaving) = (whole, whole)
    case .patch(let patch):
      guard let before else { return false }
      let after = try patch.applied(to: before, limits: limits)
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
    (leaving, doubted) = (nil, nil)
    leaving = try content.state(after: before, limits: limits)
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
      (leaving, doubted) = (known, nil)
      return .agrees
    }
    let path = Difference.list(from: known, to: keyframe).first?.path ?? .root
    let doubtful = lines.count == 1 ? lines : Array(lines.dropFirst())
    (state, leaving, doubted) = (nil, nil, nil)
    return .differs(path, doubtful: doubtful)
  }

  /// Goes on with a keyframe whose state has no line.
  mutating func begin(_ keyframe: JSONValue, at line: Int) {
    lines = [line]
    (state, leaving, doubted) = (keyframe, keyframe, nil)
  }
}
