import Foundation
import SessionFormat

/// Searches for the zone or the locale of a recording in a text of which another part varies: by chance, or by
/// the time.
///
/// No run has the recorded text then. But with the recorded zone, what all runs have in common comes as recorded,
/// and without it something else does; or a word comes that was recorded, such as the name of a day.
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
    let common = places.lazy.compactMap { CommonPart(of: states, at: $0) }
      .first { $0.isIn(recorded) }
    guard let other = try runs.run(.alone, without) else { return }
    let sign: Sign
    if let common, !common.isIn(other.result.state) {
      sign = Sign(
        words: "what all runs have in common of the text at \(common.place) comes as recorded",
        isIn: common.isIn)
    } else if let words = try ownWords(moments, without, recorded, places) {
      sign = Sign(words: words.words, isIn: words.isIn)
      found.doubtCertain(Self.mixed)
    } else {
      return
    }
    let sides = try runs.part(
      .both, with: .init(conditions: with) { sign.isIn($0.result.state) },
      without: .init(conditions: without) { sign.isIn($0.result.state) }
    ).sides
    guard let sides else { return }
    let clock = isClock ? " and the clock of the recording," : ""
    found.add(
      cause, .tested,
      "with \(there.name),\(clock) \(sign.words), \(sides.words)", Self.mixed)
  }

  private static let mixed =
    "another part of that text has another cause, so nothing is certain of it"

  /// What shows in a text that it was made as it was when it was recorded.
  private struct Sign {
    let words: String
    let isIn: (JSONValue?) -> Bool
  }

  /// Words that only runs in the recorded zone or locale give, if one of them was recorded.
  ///
  /// - Parameter moments: Conditions of the recording; used in turn.
  private func ownWords(
    _ moments: [RunConditions], _ without: RunConditions, _ recorded: JSONValue,
    _ places: [JSONPointer]
  ) throws(InspectorError) -> OwnWords? {
    let known = runs.plain.runs.compactMap(\.result.state)
    let open = places.filter { OwnWords.recorded($0, recorded, besides: known) != nil }
    guard !open.isEmpty else { return nil }
    var (with, others): ([JSONValue], [JSONValue]) = ([], known)
    for number in 0..<Self.mostWordRuns {
      guard let there = try runs.run(.alone, moments[number % moments.count])?.result.state else {
        return nil
      }
      with.append(there)
    }
    func words() -> OwnWords? {
      open.lazy.compactMap { OwnWords(of: with, besides: others, recorded, at: $0) }.first
    }
    guard words() != nil else { return nil }
    for _ in 0..<Self.mostWordRuns {
      guard let here = try runs.run(.alone, without)?.result.state else { return nil }
      others.append(here)
    }
    return words()
  }

  /// So many that of seven days that come by chance each is missed in one of 480 searches.
  private static let mostWordRuns = 40
}
