import SessionFormat

/// The lines of states.
extension Recording {
  struct FinishedStep {
    let after: Snapshot
    let threw: String?
    let took: Int?
    let overlaps: Bool
  }

  /// The time within which a limit of the process is taken to be as it was, in nanoseconds.
  private static let soon = 1_000_000

  /// Writes what changed outside of any action before a step.
  mutating func writeOutside(_ before: Snapshot) {
    guard var states, !states.last.hasSameBytes(as: before.text),
      states.last.value != before.value
    else { return }
    lines.begin("outside", n: lastState)
    lines.add("t", t())
    _ = states.add(before.text, whole: writesWhole, to: lines)
    if let cut = before.cutMember { lines.add("cut", cut) }
    (self.states, written) = (states, before)
    sendLine()
  }

  /// Whether each state is written whole.
  private var writesWhole: Bool { options.snapshots == .full }

  /// Writes the state of a step; false as for ``write(_:_:)``.
  mutating func writeState(_ n: Int, _ step: FinishedStep) -> Bool {
    guard var states else { return false }
    lines.begin("state", n: n)
    let isWhole = states.add(step.after.text, whole: step.overlaps || writesWhole, to: lines)
    if let places = step.after.opaqueMember(isWhole: isWhole, stated: writtenOpaque) {
      lines.add("opaque", places)
    }
    if let cut = step.after.cutMember { lines.add("cut", cut) }
    if let threw = step.threw { lines.add("threw", threw) }
    if let took = step.took { lines.add("took", took) }
    if !step.overlaps, !header.hasSplices, sink.takesMoreSegments, let written {
      spliceSearch.look(from: written, to: step.after, size: lines.count)
    }
    (self.states, written) = (states, step.after)
    // The action's line was written just before its reducer ran.
    let isSoon = !step.overlaps && step.took.map { $0 < Self.soon } ?? false
    guard sendLine(isSoon: isSoon) else { return false }
    lastState = n
    wholeStates.add(whole: isWhole, keyframe: states.isKeyframeDue)
    writtenOpaque = step.after.opaque
    // Losing it does not matter: the session goes on in a new segment, which begins whole.
    if states.isKeyframeDue { writeKeyframe(n, step.after) }
    return true
  }

  private mutating func writeKeyframe(_ n: Int, _ state: Snapshot) {
    lines.begin("keyframe", n: n)
    states?.addWhole(to: lines)
    if let cut = state.cutMember { lines.add("cut", cut) }
    sendLine(isSoon: true)
  }

  /// Ends the line that was begun, and writes it; false as for ``write(_:_:)``.
  @discardableResult
  private mutating func sendLine(isSoon: Bool = false) -> Bool {
    lines.end()
    let bytes = lines.take()
    wholeStates.add(bytes: bytes.count)
    guard isWriting else { return false }
    return send(bytes, isSoon: isSoon)
  }
}
