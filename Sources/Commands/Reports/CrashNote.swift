package import Inspector
import SessionFormat

/// What a session that ended in a crash says when it is opened, and how to go on from there.
package struct CrashNote {
  private let session: Session
  private let actions: ClosedRange<Int>

  /// nil if the app did not crash.
  package init?(_ session: Session) {
    guard case .died(let actions) = session.ending else { return nil }
    (self.session, self.actions) = (session, actions)
  }

  /// The fatal action, its payload, the last state, and the commands that find the reason.
  package func write(to page: inout Page) {
    writeAction(to: &page)
    let dot = Span.literal(" · ", .dim, ascii: " - ")
    page.line(
      [
        .literal("  next  ", .dim), .literal("verify"),
        .literal(" (the reason, and its line)", .dim),
      ],
      between: [dot],
      rest: [
        .literal("goto "), .number(actions.lowerBound), dot, .literal("minimize --crashes"),
        .literal(" (the fewest actions)", .dim),
      ], indent: 8)
  }

  /// The fatal action, its payload, and the last state.
  func writeAction(to page: inout Page) {
    let n = actions.lowerBound
    if actions.count > 1 {
      page.line(
        .literal("crashed in ", .error),
        .text("one of the actions \(n) to \(actions.upperBound), which overlapped", .error))
    } else if let action = try? session.action(n) {
      page.line(
        .literal("crashed in ", .error), .number(n, .error), .literal(" "),
        .text(action.type, .error), .literal("  "), ValueText.preview(action.action))
    }
    page.line(.literal("  last known state: ", .dim), .number(session.steps.lastState))
  }
}
