import SessionFormat

/// The steps of a session that grows, each told once, when its state is there.
struct FollowedSteps {
  private var shown: Int
  /// How many marks of the last step were told.
  private var marks = 0

  init(_ session: Session) { shown = session.first }

  /// Begins again, with another session in the file.
  mutating func restart(_ session: Session) { self = FollowedSteps(session) }

  /// The reports that are due now.
  ///
  /// - Parameter isLast: Whether steps without a state are told too, as none will come.
  mutating func due(
    _ session: Session, isLast: Bool, _ show: (any Report) -> Void
  ) throws(InspectorError) {
    let timeline = Timeline(session)
    let ready = isLast ? session.last : session.steps.lastState
    // Later lines may tell that a number was the damage.
    shown = min(shown, max(ready, session.first))
    try tellLateMarks(session, show)
    while shown < ready {
      let numbers = timeline.row(at: shown + 1).clamped(to: shown + 1...ready)
      var rows = StepRows(timeline, count: 1)
      show(FollowReport(row: try rows.row(numbers)))
      shown = numbers.upperBound
      marks = try Self.marks(session, shown).count
    }
    if let fault = session.fault { throw .session(fault) }
  }

  /// The marks that came after their step was told.
  private mutating func tellLateMarks(
    _ session: Session, _ show: (any Report) -> Void
  ) throws(InspectorError) {
    guard shown > session.first || session.steps.events[shown] != nil else { return }
    let texts = try Self.marks(session, shown)
    guard texts.count > marks else { return }
    show(LateMarksReport(n: shown, marks: Array(texts[marks...])))
    marks = texts.count
  }

  private static func marks(_ session: Session, _ n: Int) throws(InspectorError) -> [String] {
    try session.events(n).compactMap { if case .mark(let mark) = $0 { mark.text } else { nil } }
  }
}
