extension Timeline {
  /// The stretches of steps whose states are not recorded, in ascending order.
  ///
  /// A branch makes all of its own states.
  /// Complexity: O(stretches × log stretches), however long they are.
  package func lostStates(after start: Int, through end: Int) -> [ClosedRange<Int>] {
    stretches(without: [session.steps.states], after: start, through: end)
  }

  /// The same for steps without an action; if `orStates` is true, for those that have neither an
  /// action nor a state.
  func lostActions(
    orStates: Bool, after start: Int, through end: Int
  ) -> [ClosedRange<Int>] {
    let tables = orStates ? [session.steps.actions, session.steps.states] : [session.steps.actions]
    return stretches(without: tables, after: start, through: end)
  }

  private func stretches(
    without tables: [StepTable], after start: Int, through end: Int
  ) -> [ClosedRange<Int>] {
    let end = min(end, fork)
    var lost: [ClosedRange<Int>] = []
    var n = start + 1
    while n <= end {
      if let known = tables.compactMap({ $0.runEnd(from: n) }).max() {
        n = known + 1
      } else {
        let next = tables.compactMap { $0.first(atOrAfter: n) }.min() ?? .max
        lost.append(n...min(next - 1, end))
        n = next
      }
    }
    return lost
  }
}
