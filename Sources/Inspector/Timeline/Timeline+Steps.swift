package import SessionFormat

extension Timeline {
  /// The steps of a range of which something is recorded, rising.
  func recorded(from start: Int, through end: Int) -> RecordedSteps {
    RecordedSteps(session.steps, from: start, through: min(end, last), fork: fork)
  }

  /// All steps of which something is recorded, rising.
  var recorded: RecordedSteps { recorded(from: first + 1, through: last) }

  /// The last step at or before n of which something is recorded.
  func recorded(atOrBefore n: Int) -> Int? {
    n > fork ? n : session.steps.recorded(atOrBefore: n)
  }

  /// How many actions are known.
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

  /// The first state at or after n that is known.
  func state(atOrAfter n: Int) -> Int? {
    if n <= fork, let found = session.steps.states.first(atOrAfter: n), found <= fork {
      return found
    }
    return (max(n, fork + 1)..<max(n, fork, last) + 1).first(where: hasState)
  }

  /// The last state at or before n that is known.
  package func state(atOrBefore n: Int) -> Int? {
    var n = min(n, last)
    while n > fork {
      if hasState(n) { return n }
      n -= 1
    }
    return session.steps.states.last(atOrBefore: n)
  }

  /// The steps that a list tells in one row with step n: that alone, where its action is known; else
  /// those next to it that are not, up to the ends of gaps.
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

  /// So many rows of a list around step n, fewer where there are not as many.
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
    // As many before as behind, unless there are too few behind. The start itself has no row.
    let half = n > first ? count / 2 : 0
    let kept = min(before.count, max(half, count - rows.count))
    return before.prefix(kept).reversed() + rows.prefix(count - kept)
  }

  /// The actions that were dispatched after these steps and that no reducer was given; of a branch up
  /// to its fork.
  package func onlyDispatched(_ range: ClosedRange<Int>) throws(InspectorError) -> [DispatchedLine]
  {
    guard range.lowerBound <= fork else { return [] }
    return try session.onlyDispatched(range.lowerBound...min(range.upperBound, fork))
  }

  /// What stands at a step: the action's type, `start`, or that it is not recorded.
  package func placeName(_ n: Int) -> String {
    guard n > first else { return "start" }
    return (try? step(n).type) ?? "(not recorded)"
  }

  /// Whether it has the changes from outside that were recorded after step `n`.
  ///
  /// What a branch does next began without those at its fork.
  func hasOutsides(_ n: Int) -> Bool { n < fork || (n == fork && plan.isRecording) }

  /// What changes from outside after state `n`, which is known, made of it; nil if there are none.
  func endedState(_ n: Int) throws(InspectorError) -> JSONValue? {
    hasOutsides(n) ? try session.leavings(n).last?.state : nil
  }

  /// The time and the type of action `n`, without reading the rest of its line where that can be.
  package func front(_ n: Int) throws(InspectorError) -> (t: Int, type: String) {
    if n <= fork, let entry = session.steps.actions[n] {
      let front = session.withBytes(ofLine: entry) { line in
        ActionFront(line).map { ($0.t, String(decoding: $0.type, as: UTF8.self)) }
      }
      if let front { return front }
    }
    let step = try step(n)
    return (step.action.t, step.type)
  }
}
