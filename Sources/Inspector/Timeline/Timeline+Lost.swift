import Foundation

extension Timeline {
  /// The stretches of steps of which the action is lost, or the state; one that an app did not reach, as
  /// at a crash, is not lost.
  ///
  /// Complexity: as for ``lostStates(after:through:)``.
  ///
  /// - Parameters:
  ///   - actions: Whether lost actions count.
  ///   - states: Whether lost states count.
  package func lostSteps(actions: Bool, states: Bool) -> [ClosedRange<Int>] {
    var lost = IndexSet()
    if actions {
      for stretch in lostActions(orStates: false, after: first, through: last) {
        lost.insert(integersIn: stretch)
      }
    }
    if states {
      for stretch in lostStates(after: first, through: state(atOrBefore: last) ?? first) {
        lost.insert(integersIn: stretch)
      }
    }
    return lost.rangeView.map { $0.lowerBound...$0.upperBound - 1 }
  }

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
