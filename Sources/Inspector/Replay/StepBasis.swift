import SessionFormat

/// What a recording says about the start of a step: whether a host can reduce it as the app did.
///
/// No other code decides that.
extension Session {
  /// Whether all that the reducer of step `n` was given is known: the action, the state before, and
  /// each input.
  ///
  /// The state before is not recorded after a gap and in an overlap. An input may be lost with a
  /// damaged line.
  func isBeginningKnown(_ n: Int) -> Bool {
    hasAction(n) && hasBefore(n) && !overlaps(n) && !steps.mayLackInputs(n)
  }

  /// Whether step `n` can be judged by itself: reduced from its recorded state before, and compared
  /// with the recorded result.
  ///
  /// - Parameter runsInOwnProcess: Whether a trap ends the host alone.
  func isJudgedAlone(_ n: Int, runsInOwnProcess: Bool) throws(InspectorError) -> Bool {
    guard isBeginningKnown(n), try opaquePlaces(n - 1).isEmpty else { return false }
    if let fatal = fatalActions, fatal.contains(n) { return fatal.count == 1 && runsInOwnProcess }
    guard hasState(n) else { return false }
    return try !isRendered(n)
  }

  /// Whether action `n`, which is recorded, was only rendered, so that no host can take it.
  ///
  /// - Throws: ``InspectorError`` if its line is damaged.
  func isRendered(_ n: Int) throws(InspectorError) -> Bool {
    guard let entry = steps.actions[n], lines.withBytes(of: entry, LineReader.mayTellOpaque)
    else { return false }
    return try action(n).opaque
  }

  /// Whether the step is all that lies between the state before it and the state after it.
  func isUndisturbed(_ n: Int) -> Bool {
    hasState(n) && isBeginningKnown(n) && steps.outsides[n - 1] == nil
      && steps.outsides[n] == nil
  }
}
