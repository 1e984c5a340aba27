import Query
import SessionFormat

/// The changes of one value along a timeline whose states may be cut.
///
/// Each state is made and examined, because its other values decide whether a place is behind a
/// cut. While the place is behind a cut, its changes are unknown.
package struct CutCauses {
  private let timeline: Timeline
  private let path: JSONPointer
  private let interrupted: () -> Bool

  /// What a state shows of the value.
  private struct Seen {
    /// The value in the state.
    var value: JSONValue?
    /// The value with marks in place of omitted parts.
    var marked: JSONValue?
    var isUnknown = false
    var isPartly = false
  }

  /// The known changes.
  package struct Found {
    /// The changes, in order.
    ///
    /// One change marks that the value goes behind a cut, and one that it returns. For a partly
    /// known value, they are those that its known parts prove.
    package var changes: [Cause] = []
    /// The other steps that may have changed the value, or may follow an outside change of it.
    package var unknown: [Int] = []
  }

  init(_ timeline: Timeline, _ path: JSONPointer, _ interrupted: @escaping () -> Bool) {
    (self.timeline, self.path, self.interrupted) = (timeline, path, interrupted)
  }

  /// The changes up to state `n`, in order.
  ///
  /// Complexity: O(steps × (patch + size of the state)) at worst.
  func found(upTo n: Int) throws(InspectorError) -> Found {
    var found = try self.found(from: timeline.first, to: n)
    if timeline.hasState(timeline.first) {
      let seen = try look(at: timeline.state(timeline.first), timeline.cuts(timeline.first))
      if seen.value != nil || seen.isUnknown {
        found.changes.insert(cause(.beginning, Seen(), seen), at: 0)
      }
    }
    return found
  }

  /// The changes after state `start` up to state `n`.
  ///
  /// - Parameter goesOn: Whether to include outside changes after state `n`.
  func found(
    from start: Int, to n: Int, goesOn: Bool = false
  ) throws(InspectorError) -> Found {
    var found = Found()
    var seen = Seen()
    if timeline.hasState(start) {
      seen = try look(at: timeline.state(start), timeline.cuts(start))
    }
    // The combined knowledge since the last change.
    var known = seen.marked
    func note(
      _ next: Seen, before step: Int, _ origin: () throws(InspectorError) -> Cause.Origin
    ) throws(InspectorError) {
      var isUnknown = false
      if seen.isUnknown || next.isUnknown {
        isUnknown = seen.isUnknown == next.isUnknown
        if !isUnknown { found.changes.append(cause(try origin(), seen, next)) }
        known = next.marked
      } else if areSame(known, next.marked) == false {
        // The step is known only if the change is visible in the states before and after it.
        let isSeen = areSame(seen.marked, next.marked) == false
        found.changes.append(cause(isSeen ? try origin() : .unrecorded(before: step), seen, next))
        known = next.marked
      } else {
        isUnknown = areSame(seen.marked, next.marked) == nil
        if timeline.mayBeCut, let one = known, let other = next.marked {
          known = CutComparison.merged(one, other)
        }
      }
      if isUnknown, found.unknown.last != step { found.unknown.append(step) }
      seen = next
    }
    func noteLeavings(before step: Int) throws(InspectorError) {
      for (state, cuts) in try timeline.cutLeavings(step - 1) {
        if interrupted() { throw .interrupted }
        try note(look(at: state, cuts), before: step) {
          seen.isUnknown ? .unrecorded(before: step) : .outside(after: step - 1)
        }
      }
    }
    for step in timeline.recorded(from: start + 1, through: n) {
      if interrupted() { throw .interrupted }
      if timeline.hasBefore(step) { try noteLeavings(before: step) }
      guard timeline.hasState(step) else { continue }
      let isWhole = timeline.isWhole(step)
      let next = try look(at: timeline.state(step), timeline.cuts(step))
      try note(next, before: step) { () throws(InspectorError) in
        isWhole && !seen.isUnknown
          ? .action(n: step, type: try timeline.step(step).type) : .unrecorded(before: step)
      }
    }
    if goesOn, timeline.hasState(n) { try noteLeavings(before: n + 1) }
    return found
  }

  private func look(at state: JSONValue, _ cuts: CutPlaces) -> Seen {
    let value = path.value(in: state)
    switch cuts.isEmpty ? .known : cuts.knowledge(of: path, in: state) {
    case .unknown: return Seen(isUnknown: true)
    case .partly:
      return Seen(value: value, marked: path.value(in: cuts.marked(state)), isPartly: true)
    case .known: return Seen(value: value, marked: value)
    }
  }

  private func areSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool? {
    guard timeline.mayBeCut, let old, let new else { return !ValuePairing.differ(old, new) }
    if old.sharesStorage(with: new), !CutMark.stands(in: old) { return true }
    return CutComparison.areSame(old, new)
  }

  private func cause(_ origin: Cause.Origin, _ old: Seen, _ new: Seen) -> Cause {
    Cause(
      origin: origin, old: old.value, new: new.value, isOldUnknown: old.isUnknown,
      isNewUnknown: new.isUnknown, oldMarked: old.isPartly ? old.marked : nil,
      newMarked: new.isPartly ? new.marked : nil)
  }
}
