import Foundation
import SessionFormat

/// Searches for the zone or the locale of a recording in a text of which another part varies: by chance, or by
/// the time.
///
/// No run has the recorded text then. But with the recorded zone, what all runs have in common comes as recorded,
/// and without it something else does.
struct TextParts {
  let runs: ControlledRuns
  let session: Session

  /// Adds a zone or a locale beside what was found.
  ///
  /// - Parameter run: A run under the current conditions.
  func search(_ run: StepRun, _ found: inout Findings) throws(InspectorError) {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state,
      let requests = try runs.systemRequests()
    else { return }
    let places = runs.differences(recorded, replayed).map(\.path).filter { place in
      place.value(in: recorded)?.string != nil && place.value(in: replayed)?.string != nil
    }.prefix(Self.mostPlaces)
    guard !places.isEmpty else { return }
    let surroundings = StableCauses(runs, session, run).recordedSurroundings
    for (there, cause) in surroundings where !requests.calls(for: cause).isEmpty {
      try search(there, cause, recorded, Array(places), isClock: found.has(.clock), &found)
    }
  }

  private static let mostPlaces = 8
  /// Seconds after the time of the recording at which the part of a text that goes by the time is another one,
  /// to its last digit.
  private static let moments = [0, 0.0071357, 0.0164873, 0.0313919]

  private func search(
    _ there: RunConditions, _ cause: Diagnosis.Cause, _ recorded: JSONValue,
    _ places: [JSONPointer], isClock: Bool, _ found: inout Findings
  ) throws(InspectorError) {
    var (with, without) = there.even()
    var moments = [with, with, with, with]
    if isClock {
      let shapes = ValueShapes(session, n: runs.n, replayTime: 0)
      guard runs.tools.witness != nil, let time = shapes.recordTime else { return }
      moments = Self.moments.map { with.then(time + $0) }
      (with, without) = (with.then(time), without.then(time))
    }
    var states: [JSONValue] = []
    for conditions in moments {
      guard let state = try runs.run(.alone, conditions)?.result.state else { return }
      states.append(state)
    }
    guard
      let part = places.lazy.compactMap({ CommonPart(of: states, at: $0) }).first(where: {
        $0.isIn(recorded)
      }),
      let other = try runs.run(.alone, without), !part.isIn(other.result.state)
    else { return }
    let sides = try runs.part(
      .both, with: .init(conditions: with) { part.isIn($0.result.state) },
      without: .init(conditions: without) { part.isIn($0.result.state) }
    ).sides
    guard let sides else { return }
    let clock = isClock ? " and the clock of the recording," : ""
    found.add(
      cause, .tested,
      "with \(there.name),\(clock) what all runs have in common of the text at \(part.place) comes as "
        + "recorded, \(sides.words)",
      "another part of that text has another cause, so nothing is certain of it")
  }
}
