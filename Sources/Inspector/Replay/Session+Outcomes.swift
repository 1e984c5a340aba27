import SessionFormat

/// What a recording says of how its steps came out.
extension Session {
  /// The type of action `n`; nil if none is recorded, as for the first state.
  func type(_ n: Int) throws(InspectorError) -> String? {
    hasAction(n) ? try action(n).type : nil
  }

  /// Whether the app died in an action, or in one that overlapped it.
  func died(in n: Int) -> Bool {
    if case .died(let actions) = ending { actions.contains(n) } else { false }
  }

  /// Whether nobody knows what became of the app in a step: its state is lost, and nothing comes
  /// behind it that the app wrote after it.
  ///
  /// An action behind it tells nothing, as it may have begun within the step.
  func hidesOutcome(of n: Int) -> Bool {
    // A callback is told of an action once its reducer has returned.
    header.hook != .callback && !hasState(n) && steps.end == nil && steps.gaps.last?.to ?? n <= n
      && steps.states.first(atOrAfter: n + 1) == nil && !died(in: n)
  }

  /// Whether a step tells something where a host comes to no state in it: its own is recorded, or else
  /// what the reducer began with and all that it drew.
  func judges(_ n: Int) -> Bool {
    hasState(n) || died(in: n) || StepBases(self)[n].isKnown
  }
}
