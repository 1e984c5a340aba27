import Foundation
import SessionFormat

/// Why a step comes to the same in every process, and to something else in the recording.
struct StableCauses {
  let runs: ControlledRuns
  let session: Session
  /// A run under the conditions of now.
  let run: ControlledRuns.Run
  let clock: ClockEvidence
  /// Whether it comes to what was recorded, where the replay of all steps did not.
  let isAsRecorded: Bool
  /// What one process makes of the step, by several ways; nil where that could not be found out.
  private let repetition: ControlledRuns.Repetition?

  init(
    _ runs: ControlledRuns, _ session: Session, _ run: ControlledRuns.Run,
    _ repetition: ControlledRuns.Repetition?
  ) {
    self.repetition = repetition
    self.runs = runs
    self.session = session
    self.run = run
    clock = ClockEvidence(runs, session)
    isAsRecorded = runs.recorded.map { runs.agreement.agree($0, run.result) } ?? false
  }

  /// Whether it comes to what was recorded also in a process that reduced the steps before.
  var isAsRecordedThroughSteps: Bool {
    guard let through = repetition?.throughSteps?.result, let recorded = runs.recorded else {
      return true
    }
    return runs.agreement.agree(recorded, through)
  }

  func search(_ found: inout Findings) throws(InspectorError) {
    try searchCoding(&found)
    if found.best == .certain { return }
    // A clock of whole seconds or minutes is no other in runs that follow at once, but may be in any.
    if !isAsRecorded, clock.showsTime(run) {
      // The same moment shows the same minutes in another zone or language.
      try searchRecordedZone(&found)
      if found.best != .certain { _ = try searchRecordedLocale(&found) }
      if found.best != .certain { try searchClock(&found) }
      return
    }
    try searchHiddenState(&found)
    if found.best == .certain { return }
    try searchKeptValues(&found)
    if found.best == .certain { return }
    if isAsRecorded {
      if found.isEmpty {
        found.add(
          .hiddenState, .likely,
          "a fresh process that begins with the recorded state before the step comes to what was "
            + "recorded; one that reduced the steps before does not")
      }
      return
    }
    try searchSurroundings(&found)
    if found.best == .certain { return }
    searchShapes(&found)
    BuildEvidence(session.header, run.header).search(&found)
    if found.best.map({ $0 >= .likely }) != true { try searchUnrecorded(&found) }
  }

  // MARK: Coding

  private func searchCoding(_ found: inout Findings) throws(InspectorError) {
    if runs.n == session.first {
      found.add(
        .lossyCoding, .certain,
        "the first state, decoded and encoded again, is another in every process")
      return
    }
    if case .reduced(let reduction) = run.result, let answered = reduction.action,
      case .reduced(let recorded)? = runs.recorded, let action = recorded.action,
      !answered.opaque, answered.action != action.action
    {
      found.add(
        .lossyCoding, .certain, "the action, decoded and encoded again, is another in every process"
      )
      return
    }
    let answers = try runs.reencoded([session.first, runs.n - 1, runs.n])
    for n in answers.keys.sorted() {
      guard let answer = answers[n], let recorded = try? session.state(n),
        let lost = runs.lossyPlace(recorded, answer)
      else { continue }
      let words =
        "recorded state \(n), decoded and encoded again, is another at \(place(lost))"
      // What the step's own state loses was already lost when it was recorded, or is lost now.
      let isCertain = n < runs.n || isExplained(by: answer)
      found.add(.lossyCoding, isCertain ? .certain : .likely, words)
    }
  }

  private func isExplained(by answer: JSONValue) -> Bool {
    guard let state = run.result.state else { return false }
    return runs.agreement.differences(answer, state).isEmpty
  }

  private func place(_ path: JSONPointer) -> String {
    path.description.isEmpty ? "the root" : path.description
  }

  // MARK: What the process keeps

  private func searchHiddenState(_ found: inout Findings) throws(InspectorError) {
    guard let repetition else { return }
    let isSameAgain = runs.agreement.agree(repetition.first, repetition.again)
    if !isSameAgain {
      guard try isStill(&found) else { return }
      found.add(
        .hiddenState, .certain,
        "reduced twice in one process from the same state the step comes to two results, while "
          + "fresh processes agree")
      return
    }
    if let through = repetition.throughSteps,
      !runs.agreement.agree(through.result, repetition.again)
    {
      try searchSteps(before: through, &found)
    }
  }

