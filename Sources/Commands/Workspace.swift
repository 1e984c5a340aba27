package import Inspector
import Query
import SessionFormat

/// A session with somebody at work in it: the place, the branches, the host.
///
/// A value but for the host, which is a process. Not for use on several threads at once.
package struct Workspace: Sendable {
  /// The recording and the branches made of it, in the order of their making.
  package internal(set) var timelines: [Timeline]
  /// Which of them is looked at.
  package internal(set) var current = 0
  /// The step that is stood on: state n is the one that is seen.
  package internal(set) var n: Int
  /// Where `continue` stops.
  private(set) var stops: [StopRule] = []
  private var lastStop = 0
  var visited = VisitedPlaces()
  /// How many branches were made.
  var branchCount = 0
  /// What the host keeps of the branches.
  var checkpoints = HostCheckpoints()
  /// What the last `verify` found.
  var verdict: Verdict?
  /// What commands take from outside.
  package let surroundings: Surroundings
  /// The host; one of one's own in tests.
  nonisolated(unsafe) var client: HostClient?
  /// How many notes of it were reported.
  var notesReported = 0

  /// Stands at the beginning of a session, or at its end.
  package init(_ session: Session, surroundings: Surroundings, atEnd: Bool = false) {
    timelines = [Timeline(session)]
    self.surroundings = surroundings
    n = atEnd ? session.last : session.first
  }

  /// The timeline that is looked at.
  package var timeline: Timeline { timelines[current] }
  /// The recording.
  package var session: Session { timelines[0].session }

  /// Sees the same session with the steps that have come since; the place stays.
  package mutating func follow(_ session: Session) {
    timelines[0] = Timeline(session)
  }

  /// Sees another session from its beginning, as a file that is followed was cut or replaced.
  ///
  /// The branches go with the session that they were made of; the rules where to stop stay.
  package mutating func restart(_ session: Session) {
    timelines = [Timeline(session)]
    current = 0
    n = session.first
    visited = VisitedPlaces()
  }

  /// The timeline and the step that are looked at.
  var place: VisitedPlaces.Place { VisitedPlaces.Place(timeline: current, n: n) }

  /// Remembers a place that was left, if it was.
  mutating func remember(_ left: VisitedPlaces.Place) {
    if left != place { visited.leave(left) }
  }

  /// Goes to the place visited before this one; false if there is none.
  mutating func undoMotion() -> Bool { go(to: visited.undo(from: place)) }

  /// Goes to the place that undoing left; false if there is none.
  mutating func redoMotion() -> Bool { go(to: visited.redo(from: place)) }

  private mutating func go(to place: VisitedPlaces.Place?) -> Bool {
    guard let place, timelines.indices.contains(place.timeline) else { return false }
    current = place.timeline
    n = min(place.n, timeline.last)
    return true
  }

  /// Goes to a step of the current timeline.
  package mutating func move(to n: Int) throws(InspectorError) {
    guard (timeline.first...timeline.last).contains(n) else {
      throw .noSuchStep(n: n, first: timeline.first, last: timeline.last)
    }
    self.n = n
  }

  /// Looks at another timeline, at the same step or its last.
  package mutating func look(at place: Int) {
    current = place
    n = min(n, timeline.last)
  }

  /// Adds a rule where to stop.
  mutating func addStop(
    _ kind: StopRule.Kind, _ condition: Condition?, isTemporary: Bool
  ) -> StopRule {
    lastStop += 1
    let rule = StopRule(id: lastStop, kind: kind, condition: condition, isTemporary: isTemporary)
    stops.append(rule)
    return rule
  }

  /// Switches rules where to stop on or off.
  mutating func setStops(_ ids: Set<Int>, enabled: Bool) {
    for place in stops.indices where ids.contains(stops[place].id) {
      stops[place].isEnabled = enabled
    }
  }

  /// Drops rules where to stop.
  mutating func dropStops(where isDropped: (StopRule) -> Bool) {
    stops.removeAll(where: isDropped)
  }

  /// The prompt: `toast 42/310 enqueueToast> `, its names shortened where they are long.
  package var prompt: [Span] {
    let branch = timeline.isBranch ? " \(timeline.name)" : ""
    return [
      .text(session.header.store, .bold, columns: 30), .text("\(branch) \(n)/\(timeline.last) "),
      .text(placeName, .name, columns: 40), .literal("> ", .bold),
    ]
  }

  /// What stands at the current place: the action's type, `start`, or that it is not recorded.
  package var placeName: String { timeline.placeName(n) }

  /// The program that reduces for the session's store.
  func hostCommand() throws(InspectorError) -> HostCommand {
    try surroundings.hostCommand(ofStore: session.header.store)
  }

  /// The host of the session's store, started where it is needed.
  package mutating func host() throws(InspectorError) -> HostClient {
    if let client { return client }
    let made = try surroundings.client(of: session)
    client = made
    return made
  }
}
