import Foundation
package import SessionFormat

/// Looks for the shortest part of a recording of which a replay diverges as that of the whole does.
///
/// What a replay should come to is known for what was recorded alone, so actions in the middle can't
/// be left out: another order of them has no recording. But a part can begin with any recorded state.
/// A part without the action that set what the reducer holds beside its state may diverge at the same
/// place and come to something else there, which is another divergence; so it must come to the same,
/// unless that is another value each time.
package struct DivergenceWindow {
  private let session: Session
  private let host: HostClient
  private let ignoring: [PathPattern]
  private let stop: StopLatch
  private let settings: Minimization.Settings
  private var budget: MinimizeBudget
  private var reduced = 0
  private var stopped: MinimizeBudget.Stop?
  /// Whether a replay comes to the same value each time; nil if that is not known yet.
  private var isSteady: Bool?
  /// So often a part and the whole are replayed again to know it.
  private static let repeats = 3

  package init(
    _ session: Session, host: HostClient, ignoring: [PathPattern],
    settings: Minimization.Settings, stop: StopLatch
  ) {
    (self.session, self.host, self.ignoring) = (session, host, ignoring)
    (self.settings, self.stop) = (settings, stop)
    budget = MinimizeBudget(
      tests: settings.tests, seconds: settings.seconds, clock: settings.clock)
  }

  /// The shortest part, and how its own replay diverges; nil if the replay does not diverge.
  ///
  /// - Throws: Damage, a failure of the host, and where the replay does not diverge in the same way
  ///   each time.
  package mutating func run() throws(InspectorError) -> (MinimizedSession, Divergence)? {
    guard let sought = try divergence(of: session) else { return nil }
    host.misfit?.differs(after: sought.n)
    guard let again = try divergence(of: session), again.isLike(sought) else {
      throw MinimizeBaseline.unstable
    }
    if again.outcome != sought.outcome { isSteady = false }
    let last = sought.n
    let whole = last - session.first
    let count = try shortest(of: whole, until: last, sought)
    stop.isOver = true
    let part = try SessionExcerpt(session, from: last - count, through: last).made()
    guard let own = try divergence(of: part), own.isLike(sought),
      isSteady != true || own.outcome == sought.outcome, try SessionCheck(part).faults.isEmpty
    else { throw MinimizeBaseline.unstable }
    return (try result(part, whole), own)
  }

  /// How many actions the shortest part has that shows it: doubled until one does, then halved.
  private mutating func shortest(
    of whole: Int, until last: Int, _ sought: Divergence
  ) throws(InspectorError) -> Int {
    // Parts of so many actions do not show it, and do.
    var (fails, holds) = (whole == 0 ? -1 : 0, whole)
    var grows = true
    while holds - fails > 1 {
      let count = grows ? min(max(1, 2 * fails), holds - 1) : fails + (holds - fails) / 2
      guard takesTest() else { break }
      settings.progress("\(budget.made) tests, \(holds) of \(whole) actions")
      do throws(InspectorError) {
        let isShown = try isShown(by: count, until: last, sought)
        if stopped != nil { break }
        if isShown { (holds, grows) = (count, false) } else { fails = count }
      } catch .interrupted {
        stopped = .interrupted
        break
      }
    }
    return holds
  }

  private mutating func takesTest() -> Bool {
    stopped = budget.take() ?? (stop.isAsked ? .interrupted : nil)
    return stopped == nil
  }

  private func result(
    _ part: Session, _ whole: Int
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
      isMinimal: stopped == nil, isCompared: nil, stopped: stopped, tests: budget.made,
      reduced: reduced,
      replay: nil)
  }

  private mutating func isShown(
    by count: Int, until last: Int, _ sought: Divergence
  ) throws(InspectorError) -> Bool {
    guard session.hasState(last - count) else { return false }
    reduced += count
    let part = try SessionExcerpt(session, from: last - count, through: last)
      .made { [stop] in stop.isAsked }
    guard let own = try divergence(of: part), own.isLike(sought) else { return false }
    if isSteady == false || own.outcome == sought.outcome { return true }
    if isSteady == nil { isSteady = try isSteady(part, own, count, sought) }
    return isSteady == false
  }

  /// Whether a part and the whole, which come to different values, each come to their own again.
  private mutating func isSteady(
    _ part: Session, _ own: Divergence, _ count: Int, _ sought: Divergence
  ) throws(InspectorError) -> Bool? {
    for _ in 0..<Self.repeats {
      for (session, known, steps) in [
        (part, own, count), (session, sought, sought.n - session.first),
      ] {
        guard takesTest() else { return nil }
        reduced += steps
        guard let again = try divergence(of: session), again.isLike(known),
          again.outcome == known.outcome
        else { return false }
      }
    }
    return true
  }

  private func divergence(of session: Session) throws(InspectorError) -> Divergence? {
    defer { host.close() }
    return try Verification(session, host: host, ignoring: ignoring) { [stop] in stop.isAsked }
      .verdict().divergence
  }
}
