import Foundation
import SessionFormat

/// Finds the shortest part of a recording whose replay diverges like the replay of the whole.
///
/// The expected result is known only for what was recorded. So actions in the middle cannot be left
/// out: the remaining sequence has no recording. But a part can begin with any recorded state. A
/// part may lack the action that set what the reducer holds outside its state. Then it may diverge
/// at the same place with another value, which is another divergence. So the value must be the
/// same, unless it differs in each replay.
package struct DivergenceWindow {
  private let session: Session
  private let host: HostClient
  private let ignoring: [IgnoredPlaces]
  private let stop: Cancellation
  private let settings: Minimization.Settings
  private var budget: MinimizeBudget
  private var reduced = 0
  private var stopped: MinimizeBudget.Stop?
  /// Whether a replay yields the same value each time; nil if not known yet.
  private var isSteady: Bool?
  /// How often a part and the whole are replayed again to find that out.
  private static let repeats = 3

  package init(
    _ session: Session, host: HostClient, ignoring: [IgnoredPlaces],
    settings: Minimization.Settings, stop: Cancellation
  ) {
    (self.session, self.host, self.ignoring) = (session, host, ignoring)
    (self.settings, self.stop) = (settings, stop)
    budget = MinimizeBudget(settings, stop)
  }

  /// Finds the shortest part and the divergence of its own replay; nil if the replay does not diverge.
  ///
  /// - Throws: Damage, a failure of the host, and an error if the replay does not diverge in the
  ///   same way each time.
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
    let part = try SessionExcerpt(session: session, first: last - count, last: last).made()
    guard let own = try divergence(of: part), own.isLike(sought),
      isSteady != true || own.outcome == sought.outcome, try SessionCheck(part).faults.isEmpty
    else { throw MinimizeBaseline.unstable }
    return (try result(part, whole), own)
  }

  /// The number of actions in the shortest part that diverges: doubled until one does, then bisected.
  private mutating func shortest(
    of whole: Int, until last: Int, _ sought: Divergence
  ) throws(InspectorError) -> Int {
    // Parts with `fails` actions do not diverge, those with `holds` actions do.
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
    stopped = budget.take()
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
      bytes: Array(part.parts[0].bytes), plan: nil, actions: actions, start: part.first,
      total: whole, isMinimal: stopped == nil, isCompared: nil, stopped: stopped,
      tests: budget.made, reduced: reduced, replay: nil)
  }

  private mutating func isShown(
    by count: Int, until last: Int, _ sought: Divergence
  ) throws(InspectorError) -> Bool {
    guard session.hasState(last - count) else { return false }
    reduced += count
    let part = try SessionExcerpt(session: session, first: last - count, last: last)
      .made { [stop] in stop.isAsked }
    guard let own = try divergence(of: part), own.isLike(sought) else { return false }
    if isSteady == false || own.outcome == sought.outcome { return true }
    if isSteady == nil { isSteady = try isSteady(part, own, count, sought) }
    return isSteady == false
  }

  /// Whether a part and the whole, whose values differ, each reproduce their own value.
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
