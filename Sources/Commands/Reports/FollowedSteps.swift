import Inspector
import SessionFormat

/// The steps of a session that grows; each is shown once, when its state is recorded.
struct FollowedSteps {
  private var shown: Int
  /// How many marks of the last step were shown, and how many actions that were only dispatched.
  private var (marks, dispatched) = (0, 0)
  /// Whether the changes after the last step were shown.
  private var hasToldEnd = false

  init(_ session: Session) { shown = session.first }

  /// Begins again, with another session in the file.
  mutating func restart(_ session: Session) { self = FollowedSteps(session) }

  /// The reports that are due now.
  ///
  /// - Parameter isLast: Whether to show steps without a state, too, because none will come.
  mutating func due(
    _ session: Session, isLast: Bool, _ show: (any Report) -> Void
  ) throws(InspectorError) {
    let timeline = Timeline(session)
    let ready = isLast ? session.last : session.steps.lastState
    // Later lines may show that a number was the damage.
    shown = min(shown, max(ready, session.first))
    try tellLate(session, show)
    while shown < ready {
      let numbers = timeline.row(at: shown + 1).clamped(to: shown + 1...ready)
      var rows = StepRows(timeline, count: 1)
      var row = try rows.row(numbers)
      for outside in row.outsides { show(OutsideReport(row: outside)) }
      row.outsides = []
      row.isEffect = row.step?.action.from == shown
      show(FollowReport(row: row))
      shown = numbers.upperBound
      (marks, dispatched) = (try session.events(shown).marks.count, 0)
      try tellLate(session, show)
    }
    if isLast, !hasToldEnd {
      hasToldEnd = true
      var rows = StepRows(timeline, count: 1)
      for outside in try rows.rowBehindLast()?.outsides ?? [] { show(OutsideReport(row: outside)) }
    }
    if let fault = session.fault { throw .session(fault) }
  }

  /// The marks that came after their step was shown, and what was dispatched since it.
  ///
  /// Dispatched actions may still be reduced, so they are only called dispatched.
  private mutating func tellLate(
    _ session: Session, _ show: (any Report) -> Void
  ) throws(InspectorError) {
    guard session.steps.events[shown] != nil else { return }
    let events = try session.events(shown)
    let texts = events.marks.map(\.text)
    if texts.count > marks {
      show(LateMarksReport(n: shown, marks: Array(texts[marks...])))
      marks = texts.count
    }
    let lines = events.compactMap {
      if case .dispatched(let line) = $0 { line } else { nil }
    }
    guard lines.count > dispatched else { return }
    show(LateDispatchesReport(n: shown, lines: Array(lines[dispatched...])))
    dispatched = lines.count
  }
}
