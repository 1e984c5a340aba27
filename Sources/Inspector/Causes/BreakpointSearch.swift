import SessionFormat

/// Walks from a step to the nearest one, in either direction, at which a rule stops.
package struct BreakpointSearch {
  private struct Watcher {
    let rule: Breakpoint
    let glob: TypeGlob?
    let search: StepSearch?
    var memo: ConditionMemo?
    var walk: PlaceWalk?
    /// The value before an outside change that a gap follows.
    var beforeGap: JSONValue??
  }

  private let timeline: Timeline
  private var watchers: [Watcher]
  private let readsTypes: Bool
  /// The step at which the recording diverges from its replay.
  private let divergence: Int?
  private let interrupted: () -> Bool
  /// The passed steps for which it is unknown whether a rule stops, because states are cut.
  package private(set) var unknown: [Int] = []

  private static let stepsBetweenChecks = 64
  private static let shortestStretch = 64
  private static let longestStretch = 1 << 16

  package init(
    _ timeline: Timeline, _ rules: [Breakpoint], divergence: Int? = nil,
    interrupted: @escaping () -> Bool
  ) {
    self.timeline = timeline
    self.divergence = divergence
    self.interrupted = interrupted
    watchers = rules.filter(\.isEnabled).map { rule in
      var (glob, walk): (TypeGlob?, PlaceWalk?)
      switch rule.kind {
      case .type(let pattern): glob = TypeGlob(pattern)
      case .watch(let path): walk = PlaceWalk(timeline, path)
      case .crash, .divergence: break
      }
      return Watcher(
        rule: rule, glob: glob,
        search: rule.condition.map { StepSearch(timeline, where: $0, interrupted: interrupted) },
        memo: rule.condition.map(ConditionMemo.init), walk: walk)
    }
    readsTypes = watchers.contains { $0.glob != nil }
  }

  /// The first step after `n` at which a rule stops.
  ///
  /// Complexity: O(bytes of the passed lines + lines that can touch a watched value × patch).
  package mutating func next(after n: Int) throws(InspectorError) -> (n: Int, stops: [Stop])? {
    var found: (n: Int, stops: [Stop])?
    try walk(from: n + 1, through: timeline.last) { step, stops in
      found = (step, stops)
      return false
    }
    return found
  }

  /// The last step before `n` at which a rule stops.
  ///
  /// Values are followed forward. So the way back is divided into stretches, each longer than the
  /// last. It costs as much as the way forward, plus the beginning of each stretch.
  package mutating func last(before n: Int) throws(InspectorError) -> (n: Int, stops: [Stop])? {
    var end = n - 1
    var length = Self.shortestStretch
    while end > timeline.first {
      let start = max(timeline.first + 1, end - length + 1)
      var found: (n: Int, stops: [Stop])?
      try walk(from: start, through: end) { step, stops in
        found = (step, stops)
        return true
      }
      if let found { return found }
      end = timeline.recorded(atOrBefore: start - 1) ?? timeline.first
      length = min(2 * length, Self.longestStretch)
    }
    return nil
  }

  /// Passes on each step with a reason to stop, in order, until `body` returns false.
  private mutating func walk(
    from start: Int, through end: Int, _ body: (Int, [Stop]) -> Bool
  ) throws(InspectorError) {
    if interrupted() { throw .interrupted }
    var known = timeline.state(atOrBefore: start - 1) ?? timeline.first
    for place in watchers.indices {
      watchers[place].walk?.forget()
      var old: JSONValue??
      // If the walk starts in a gap, the changes directly before the gap still count.
      if known < start - 1 {
        _ = try watchers[place].walk?.passOutsides(after: known) { old = .some($0.value) }
      }
      watchers[place].beforeGap = old
    }
    for (count, n) in timeline.recorded(from: start, through: end).enumerated() {
      if count % Self.stepsBetweenChecks == 0, interrupted() { throw .interrupted }
      let type = readsTypes && timeline.hasAction(n) ? try timeline.front(n).type : nil
      var stops: [Stop] = []
      for place in watchers.indices {
        guard let stop = try stop(at: n, place, type, after: known) else { continue }
        if try holds(n, place) { stops.append(stop) }
      }
      if timeline.hasState(n) { known = n }
      if !stops.isEmpty, !body(n, stops) { return }
    }
  }

  /// The rule's reason to stop at a step, regardless of its condition.
  private mutating func stop(
    at n: Int, _ place: Int, _ type: String?, after known: Int
  ) throws(InspectorError) -> Stop? {
    let rule = watchers[place].rule
    switch rule.kind {
    case .type:
      let matches = type.flatMap { watchers[place].glob?.matches($0) } ?? false
      return matches ? Stop(rule: rule) : nil
    case .watch: return try change(at: n, place, after: known)
    case .crash: return try timeline.isCrash(n) ? Stop(rule: rule) : nil
    case .divergence: return try isDivergence(n) ? Stop(rule: rule) : nil
    }
  }

  /// Whether a branch diverges from the recording at a step, or the recording from its replay.
  private func isDivergence(_ n: Int) throws(InspectorError) -> Bool {
    guard timeline.isBranch else { return n == divergence }
    guard try timeline.differsFromRecording(n) else { return false }
    return try !timeline.differsFromRecording(n - 1)
  }

  /// A change of the watched value by the step, or by an outside change before it.
  private mutating func change(
    at n: Int, _ place: Int, after known: Int
  ) throws(InspectorError) -> Stop? {
    if timeline.mayBeCut, case .watch(let path) = watchers[place].rule.kind {
      return try changeOfCut(at: n, path, watchers[place].rule, after: known)
    }
    guard var walk = watchers[place].walk else { return nil }
    // The only copy, so that changing it copies nothing.
    watchers[place].walk = nil
    defer { watchers[place].walk = walk }
    // Outer nil: nothing can have touched the value.
    var old = watchers[place].beforeGap
    var isChangedOutside = false
    if timeline.hasBefore(n),
      try walk.passOutsides(after: n - 1, { old = .some($0.value) }), let old
    {
      isChangedOutside = walk.value != old && timeline.isWhole(n)
    }
    guard timeline.hasState(n) else {
      watchers[place].beforeGap = old
      return nil
    }
    watchers[place].beforeGap = nil
    let atAction = walk.value
    _ = try walk.passState(n, after: known) { old = old ?? .some($0.value) }
    guard let old, walk.value != old || isChangedOutside else { return nil }
    // Where a change from outside was undone, the action's own is the one to see.
    let shown = walk.value == old ? atAction : old
    return Stop(rule: watchers[place].rule, sides: ChangedValue(old: shown, new: walk.value))
  }

  /// A change of a watched value whose states may be cut; it may also go behind a cut or come into
  /// view.
  ///
  /// Its changes behind the cut are unknown.
  private mutating func changeOfCut(
    at n: Int, _ path: JSONPointer, _ rule: Breakpoint, after known: Int
  ) throws(InspectorError) -> Stop? {
    guard timeline.hasState(n) else { return nil }
    let found = try CutCauses(timeline, path, interrupted).found(from: known, to: n)
    guard let first = found.changes.first, let last = found.changes.last else {
      if !found.unknown.isEmpty { note(unknown: n) }
      return nil
    }
    return Stop(rule: rule, sides: ChangedValue(old: first.sides.old, new: last.sides.new))
  }

  private mutating func note(unknown n: Int) {
    if unknown.last != n { unknown.append(n) }
  }

  private mutating func holds(_ n: Int, _ place: Int) throws(InspectorError) -> Bool {
    guard let search = watchers[place].search, var memo = watchers[place].memo else { return true }
    // A condition tests an action, and an action lost in a gap is unknown.
    guard timeline.hasAction(n) else { return false }
    defer { watchers[place].memo = memo }
    guard let truth = try search.truth(n, &memo) else {
      note(unknown: n)
      return false
    }
    return truth
  }
}

extension Timeline {
  /// Whether the app crashed in action `n`, or its reducer threw.
  fileprivate func isCrash(_ n: Int) throws(InspectorError) -> Bool {
    guard hasAction(n) else { return false }
    if fatalActions?.contains(n) == true { return true }
    guard n <= fork else { return try step(n).threw != nil }
    guard let entry = session.steps.states[n] else { return false }
    // Most lines do not contain the name at all, and need not be parsed.
    let mayThrow = session.lines.withBytes(of: entry) {
      Memory.contains(#""threw""#, in: $0) || Memory.contains("\\u", in: $0)
    }
    return mayThrow ? try session.stateLine(n).threw != nil : false
  }

  /// Whether state `n` of a branch differs from that of the recording, if both are known.
  fileprivate func differsFromRecording(_ n: Int) throws(InspectorError) -> Bool {
    guard n > fork, n <= session.last, hasState(n), session.hasState(n) else { return false }
    return try state(n) != session.state(n)
  }
}
