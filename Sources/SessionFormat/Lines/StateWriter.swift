/// Writes the states of a store, each as its changes to the previous one.
///
/// The recorder and the reducer host both use it, so they choose in the same way between a patch
/// and a whole state. A faster comparison of two states belongs into ``add(_:whole:to:)``.
package struct StateWriter: Sendable {
  /// The length of the shortest patch that changes something: `[{"op":"remove","path":"/"}]`.
  private static let shortestPatch = 28

  /// The last state written.
  package private(set) var last: EncodedText
  /// When the next keyframe is due.
  package private(set) var rule = KeyframeRule()
  /// Whether patches may have splices, because the session's first line announces them.
  package var takesSplices = false

  /// Begins with a state that is written as a whole or that the reader knows already.
  package init(first: EncodedText) {
    last = first
    rule.noteWhole(size: first.bytes.count)
  }

  /// Adds the next state to a line, as its `patch` or `state`.
  ///
  /// It is added as a whole if `whole` is true or if the patch would be longer.
  ///
  /// Complexity: O(size), at about the speed of comparing memory if only leaves differ.
  ///
  /// - Returns: Whether it was added as a whole.
  package mutating func add(_ next: EncodedText, whole: Bool = false, to line: LineText) -> Bool {
    if !whole, let patch = next.patch(since: last) {
      last = next
      line.add("patch", text: patch)
      rule.notePatch(size: patch.count)
      return false
    }
    var next = next
    let patchSize = whole ? nil : addPatch(to: &next, line)
    last = next
    guard let patchSize else {
      line.add("state", text: next.bytes)
      rule.noteWhole(size: next.bytes.count)
      return true
    }
    rule.notePatch(size: patchSize)
    return false
  }

  /// Adds the patch, and keeps the document of the next state.
  ///
  /// - Returns: The size of the patch; nil if it is longer than the state and was not added.
  private mutating func addPatch(to next: inout EncodedText, _ line: LineText) -> Int? {
    let most = next.bytes.count
    // A patch of what no reader has would be none.
    guard last.isSound else { return nil }
    if next.hasSameBytes(as: last) {
      next = last
      return line.add("patch", JSONPatch([] as [JSONPatch.Operation]), upTo: most)
    }
    guard most >= Self.shortestPatch else { return nil }
    last.parse()
    if next.document == nil, let followed = last.value.followed(by: next.bytes) {
      next.keep(followed.value)
      return line.add("patch", patchTo: followed, splices: takesSplices, upTo: most)
    }
    next.parse()
    let patch = JSONPatch(
      from: last.value, to: next.value, within: most, splices: takesSplices)
    guard let patch else { return nil }
    return line.add("patch", patch, upTo: most)
  }

  /// Whether to repeat the last state as a whole, because the patches have reached its size.
  package var isKeyframeDue: Bool { rule.isDue }

  /// Adds the last state to a line as a whole.
  package mutating func addWhole(to line: LineText) {
    line.add("state", text: last.bytes)
    rule.noteWhole(size: last.bytes.count)
  }
}