  /// Whether the state as the steps before leave it, or the process that reduced them, is another.
  private func searchSteps(
    before through: ControlledRuns.Continuation, _ found: inout Findings
  ) throws(InspectorError) {
    let fresh = try runs.stateBehindSteps()
    let isBeforeAsFresh = fresh.map { runs.agreement.differences($0, through.before).isEmpty }
    let anew = try runs.anewBehindSteps()
    guard try isStill(&found) else { return }
    if isBeforeAsFresh == false {
      found.add(
        .hiddenState, .certain,
        "in a process that reduced another step before, the steps before this one come to another "
          + "state than in a fresh one, from the same state")
    } else if let anew, runs.agreement.agree(through.result, anew) {
      found.add(
        .hiddenState, .certain,
        "in a process that reduced the steps before, the step comes to another result than in one "
          + "that reduced others, from the same state")
    } else {
      found.add(
        .lossyCoding, .certain,
        "from the state as the steps before left it the step comes to another result than from the "
          + "same state decoded: the state has parts that are not encoded")
    }
  }

  /// A value that is kept when it is first made, or first asked for, shows after other steps.
  private func searchKeptValues(_ found: inout Findings) throws(InspectorError) {
    guard let later = try runs.afterOtherSteps(), !runs.agreement.agree(later, run.result),
      try isStill(&found)
    else { return }
    found.add(
      .hiddenState, .certain,
      "in a process that reduced other steps of the session before, the step comes to another "
        + "result from the same state")
  }

  /// Whether a run under the conditions of now comes to what it came to before; else it is the time
  /// that changed, and with it what other runs came to.
  func isStill(_ found: inout Findings) throws(InspectorError) -> Bool {
    let sample = try runs.sample(RunConditions(name: "fresh processes, later"), 2)
    guard !sample.isStable || changes(sample) else { return true }
    found.add(.clock, .likely, "fresh processes agree with each other, and no more a moment later")
    return false
  }

  func changes(_ sample: ControlledRuns.Sample) -> Bool {
    sample.distinct.contains { !runs.agreement.agree($0.result, run.result) }
  }

  // MARK: The values

  private func searchShapes(_ found: inout Findings) {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return }
    let differences = runs.agreement.differences(recorded, replayed)
    guard !differences.isEmpty else { return }
    if differences.allSatisfy({ ValueShapes.areNeighbours($0.old, $0.new) }) {
      found.add(.floatingPoint, .likely, "the numbers differ in their last digit alone")
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
        .changedCode, .possible, "the texts differ in composed and decomposed letters alone")
    }
  }

  // MARK: What is left

  private func searchUnrecorded(_ found: inout Findings) throws(InspectorError) {
    let kept: Set = ["PATH", "HOME", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR"]
    var without: [String: String?] = [:]
    for name in ProcessInfo.processInfo.environment.keys where !kept.contains(name) {
      without.updateValue(nil, forKey: name)
    }
    let bare = try runs.sample(
      RunConditions(environment: without, name: "an environment without variables of its own"), 1)
    if changes(bare), try isStill(&found) {
      found.add(
        .unrecordedInput, .likely,
        "without the environment's own variables it comes to another result")
      return
    }
    let build = BuildEvidence(session.header, run.header)
    let known = build.isKnownSame ? "the build is the same" : "nothing tells of another build"
    found.add(
      .unrecordedInput, build.isKnownSame ? .likely : .possible,
      "every process comes to the same, which is not what was recorded; the coding loses nothing, "
        + "and \(known)")
    if !build.isKnownSame {
      found.add(
        .changedCode, .possible,
        "neither the recording nor the host says of which build it is, so the reducer may be another"
      )
    }
  }
}

/// The clock that a process is made to see.
enum FakeTime {
  /// Seconds since 1970 as `FAKETIME` takes them, in our own time zone.
  static func text(_ seconds: Double) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .current
    format.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return format.string(from: Date(timeIntervalSince1970: seconds))
  }
}
