import SessionFormat

/// The last state that was written, and when the next must be whole.
///
/// States are compared as encoded documents; the cost is that of the whole state. It stands behind
/// `content(for:)`, so that a cheaper comparison can take its place.
struct StateHistory {
  /// The last state written, with any change from outside.
  private(set) var current: Snapshot
  private var rule = KeyframeRule()
  private let alwaysWhole: Bool

  /// Begins with a state that is written whole.
  init(first: Snapshot, alwaysWhole: Bool = false) {
    current = first
    rule.noteWhole(size: first.size)
    self.alwaysWhole = alwaysWhole
  }

  /// A state as the next line carries it, after which it is the current one.
  ///
  /// A patch, unless the patch would be larger than the state or `whole` is asked for.
  mutating func advance(to next: Snapshot, whole: Bool = false) -> StateContent {
    defer { current = next }
    let state = next.size
    if !whole && !alwaysWhole,
      let patch = JSONPatch(from: current.value, to: next.value, within: state)
    {
      let size = patch.textSize
      if KeyframeRule.takesPatch(size: size, over: state) {
        rule.notePatch(size: size)
        return .patch(patch)
      }
    }
    rule.noteWhole(size: state)
    return .whole(next.value)
  }

  /// The current state, if a keyframe is due: the patches have reached the last whole state.
  mutating func dueKeyframe() -> JSONValue? {
    guard rule.isDue else { return nil }
    rule.noteWhole(size: current.size)
    return current.value
  }
}
