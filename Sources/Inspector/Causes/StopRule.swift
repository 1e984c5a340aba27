import SessionFormat

/// Where `continue` and `reverse-continue` stop.
struct StopRule: Sendable {
  /// What it stops at.
  enum Kind: Sendable {
    /// A change of the value at a path.
    case watch(JSONPointer)
    /// An action of a type that the pattern matches.
    case type(pattern: String)
  }

  /// The number by which people name it.
  let id: Int
  let kind: Kind
  /// What must hold of the step beside it.
  let condition: Condition?
  /// Whether it is gone once it has stopped.
  let isTemporary: Bool
}

/// One reason to stop at a step.
struct Stop: Sendable {
  let rule: StopRule
  /// What was at the watched path; nil also where nothing was.
  var old: JSONValue?
  /// What is there since; nil also where nothing is.
  var new: JSONValue?
}

/// Walks from a step to the nearest one, in either direction, at which a rule stops.
struct StopScan {
  private struct Watcher {
    let rule: StopRule
    let glob: TypeGlob?
    let search: StepSearch?
    var memo: ConditionMemo?
  }

  private let timeline: Timeline
  private var watchers: [Watcher]
  private let interrupted: () -> Bool

  init(_ timeline: Timeline, _ rules: [StopRule], interrupted: @escaping () -> Bool) {
    self.timeline = timeline
    self.interrupted = interrupted
    watchers = rules.map { rule in
      var glob: TypeGlob?
      if case .type(let pattern) = rule.kind { glob = TypeGlob(pattern) }
      return Watcher(
        rule: rule, glob: glob,
        search: rule.condition.map { StepSearch(timeline, where: $0, interrupted: interrupted) },
        memo: rule.condition.map(ConditionMemo.init))
    }
  }

  /// The first step after `n` at which a rule stops.
  ///
  /// Complexity: O(steps passed × (patch + rules × depth of their paths)).
  mutating func next(after n: Int) throws(InspectorError) -> (n: Int, stops: [Stop])? {
    var found: (n: Int, stops: [Stop])?
    try walk(from: n + 1, through: timeline.last) { step, stops in
      found = (step, stops)
      return false
    }
    return found
  }

  /// The last step before `n` at which a rule stops.
  ///
  /// States are made forward, so the way back is walked in stretches, each longer than the one
  /// before; in all it costs as much as the way forward, and the beginning of each stretch.
  mutating func last(before n: Int) throws(InspectorError) -> (n: Int, stops: [Stop])? {
    var end = n - 1
    var length = 64
    while end > timeline.first {
      let start = max(timeline.first + 1, end - length + 1)
      var found: (n: Int, stops: [Stop])?
      try walk(from: start, through: end) { step, stops in
        found = (step, stops)
        return true
      }
      if let found { return found }
      end = start - 1
      length = min(2 * length, 4096)
    }
    return nil
  }

  /// Hands on each step with a reason to stop, in order, until it is told to end.
  private mutating func walk(
    from start: Int, through end: Int, _ body: (Int, [Stop]) -> Bool
  ) throws(InspectorError) {
    var known = start - 1
    while known > timeline.first, !timeline.hasState(known) { known -= 1 }
    var values = try watched(timeline.state(known))
    for n in stride(from: start, through: end, by: 1) {
      if interrupted() { throw .interrupted }
      var stops: [Stop] = []
      var next = values
      var wasChangedOutside = Array(repeating: false, count: watchers.count)
      if timeline.hasState(n) {
        next = try watched(timeline.state(n))
        if timeline.isWhole(n) {
          let before = try watched(timeline.before(n))
          for place in watchers.indices {
            wasChangedOutside[place] = before[place] != values[place]
          }
        }
      }
      for place in watchers.indices {
        var isHit = next[place] != values[place] || wasChangedOutside[place]
        if let glob = watchers[place].glob {
          isHit = timeline.hasAction(n) ? glob.matches(try timeline.step(n).type) : false
        }
        if isHit, try holds(n, place) {
          stops.append(Stop(rule: watchers[place].rule, old: values[place], new: next[place]))
        }
      }
      values = next
      if !stops.isEmpty, !body(n, stops) { return }
    }
  }

  private func watched(_ state: JSONValue) -> [JSONValue?] {
    watchers.map { watcher in
      if case .watch(let path) = watcher.rule.kind { path.value(in: state) } else { nil }
    }
  }

  private mutating func holds(_ n: Int, _ place: Int) throws(InspectorError) -> Bool {
    guard let search = watchers[place].search, var memo = watchers[place].memo else { return true }
    // A condition is asked of an action, and there is none where a gap swallowed it.
    guard timeline.hasAction(n) else { return false }
    defer { watchers[place].memo = memo }
    return try search.holds(n, &memo)
  }
}
