import SessionFormat

/// What a recording knows of how a step began: whether a host can be asked to reduce it as the app did.
///
/// The only code that knows gaps, overlaps, lost inputs and fatal actions.
struct StepBasis: Equatable {
  /// Whether the action has a line; one that a gap swallowed has none.
  let hasAction: Bool
  /// Whether all that the reducer was given is known: the action, the state before, and each input.
  ///
  /// After a gap and in an overlap the state before is not recorded; an input may be lost with a
  /// damaged line.
  let isKnown: Bool
  /// Whether the app died in it, or in one that overlapped it.
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

  /// Whether step `n` can be judged by itself: reduced from its recorded state before, and compared with
  /// what came of it.
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

  /// Whether nothing lies between the state before a step and the one behind it but the step.
  func isUndisturbed(_ n: Int) -> Bool {
    hasState(n) && StepBases(self)[n].isKnown && steps.outsides[n - 1] == nil
      && steps.outsides[n] == nil
  }
}
