import Inspector
import SessionFormat

/// What a page says of its session before any script runs, and on paper: what it is, how it ended, what
/// a replay found, and the last actions.
struct SessionSummary {
  let session: Session
  /// Its name, without the folders of somebody's machine.
  let name: String
  /// What `verify` found; nil if nobody asked.
  let verified: VerifiedSession?
  let interrupted: @Sendable () -> Bool

  /// How many of the last actions are listed.
  private static let actions = 10

  func page() throws(InspectorError) -> Page {
    var page = Page()
    let timeline = Timeline(session)
    do throws(InspectorError) {
      try InfoReport(timeline, timeline.last, interrupted).writeFacts(named: name, to: &page)
    } catch .interrupted {
      throw .interrupted
    } catch {
      // A damaged session is shown as far as it goes.
      page.line(.literal("damaged: ", .error), .text(error.description))
    }
    if let crash = CrashNote(session) { crash.writeAction(to: &page) }
    if let verified { write(verified, to: &page) }
    try writeActions(of: timeline, to: &page)
    return page
  }

  private func write(_ verified: VerifiedSession, to page: inout Page) {
    page.rule([.literal("replay", .heading)], [])
    switch verified.result {
    case .verdict(let verdict): verdict.write(to: &page)
    case .trouble(_, let error): page.line(.text(error.description, .error))
    }
  }

  private func writeActions(
    of timeline: Timeline, to page: inout Page
  ) throws(InspectorError) {
    let first = max(timeline.first + 1, timeline.last - Self.actions + 1)
    guard first <= timeline.last else { return }
    page.rule([.literal("last actions", .heading)], [])
    do throws(InspectorError) {
      var rows: [ClosedRange<Int>] = []
      var n = first
      while n <= timeline.last {
        rows.append(timeline.row(at: n))
        n = timeline.row(at: n).upperBound + 1
      }
      try ListReport(timeline, rows, current: nil, interrupted: interrupted).write(to: &page)
    } catch .interrupted {
      throw .interrupted
    } catch {
      page.line(.text(error.description, .error))
    }
  }
}
