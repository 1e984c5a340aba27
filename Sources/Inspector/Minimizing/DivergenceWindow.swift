import Foundation
import SessionFormat

/// Looks for the shortest part of a recording of which a replay diverges as that of the whole does.
///
/// What a replay should come to is known for what was recorded alone, so actions in the middle can't
/// be left out: another order of them has no recording. But a part can begin with any recorded state.
struct DivergenceWindow {
  private let session: Session
  private let host: HostClient
  private let ignoring: [PathPattern]
  private let stop: StopLatch
  private let settings: Minimization.Settings
  private var budget: MinimizeBudget
  private var reduced = 0

  init(
    _ session: Session, host: HostClient, ignoring: [PathPattern],
    settings: Minimization.Settings, stop: StopLatch
  ) {
    (self.session, self.host, self.ignoring) = (session, host, ignoring)
    (self.settings, self.stop) = (settings, stop)
    budget = MinimizeBudget(
      tests: settings.tests, seconds: settings.seconds, clock: settings.clock)
  }

  /// The shortest part; nil where the replay does not diverge.
  ///
  /// - Throws: Damage, a failure of the host, and where the replay does not diverge in the same way
  ///   each time.
  mutating func run() throws(InspectorError) -> (MinimizedSession, Verdict.Divergence)? {
    guard let divergence = try divergence(of: session) else { return nil }
    let sought = DivergenceIdentity(divergence)
    guard try shows(session, sought) else { throw MinimizeBaseline.unstable }
    let last = divergence.n
    let whole = last - session.first
    // Parts of so many actions do not show it, and do.
    var (fails, holds) = (whole == 0 ? -1 : 0, whole)
    var stopped: MinimizeBudget.Stop?
    var grows = true
    while stopped == nil, holds - fails > 1 {
      let count = grows ? min(max(1, 2 * fails), holds - 1) : fails + (holds - fails) / 2
      stopped = budget.take() ?? (stop.isAsked ? .interrupted : nil)
      if stopped != nil { break }
      settings.progress("\(budget.made) tests, \(holds) of \(whole) actions")
      do throws(InspectorError) {
        if try isShown(by: count, until: last, sought) {
          (holds, grows) = (count, false)
        } else {
          fails = count
        }
      } catch .interrupted {
        stopped = .interrupted
      }
    }
    stop.isOver = true
    let part = try SessionExcerpt(session, from: last - holds, through: last).made()
    guard try shows(part, sought), try SessionCheck(part).faults.isEmpty else {
      throw MinimizeBaseline.unstable
    }
    return (try result(part, whole, stopped), divergence)
  }

  private func result(
    _ part: Session, _ whole: Int, _ stopped: MinimizeBudget.Stop?
  ) throws(InspectorError) -> MinimizedSession {
    var actions: [MinimizedSession.Kept] = []
    for n in part.recorded(from: part.first + 1, through: part.last)
    where part.steps.actions[n] != nil {
      let line = try part.action(n)
      actions.append(
        MinimizedSession.Kept(n: n, was: n, type: line.type, action: line.action, isEdited: false))
    }
    return MinimizedSession(
      bytes: Array(part.parts[0].bytes), actions: actions, start: part.first, total: whole,
      isMinimal: stopped == nil, stopped: stopped, tests: budget.made, reduced: reduced,
      replay: nil)
  }

  private mutating func isShown(
    by count: Int, until last: Int, _ sought: DivergenceIdentity
  ) throws(InspectorError) -> Bool {
    guard session.hasState(last - count) else { return false }
    reduced += count
    let part = try SessionExcerpt(session, from: last - count, through: last)
      .made { [stop] in stop.isAsked }
    return try shows(part, sought)
  }

  private func shows(
    _ session: Session, _ sought: DivergenceIdentity
  ) throws(InspectorError) -> Bool {
    try divergence(of: session).map(DivergenceIdentity.init) == sought
  }

  private func divergence(of session: Session) throws(InspectorError) -> Verdict.Divergence? {
    defer { host.close() }
    return try Verification(session, host: host, ignoring: ignoring) { [stop] in stop.isAsked }
      .verdict().divergence
  }
}
