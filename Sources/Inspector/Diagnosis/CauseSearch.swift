import Foundation
public import SessionFormat

/// Finds out why a step of a replay differs from its recording, by re-runs of that step alone.
///
/// Each run is a process of its own that is given the recorded state before the step. What makes
/// runs agree that differ otherwise is the cause; where all agree, what makes them come to the
/// recorded result, or away from their own, is.
public struct CauseSearch {
  private let session: Session
  private let command: HostCommand
  private let patience: Int
  private let ignoring: [PathPattern]
  private let tools: RunTools
  private let interrupted: () -> Bool

  /// A search.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - command: The host.
  ///   - patience: How many seconds an answer may take.
  ///   - ignoring: Places of the state that are left out of the comparison.
  ///   - interrupted: Asked before each run; true ends the work.
  public init(
    _ session: Session, command: HostCommand, patience: Int = 60, ignoring: [PathPattern] = [],
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.init(
      session, command: command, patience: patience, ignoring: ignoring, tools: .installed,
      interrupted: interrupted)
  }

  init(
    _ session: Session, command: HostCommand, patience: Int, ignoring: [PathPattern],
    tools: RunTools, interrupted: @escaping () -> Bool
  ) {
    self.session = session
    self.command = command
    self.patience = patience
    self.ignoring = ignoring
    self.tools = tools
    self.interrupted = interrupted
  }

  /// Why a step differs.
  ///
  /// - Parameter n: The first step that does, or the number of the first state.
  /// - Throws: Damage in the session, or ``InspectorError/interrupted``. A host that fails in the
  ///   re-runs ends them, and what was found until then is told.
  public func diagnosis(ofStep n: Int) throws(InspectorError) -> Diagnosis {
    let runs = try ControlledRuns(
      session, n: n, command: command, patience: patience, ignoring: ignoring, tools: tools,
      interrupted: interrupted)
    var found = Findings()
    var untested = tools.untested
    do throws(InspectorError) {
      try search(runs, &found)
    } catch {
      guard case .host(let failure) = error else { throw error }
      untested.append("more re-runs: \(failure)")
    }
    return Diagnosis(n: n, findings: found.sorted, runs: runs.log, untested: untested)
  }

  /// How often a step is run where all results are the same.
  static let plainRuns = 6
  /// How often it is run besides where none of these shows what was seen before.
  static let moreRuns = 24

  private func search(_ runs: ControlledRuns, _ found: inout Findings) throws(InspectorError) {
    try runs.readAsMigrated()
    let plain = try runs.sample(RunConditions(name: "fresh processes"), Self.plainRuns)
    guard let run = plain.runs.first else { return }
    guard plain.isStable else { return try VaryingCauses(runs, session, plain).search(&found) }
    let repetition = try runs.repetition()
    let stable = StableCauses(runs, session, run, repetition)
    guard stable.isAsRecorded, stable.isAsRecordedThroughSteps else {
      return try stable.search(&found)
    }
    // It differed when it was replayed and does so no more: what differs seldom needs more runs.
    let more = try runs.sample(RunConditions(name: "more fresh processes"), Self.moreRuns)
    guard more.isStable else { return try VaryingCauses(runs, session, more).search(&found) }
    found.add(
      .scheduling, .possible,
      "it differed when it was replayed, and in none of \(Self.plainRuns + Self.moreRuns) re-runs")
  }
}

/// Findings as they are made, the best of each cause.
struct Findings {
  private var all: [Diagnosis.Finding] = []

  var isEmpty: Bool { all.isEmpty }

  /// How sure the surest is.
  var best: Diagnosis.Confidence? { all.map(\.confidence).max() }

  mutating func add(
    _ cause: Diagnosis.Cause, _ confidence: Diagnosis.Confidence, _ evidence: String...
  ) {
    guard let place = all.firstIndex(where: { $0.cause == cause }) else {
      all.append(Diagnosis.Finding(cause: cause, confidence: confidence, evidence: evidence))
      return
    }
    let known = all[place]
    all[place] = Diagnosis.Finding(
      cause: cause, confidence: max(known.confidence, confidence),
      evidence: known.evidence + evidence.filter { !known.evidence.contains($0) })
  }

  /// The surest first, and of equally sure ones in the order in which they were found.
  var sorted: [Diagnosis.Finding] {
    all.enumerated().sorted { left, right in
      left.element.confidence != right.element.confidence
        ? left.element.confidence > right.element.confidence : left.offset < right.offset
    }.map(\.element)
  }
}
