package import SessionFormat

extension Timeline {
  /// The recorded steps of a range, in ascending order.
  func recorded(from start: Int, through end: Int) -> RecordedSteps {
    RecordedSteps(
      session.steps, from: start, through: min(end, last), fork: fork, session.pass)
  }

  /// All recorded steps, in ascending order.
  var recorded: RecordedSteps { recorded(from: first + 1, through: last) }

  /// The last recorded step at or before n.
  func recorded(atOrBefore n: Int) -> Int? {
    n > fork ? n : session.steps.recorded(atOrBefore: n)
  }

  /// The number of known actions.
  package var actionCount: Int {
    fork < session.last ? last - first : session.steps.actions.count + last - fork
  }

  /// The first step at or after n whose action is known.
  package func action(atOrAfter n: Int) -> Int? {
    if n <= fork, let found = session.steps.actions.first(atOrAfter: n), found <= fork {
      return found
    }
    let own = max(n, fork + 1)
    return own <= last ? own : nil
  }

  /// The last step at or before n whose action is known.
  package func action(atOrBefore n: Int) -> Int? {
    n > fork ? min(n, last) : session.steps.actions.last(atOrBefore: n)
  }

  /// The first known state at or after n.
  func state(atOrAfter n: Int) -> Int? {
    if n <= fork, let found = session.steps.states.first(atOrAfter: n), found <= fork {
      return found
    }
    return (max(n, fork + 1)..<max(n, fork, last) + 1).first(where: hasState)
  }

  /// The last known state at or before n.
  package func state(atOrBefore n: Int) -> Int? {
    var n = min(n, last)
    while n > fork {
      if hasState(n) { return n }
      n -= 1
    }
    return session.steps.states.last(atOrBefore: n)
  }

  /// The steps that a list shows in one row with step n: only n if its action is known, else n and
  /// its unknown neighbours, up to the ends of gaps.
  ///
  /// Complexity: O(log stretches).
  package func row(at n: Int) -> ClosedRange<Int> {
    if hasAction(n) { return n...n }
    let before = max(first, action(atOrBefore: n) ?? first)
    let start = max(before, session.steps.gapEnd(before: n) ?? before) + 1
    let next = action(atOrAfter: n) ?? last + 1
    let end = min(next - 1, session.steps.gapEnd(atOrAfter: n) ?? next - 1)
    return min(start, n)...max(end, n)
  }

  /// Up to `count` rows of a list around step n.
  ///
  /// Complexity: O(rows × log stretches).
  package func rows(around n: Int, _ count: Int) -> [ClosedRange<Int>] {
    guard last > first else { return [] }
    let here = row(at: max(n, first + 1))
    var before: [ClosedRange<Int>] = []
    var start = here.lowerBound
    while before.count < count - 1, start > first + 1 {
      before.append(row(at: start - 1))
      start = before.last?.lowerBound ?? start
    }
    var rows = [here]
    while rows.count < count, let end = rows.last?.upperBound, end < last {
      rows.append(row(at: end + 1))
    }
    // As many before as after, unless there are too few after. The start itself has no row.
    let half = n > first ? count / 2 : 0
    let kept = min(before.count, max(half, count - rows.count))
    return before.prefix(kept).reversed() + rows.prefix(count - kept)
  }

  /// The actions dispatched after these steps that no reducer got; of a branch, up to its fork.
  package func onlyDispatched(_ range: ClosedRange<Int>) throws(InspectorError) -> [DispatchedLine]
  {
    guard range.lowerBound <= fork else { return [] }
    return try session.onlyDispatched(range.lowerBound...min(range.upperBound, fork))
  }

  /// The name of a step: the action's type, `start`, or that it is not recorded.
  package func placeName(_ n: Int) -> String {
    guard n > first else { return "start" }
    return (try? step(n).type) ?? "(not recorded)"
  }

  /// Whether it includes the outside changes recorded after step `n`.
  ///
  /// A branch continues from its fork without the outside changes there.
  func hasOutsides(_ n: Int) -> Bool { n < fork || (n == fork && plan.isRecording) }

  /// The result of the outside changes after the known state `n`; nil if there are none.
  func endedState(_ n: Int) throws(InspectorError) -> JSONValue? {
    hasOutsides(n) ? try session.outsideChanges(n).last?.state : nil
  }

  /// The time and the type of action `n`, without parsing the rest of its line if possible.
  package func front(_ n: Int) throws(InspectorError) -> (t: Int, type: String) {
    if n <= fork, let entry = session.steps.actions[n] {
      let front = session.lines.withBytes(of: entry) { line in
        ActionFront(line).map { ($0.t, String(decoding: $0.type, as: UTF8.self)) }
      }
      if let front { return front }
    }
    let step = try step(n)
    return (step.action.t, step.type)
  }
}
