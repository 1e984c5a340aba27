/// Writes the states of one store, each as what it changed of the one before.
///
/// Recorder and reducer host write their states by it, so they choose alike between a patch and the
/// whole state. What compares two states cheaper takes its place in ``add(_:whole:to:)``.
package struct StateWriter: Sendable {
  /// The text of the shortest patch that changes something: `[{"op":"remove","path":"/"}]`.
  private static let shortestPatch = 28

  /// The last state written.
  package private(set) var last: EncodedText
  private var rule = KeyframeRule()

  /// Begins with a state that is written whole, or known to whoever reads.
  package init(first: EncodedText) {
    last = first
    rule.noteWhole(size: first.bytes.count)
  }

  /// Adds the next state to a line, as its `patch` or `state`.
  ///
  /// It is whole if it is asked for so, or if the patch would be longer.
  ///
  /// Complexity: O(size), at about the speed of comparing memory if only leaves differ.
  ///
  /// - Returns: Whether it is whole.
  package mutating func add(_ next: EncodedText, whole: Bool = false, to line: LineText) -> Bool {
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
  /// - Returns: The size of the patch; nil if it is longer than the state, and is not added.
  private mutating func addPatch(to next: inout EncodedText, _ line: LineText) -> Int? {
    let most = next.bytes.count
    if next.hasSameBytes(as: last) {
      next = last
      return line.add("patch", JSONPatch([] as [JSONPatch.Operation]), upTo: most)
    }
    guard most >= Self.shortestPatch else { return nil }
    last.parse()
    if next.document == nil, let followed = last.value.followed(by: next.bytes) {
      next.keep(followed.value)
      return line.add("patch", patchTo: followed, upTo: most)
    }
    next.parse()
    guard let patch = JSONPatch(from: last.value, to: next.value, within: most) else { return nil }
    return line.add("patch", patch, upTo: most)
  }

  /// Whether the last state is to be repeated whole, as the patches have reached its size.
  package var isKeyframeDue: Bool { rule.isDue }

  /// Adds the last state to a line, whole.
  package mutating func addWhole(to line: LineText) {
    line.add("state", text: last.bytes)
    rule.noteWhole(size: last.bytes.count)
  }
}
