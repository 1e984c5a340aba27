public import SessionFormat

/// Lists every change of one value along a timeline.
///
/// Only lines whose patches can touch the value are parsed, so damage elsewhere goes unnoticed. The
/// session caches the changes of the recording, so that a repeated scan costs little.
public struct CauseScan {
  private let timeline: Timeline
  private let path: JSONPointer
  private let interrupted: () -> Bool

  /// A scan for the value at a path.
  ///
  /// - Parameters:
  ///   - timeline: The timeline to scan.
  ///   - path: The place of the value.
  ///   - interrupted: Called repeatedly; true ends the scan.
  public init(
    _ timeline: Timeline, path: JSONPointer, interrupted: @escaping () -> Bool = { false }
  ) {
    self.timeline = timeline
    self.path = path
    self.interrupted = interrupted
  }

  /// All changes up to state `n`, in order; the first is the initial value, if there is one.
  ///
  /// Complexity: O(bytes of the states' lines + changes × patch), back to the oldest requested
  /// change.
  ///
  /// - Parameters:
  ///   - n: The last state to look at.
  ///   - limit: The number of changes to return, counted from the last; nil for all.
  /// - Throws: Damage found on the way, or ``InspectorError/interrupted``.
  public func changes(upTo n: Int, limit: Int? = nil) throws(InspectorError) -> [Cause] {
    if timeline.mayBeCut { return try found(upTo: n, limit: limit).changes }
    var scan = RecordedChanges(timeline.session, path, interrupted)
    let end = min(n, timeline.fork)
    let recorded: [Cause]
    if let limit {
      recorded = try scan.last(limit, upTo: end)
    } else {
      recorded = try scan.all(upTo: end)
    }
    let changes = recorded + (try own(upTo: n, after: recorded.last))
    return limit.map { Array(changes.suffix($0)) } ?? changes
  }

  /// The same, and the steps since the first of them that may have changed the value, which is
  /// unknown because states are cut.
  func found(upTo n: Int, limit: Int? = nil) throws(InspectorError) -> CutCauses.Found {
    guard timeline.mayBeCut else {
      return CutCauses.Found(changes: try changes(upTo: n, limit: limit))
    }
    var found = try CutCauses(timeline, path, interrupted).found(upTo: n)
    if let limit, found.changes.count > limit {
      found.changes = found.changes.suffix(limit)
      let first = found.changes.first?.n ?? timeline.first
      found.unknown.removeAll { $0 < first }
    }
    return found
  }

  /// The same for the whole timeline, including outside changes after its last action.
  package func foundInAll(limit: Int? = nil) throws(InspectorError) -> CutCauses.Found {
    var found = try found(upTo: timeline.last, limit: limit)
    let behind = try foundBehindLast()
    found.changes += behind.changes
    if let limit { found.changes = found.changes.suffix(limit) }
    // There is no step after the last one.
    if !behind.unknown.isEmpty, found.unknown.last != timeline.last {
      found.unknown.append(timeline.last)
    }
    return found
  }

  /// The outside changes of the value after the last action.
  package func foundBehindLast() throws(InspectorError) -> CutCauses.Found {
    let last = timeline.last
    guard timeline.hasOutsides(last), timeline.session.steps.outsides[last] != nil else {
      return CutCauses.Found()
    }
    return try CutCauses(timeline, path, interrupted).found(from: last, to: last, goesOn: true)
  }

  /// The last change at or before state `n`; nil if there never was a value.
  ///
  /// Complexity: as for ``changes(upTo:limit:)``, but only back to that change.
  public func last(upTo n: Int) throws(InspectorError) -> Cause? {
    if timeline.mayBeCut { return try lastSeen(upTo: n) }
    var scan = RecordedChanges(timeline.session, path, interrupted)
    let recorded = try scan.last(1, upTo: min(n, timeline.fork)).last
    return try own(upTo: n, after: recorded).last ?? recorded
  }

  /// The last change that cut states show; if the value is now fully known but was not after that
  /// change, the change may lie behind the cut.
  private func lastSeen(upTo n: Int) throws(InspectorError) -> Cause? {
    let found = try found(upTo: n, limit: 1)
    let last = found.changes.last
    guard let step = found.unknown.last, step > last?.n ?? timeline.first, timeline.hasState(n),
      last?.isNewUnknown != true, try timeline.leftOut(of: path, in: n) == nil
    else { return last }
    var old = last?.sides.new ?? ChangedValue.Side()
    old.isUnknown = true
    let new = ChangedValue.Side(value: path.value(in: try timeline.state(n)))
    return Cause(origin: .unrecorded(before: step), sides: ChangedValue(old: old, new: new))
  }

  /// The changes by the steps of a branch, whose states are available.
  private func own(upTo n: Int, after last: Cause?) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    var value = last?.new
    for step in stride(from: timeline.fork + 1, through: n, by: 1) {
      if interrupted() { throw .interrupted }
      guard timeline.hasState(step) else { continue }
      let next = path.value(in: try timeline.state(step))
      guard ValuePairing.differ(value, next) else { continue }
      let origin = Cause.Origin.action(n: step, type: try timeline.step(step).type)
      changes.append(Cause(origin: origin, old: value, new: next))
      value = next
    }
    return changes
  }
}
