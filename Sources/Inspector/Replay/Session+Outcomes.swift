import SessionFormat

/// What a recording says about the outcomes of its steps.
extension Session {
  /// The type of action `n`; nil if none is recorded, as for the first state.
  func type(_ n: Int) throws(InspectorError) -> String? {
    hasAction(n) ? try action(n).type : nil
  }

  /// The actions in which the app died: one, or several that overlapped.
  var fatalActions: ClosedRange<Int>? {
    if case .died(let actions) = ending { actions } else { nil }
  }

  /// Whether the app died in an action, or in one that overlapped it.
  func died(in n: Int) -> Bool { fatalActions?.contains(n) ?? false }

  /// Whether the outcome of a step is unknown: its state is lost, and nothing in the file shows that
  /// the app lived on after the step.
  ///
  /// A later action proves nothing, as it may have begun within the step.
  func hidesOutcome(of n: Int) -> Bool {
    // A callback is called for an action once its reducer has returned.
    header.hook != .callback && !hasState(n) && steps.end == nil && steps.gaps.last?.to ?? n <= n
      && steps.states.first(atOrAfter: n + 1) == nil && !died(in: n)
  }

  /// Whether a step can show a divergence if the host reaches no state in it: its own state is
  /// recorded, or else all that the reducer began with and drew.
  func judges(_ n: Int) -> Bool {
    hasState(n) || died(in: n) || isBeginningKnown(n)
  }
}
