import SessionFormat

/// The changes of one value along a timeline whose states may be cut.
///
/// Each state is made and looked at: whether a place is behind a cut depends on what stands beside
/// it. While the place is behind a cut nothing is known of its changes.
struct CutCauses {
  private let timeline: Timeline
  private let path: JSONPointer
  private let interrupted: () -> Bool

  /// What is known of the value in a state.
  private struct Seen {
    var value: JSONValue?
    var isUnknown = false
  }

  init(_ timeline: Timeline, _ path: JSONPointer, _ interrupted: @escaping () -> Bool) {
    (self.timeline, self.path, self.interrupted) = (timeline, path, interrupted)
  }

  /// The changes up to state `n`, in order; one where the value goes behind a cut, and one where it
  /// comes from there.
  ///
  /// Complexity: O(steps × (patch + size of the state)) at worst.
  func changes(upTo n: Int) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    if timeline.hasState(timeline.first) {
      let seen = try look(at: timeline.state(timeline.first), timeline.cuts(timeline.first))
      if seen.value != nil || seen.isUnknown {
        changes.append(cause(.beginning, Seen(), seen))
      }
    }
    return try changes + self.changes(from: timeline.first, to: n)
  }

  /// The changes behind state `start` up to state `n`.
  func changes(from start: Int, to n: Int) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    var seen = Seen()
    if timeline.hasState(start) {
      seen = try look(at: timeline.state(start), timeline.cuts(start))
    }
    func note(_ next: Seen, _ origin: () throws(InspectorError) -> Cause.Origin)
      throws(InspectorError)
    {
      if differ(seen, next) { changes.append(cause(try origin(), seen, next)) }
      seen = next
    }
    for step in timeline.recorded(from: start + 1, through: n) {
      if interrupted() { throw .interrupted }
      if timeline.hasBefore(step) {
        try note(look(at: timeline.before(step), timeline.cutsBefore(step))) {
          seen.isUnknown ? .unrecorded(before: step) : .outside(after: step - 1)
        }
      }
      guard timeline.hasState(step) else { continue }
      let isWhole = timeline.isWhole(step)
      try note(look(at: timeline.state(step), timeline.cuts(step))) { () throws(InspectorError) in
        isWhole && !seen.isUnknown
          ? .action(n: step, type: try timeline.step(step).type) : .unrecorded(before: step)
      }
    }
    return changes
  }

  private func look(at state: JSONValue, _ cuts: CutPlaces) -> Seen {
    if !cuts.isEmpty, cuts.knowledge(of: path, in: state) == .unknown {
      return Seen(isUnknown: true)
    }
    return Seen(value: path.value(in: state))
  }

  private func differ(_ old: Seen, _ new: Seen) -> Bool {
    if old.isUnknown || new.isUnknown { return old.isUnknown != new.isUnknown }
    guard let a = old.value, let b = new.value else {
      return (old.value == nil) != (new.value == nil)
    }
    return ValuePairing.differ(a, b)
  }

  private func cause(_ origin: Cause.Origin, _ old: Seen, _ new: Seen) -> Cause {
    Cause(
      origin: origin, old: old.value, new: new.value, isOldUnknown: old.isUnknown,
      isNewUnknown: new.isUnknown)
  }
}
