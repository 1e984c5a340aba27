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
  private typealias Seen = ChangedValue.Side

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
        found.changes.insert(
          Cause(
            origin: .beginning(of: timeline.first),
            sides: ChangedValue(old: Seen(), new: seen)), at: 0)
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
    var known = seen.shown
    func note(
      _ next: Seen, before step: Int, _ origin: () throws(InspectorError) -> Cause.Origin
    ) throws(InspectorError) {
      var isUnknown = false
      let sides = ChangedValue(old: seen, new: next)
      if seen.isUnknown || next.isUnknown {
        isUnknown = seen.isUnknown == next.isUnknown
        if !isUnknown { found.changes.append(Cause(origin: try origin(), sides: sides)) }
        known = next.shown
      } else if areSame(known, next.shown) == false {
        // The step is known only if the change is visible in the states before and after it.
        let isSeen = areSame(seen.shown, next.shown) == false
        found.changes.append(
          Cause(origin: isSeen ? try origin() : .unrecorded(before: step), sides: sides))
        known = next.shown
      } else {
        isUnknown = areSame(seen.shown, next.shown) == nil
        if timeline.mayBeCut, let one = known, let other = next.shown {
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
    switch cuts.isEmpty ? .known : cuts.knowledge(of: path, in: state) {
    case .unknown: Seen(isUnknown: true)
    case .partly:
      Seen(value: path.value(in: state), marked: path.value(in: cuts.marked(state)))
    case .known: Seen(value: path.value(in: state))
    }
  }

  private func areSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool? {
    guard timeline.mayBeCut, let old, let new else { return !ValuePairing.differ(old, new) }
    if old.sharesStorage(with: new), !CutMark.stands(in: old) { return true }
    return CutComparison.areSame(old, new)
  }
}

extension ChangedValue.Side {
  /// The value, with marks in place of omitted parts.
  fileprivate var shown: JSONValue? { marked ?? value }
}
