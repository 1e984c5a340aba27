package import Inspector
import Query
import SessionFormat

/// A session in use: the position, the branches, the host.
///
/// A value, except for the host, which is a process. Do not use it on several threads at once.
package struct Workspace: Sendable {
  /// The recording and the branches made of it, in the order of their making.
  package internal(set) var timelines: [Timeline]
  /// The index of the current one.
  package internal(set) var current = 0
  /// The current step, whose state n is shown.
  package internal(set) var n: Int
  /// The rules at which `continue` stops.
  var stops: [Breakpoint] = []
  private var lastStop = 0
  var visited = VisitedPlaces()
  /// Where the last list ended; nil if nothing was listed.
  var lastList: ListedRows?
  /// What the user looks at.
  var focus = Focus()
  /// What the user set for the prompt.
  package var settings = PromptSettings() {
    didSet {
      guard settings.host != oldValue.host else { return }
      context.chosenHost = settings.host
      client = nil
    }
  }
  /// Words of the user for commands.
  var aliases: [String: Alias] = [:]
  /// How many branches were made.
  var branchCount = 0
  /// The changes of branches that were saved, as they were then, by name.
  var saved: [String: [BranchPlan.Piece]] = [:]
  /// The host's checkpoints of the branches.
  var checkpoints = HostCheckpoints()
  /// The result of the last `verify`.
  var verdict: Verdict?
  /// What commands get from their environment.
  package private(set) var context: CommandContext
  /// The host; a test may set its own.
  nonisolated(unsafe) var client: HostClient?
  /// How many of its notes were reported.
  var notesReported = 0

  /// Begins at the first state of a session, or at its end.
  package init(_ session: Session, context: CommandContext, atEnd: Bool = false) {
    timelines = [Timeline(session)]
    self.context = context
    n = atEnd ? session.last : session.first
  }

  package var timeline: Timeline { timelines[current] }
  package var session: Session { timelines[0].session }

  /// Continues with the same session and its new steps; the position stays.
  package mutating func follow(_ session: Session) {
    timelines[0] = Timeline(session)
  }

  /// Continues with another session from its start: a followed file was cut or replaced.
  ///
  /// The branches of the old session are dropped; the rules where to stop stay.
  package mutating func restart(_ session: Session) {
    timelines = [Timeline(session)]
    current = 0
    n = session.first
    visited = VisitedPlaces()
    lastList = nil
    focus.marks = []
  }

  var place: VisitedPlaces.Place { VisitedPlaces.Place(timeline: current, n: n) }

  /// Notes a place that was left, if it was.
  mutating func remember(_ left: VisitedPlaces.Place) {
    if left != place { visited.leave(left) }
  }

  /// Goes to the place visited before this one; false if there is none.
  mutating func undoMotion() -> Bool { go(to: visited.undo(from: place)) }

  /// Goes to the place that undo left; false if there is none.
  mutating func redoMotion() -> Bool { go(to: visited.redo(from: place)) }

  private mutating func go(to place: VisitedPlaces.Place?) -> Bool {
    guard let place, timelines.indices.contains(place.timeline) else { return false }
    current = place.timeline
    n = min(place.n, timeline.last)
    return true
  }

  package mutating func move(to n: Int) throws(InspectorError) {
    guard (timeline.first...timeline.last).contains(n) else {
      throw .noSuchStep(n: n, first: timeline.first, last: timeline.last)
    }
    self.n = n
  }

  /// Switches to another timeline, at the same step or its last.
  package mutating func look(at place: Int) {
    current = place
    n = min(n, timeline.last)
  }

  mutating func addStop(
    _ kind: Breakpoint.Kind, _ condition: Condition?, isTemporary: Bool
  ) -> Breakpoint {
    lastStop += 1
    let rule = Breakpoint(id: lastStop, kind: kind, condition: condition, isTemporary: isTemporary)
    stops.append(rule)
    return rule
  }

  /// The stops of rules that do not pass over them; counts those that do.
  mutating func passingIgnored(_ found: [Stop]) -> [Stop] {
    found.filter { stop in
      guard let place = stops.firstIndex(where: { $0.id == stop.rule.id && $0.ignored > 0 }) else {
        return true
      }
      stops[place].ignored -= 1
      return false
    }
  }

  /// The name of the current place: the action's type, `start`, or that it is not recorded.
  package var placeName: String { timeline.placeName(n) }

  /// The host of the session's store, started if needed.
  package mutating func host() throws(InspectorError) -> HostClient {
    if let client { return client }
    let made = try context.client(of: session)
    client = made
    return made
  }
}
