import SessionFormat

/// What a recording says about the start of a step: whether a host can reduce it as the app did.
///
/// No other code handles gaps, overlaps, lost inputs and fatal actions.
struct StepBasis: Equatable {
  /// Whether the action has a line; an action lost in a gap has none.
  let hasAction: Bool
  /// Whether all that the reducer was given is known: the action, the state before, and each input.
  ///
  /// The state before is not recorded after a gap and in an overlap. An input may be lost with a
  /// damaged line.
  let isKnown: Bool
  /// Whether the app died in it, or in an action that overlapped it.
  let isFatal: Bool
}

/// How the steps of a session began.
struct StepBases {
  private let session: Session
  /// The actions that the app died in.
  private let fatal: ClosedRange<Int>?

  init(_ session: Session) {
    self.session = session
    if case .died(let actions) = session.ending { fatal = actions } else { fatal = nil }
  }

  /// How step `n` began.
  subscript(n: Int) -> StepBasis {
    let hasAction = session.hasAction(n)
    return StepBasis(
      hasAction: hasAction,
      isKnown: hasAction && session.hasBefore(n) && !session.overlaps(n)
        && !session.steps.mayLackInputs(n),
      isFatal: fatal?.contains(n) ?? false)
  }

  /// Whether step `n` can be judged by itself: reduced from its recorded state before, and compared
  /// with the recorded result.
  ///
  /// - Parameter isSeparate: Whether a trap ends the host alone.
  func isJudgedAlone(_ n: Int, isSeparate: Bool) throws(InspectorError) -> Bool {
    let basis = self[n]
    guard basis.isKnown, try session.opaquePlaces(n - 1).isEmpty else { return false }
    if basis.isFatal { return fatal?.count == 1 && isSeparate }
    guard session.hasState(n) else { return false }
    return try !session.isRendered(n)
  }
}

extension Session {
  /// Whether action `n`, which is recorded, was only rendered, so that no host can take it.
  ///
  /// - Throws: ``InspectorError`` if its line is damaged.
  func isRendered(_ n: Int) throws(InspectorError) -> Bool {
    guard let entry = steps.actions[n], withBytes(ofLine: entry, LineReader.mayTellOpaque)
    else { return false }
    return try action(n).opaque
  }

  /// Whether the step is all that lies between the state before it and the state after it.
  func isUndisturbed(_ n: Int) -> Bool {
    hasState(n) && StepBases(self)[n].isKnown && steps.outsides[n - 1] == nil
      && steps.outsides[n] == nil
  }
}
