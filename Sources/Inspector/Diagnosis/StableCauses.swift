import Foundation
import SessionFormat

/// Searches for the reason why a step has the same result in every process, but another one in the
/// recording or after other steps.
struct StableCauses {
  let runs: ControlledRuns
  let session: Session
  /// A run under the current conditions.
  let run: StepRun
  let clock: ClockEvidence
  /// Whether that run has the recorded result, which the replay of all steps did not have.
  let isAsRecorded: Bool
  let build: BuildEvidence
  /// Whether it goes by the time that something takes.
  var goesByDuration = false

  init(_ runs: ControlledRuns, _ session: Session, _ run: StepRun) {
    self.runs = runs
    self.session = session
    self.run = run
    clock = ClockEvidence(runs: runs, session: session)
    build = BuildEvidence(recorded: session.header, host: run.header)
    isAsRecorded = runs.isAsRecorded(run)
  }

  mutating func search(_ found: inout Findings) throws(InspectorError) {
    // A clock of whole seconds or minutes may not change between immediate runs, or may in any.
    if !isAsRecorded, runs.n > session.first, try showsTime() {
      // The same moment shows the same minutes in another zone or language.
      try searchRecordedZone(&found)
      if found.best != .certain { _ = try searchRecordedLocale(&found) }
      if found.best != .certain { try searchClock(&found) }
      return
    }
    var coding = CodingCauses(runs, session, run, build, surroundings)
    try coding.search(&found)
    if found.best == .certain { return }
    var kept = KeptCauses(
      runs: runs, run: run, build: build, surroundings: recordedSurroundings)
    if runs.n > session.first { try kept.search(&found) }
    if found.best == .certain || isAsRecorded { return }
    try searchSurroundings(&found)
    if found.best == .certain { return }
    if build.isSameCode != false { try searchShapes(&found) }
    // What the builds say of themselves is no reason not to look at what the step asks.
    if found.best.map({ $0 >= .likely }) != true { try searchAnswers(&found) }
    build.search(&found)
    if found.best.map({ $0 >= .likely }) == true { return try addOtherCode(&found) }
    let tried = [coding.words, kept.words].filter { !$0.isEmpty }
    try searchUnrecorded(&found, tried.joined(separator: "; "))
  }

  /// Whether its values are those of the clock, and it may have asked for the time.
  func showsTime() throws(InspectorError) -> Bool {
    guard clock.showsTime(run) else { return false }
    return try runs.systemRequests().map { $0.asksTime || !$0.isAll } ?? true
  }

  /// Whether a run differs from the run without its condition.
  func changes(_ other: StepRun) -> Bool { runs.differs(other, from: run) }

  // MARK: The values

  func searchShapes(_ found: inout Findings) throws(InspectorError) {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return }
    let differences = runs.differences(recorded, replayed)
    guard !differences.isEmpty else { return }
    if differences.allSatisfy({ ValueShapes.areNeighbours($0.old, $0.new) }) {
      found.add(.floatingPoint, .possible, "the numbers differ only in their last digit")
    } else if differences.allSatisfy({ ValueShapes.isRounded($0.old, $0.new) }) {
      found.add(.lossyCoding, .possible, "one number is the other, rounded")
    }
    if ReorderedPlaces.found(in: recorded, replayed, at: differences.map(\.path)) {
      found.add(
        .hashing, .possible, "the elements are the same in another order, but every process agrees")
    }
    if differences.allSatisfy({ ValueShapes.areUUIDs($0.old, $0.new) }) {
      found.add(.unrecordedInput, .possible, "the values are UUIDs, the same in every process")
    }
    if differences.allSatisfy({ ValueShapes.areNormalized($0.old, $0.new) }) {
      found.add(
        .changedCode, .possible, "the texts differ only in composed and decomposed letters")
    }
  }

  /// Repeats a condition that once changed the result, against runs without it.
  func parts(_ conditions: RunConditions) throws(InspectorError) -> Contrast {
    let even = conditions.even()
    return try runs.part(
      .both, with: runs.others(than: run, .alone, even.with),
      without: runs.others(than: run, .alone, even.without))
  }
}

extension Contrast {
  /// Both sides, if they differ and chance is improbable.
  var sides: TwoSides? {
    switch self {
    case .proven(let proof): proof.sides
    case .indicated(let sides): sides
    case .open, .impossible: nil
    }
  }
}

extension TwoSides {
  /// The counts of hits, in words.
  var words: String { words(with: "", without: " without") }

  func words(with: String, without: String) -> String {
    func count(_ side: Side) -> String {
      "\(side.hits == 0 ? "none" : "\(side.hits)") of \(side.runs)"
    }
    return "in \(count(total.with)) runs\(with), and in \(count(total.without))\(without)"
  }
}
