import SessionFormat

/// Finds out why a step of a replay differs from its recording, by re-runs of that step alone.
///
/// Each run is a process of its own that is given the recorded state before the step. If runs
/// differ, the cause is whatever makes them agree. If all agree, the cause is whatever makes them
/// reach the recorded result, or leave their own.
package struct CauseSearch {
  private let session: Session
  private let ignoring: [IgnoredPlaces]
  private let seed: UInt64
  private let runner: (Int) -> any StepRunner
  /// The built-in sample that is the host, if the user named none.
  private var sample: String?

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - command: The command of the host.
  ///   - patience: The most seconds that an answer may take.
  ///   - ignoring: Places of the state that are left out of the comparison.
  ///   - host: The host of a replay, if the hosts are to behave like it.
  ///   - interrupted: Asked before each run; true ends the work.
  package init(
    _ session: Session, command: HostCommand, patience: Int = 60, ignoring: [IgnoredPlaces] = [],
    like host: HostClient? = nil, interrupted: @escaping () -> Bool = { false }
  ) {
    self.init(session, ignoring: ignoring) { n in
      HostSteps(session, n: n, command: command, tools: .installed, interrupted: interrupted) {
        host?.alike($0, patience: patience, interrupted: interrupted)
          ?? HostClient($0, patience: patience, interrupted: interrupted)
      }
    }
    sample = command.sample
  }

  /// A search in the runs of any runner.
  ///
  /// - Parameter seed: The seed for the order of the experiments' runs.
  init(
    _ session: Session, ignoring: [IgnoredPlaces] = [], seed: UInt64 = 0x1D_EA5,
    runner: @escaping (Int) -> any StepRunner
  ) {
    self.session = session
    self.ignoring = ignoring
    self.seed = seed
    self.runner = runner
  }

  /// Searches for the reason why a step differs.
  ///
  /// - Parameters:
  ///   - n: The first step that differs, or the number of the first state.
  ///   - leftOutBefore: Whether the replay reached it from a state that differs where nothing is
  ///     compared.
  ///   - leftOut: The first step behind which it does, if that is known.
  ///   - shown: What the replay shows at the step; nil if that is not known.
  /// - Throws: Damage in the session, or ``InspectorError/interrupted``. If a host fails in the
  ///   re-runs, they end, and the findings until then are reported.
  package func diagnosis(
    ofStep n: Int, leftOutBefore: Bool = false, since leftOut: Int? = nil,
    shown: ShownDifference? = nil
  ) throws(InspectorError) -> Diagnosis {
    let runs = try ControlledRuns(
      session, n: n, ignoring: ignoring, runner: runner(n), seed: seed)
    var found = Findings()
    if leftOutBefore {
      found.doubt =
        "places left out of the comparison differ before the step, so nothing is certain"
    } else {
      found.doubt = try standInDoubt(n)
    }
    (runs.sample, runs.shown) = (sample, shown)
    var untested = runs.tools.untested
    do throws(InspectorError) {
      try search(runs, &found, leftOutBefore: leftOutBefore)
      let asked = try AskedCalls(runs, session, for: found.sorted.map(\.cause))
      if let lines = asked.add(to: &found) { untested.append(lines) }
      if let leftOut { try addOrigin(from: leftOut, before: n, to: &found) }
    } catch {
      guard case .host(let failure) = error else { throw error }
      untested.append("more re-runs: \(failure)")
    }
    found.lowerUnwitnessed()
    untested += runs.unseen
    if runs.areVariablesUnseen { untested.append(WitnessedSteps.variables) }
    if runs.tools.witness != nil, let lines = SourceLines.untested, !untested.contains(lines) {
      untested.append(lines)
    }
    if found.best.map({ $0 >= .likely }) != true, let run = runs.plain.runs.first {
      untested += BuildEvidence(recorded: session.header, host: run.header).untested
    }
    return Diagnosis(
      n: n, findings: found.sorted, runs: runs.log, untested: untested, notes: runs.runner.notes)
  }

  /// If values are hidden or rendered, the step does not begin with what it began with when it was
  /// recorded.
  private func standInDoubt(_ n: Int) throws(InspectorError) -> String? {
    guard n > session.first, session.hasBefore(n) else { return nil }
    guard try session.opaquePlaces(n - 1).isEmpty else {
      return "the state before the step has parts that were only rendered, so nothing is certain"
    }
    var hidden = HiddenPlaces(session.header)
    guard !hidden.isEmpty else { return nil }
    var values = [try session.before(n)]
    if session.steps.actions[n] != nil {
      values.append(try session.action(n).action)
      values += try session.inputs(n).map(\.value)
    }
    guard values.contains(where: { hidden.firstStandIn(in: $0) != nil }) else { return nil }
    return "stand-ins for hidden values go into the step, so nothing is certain"
  }

  /// The most steps that are looked at for one that made what is left out.
  private static let mostMakers = 32

  /// Adds what the step asks that made what is left out and carried along, if only one can have made it.
  private func addOrigin(
    from first: Int, before n: Int, to found: inout Findings
  ) throws(InspectorError) {
    guard first > session.first, n - first <= Self.mostMakers, found.has(.leftOut) else { return }
    var maker: (n: Int, requests: SystemRequests)?
    for n in first..<n {
      guard let requests = try runner(n).systemRequests() else { return }
      let asks = requests.calls.contains { SystemRequests.label($0) != "library" }
      if asks, maker != nil || requests.isCut { return }
      if asks { maker = (n, requests) }
    }
    guard let maker else { return }
    let questions = SystemRequests.questions.filter {
      !maker.requests.calls(for: $0.cause).isEmpty
    }
    guard !questions.isEmpty, maker.requests.othersInWords == nil else { return }
    let calls = questions.flatMap { maker.requests.calls(for: $0.cause) }
    let lines = SourceLines(calls)
    let asked = calls.map { call in
      Diagnosis.Asked(
        what: SystemRequests.label(call), clock: call.clock, line: lines.line(of: call))
    }
    let words = questions.map(\.words).joined(separator: " and ")
    found.note(
      .leftOut, origin: maker.n,
      "what is left out differs since step \(first), and only step \(maker.n) from there on \(words) "
        + "(witnessed)", asked: asked)
  }

  /// How often a step is run if all results are the same.
  static let plainRuns = 6
  /// How often it is run if it was seen to differ in another way.
  static let moreRuns = 60

  private func search(
    _ runs: ControlledRuns, _ found: inout Findings, leftOutBefore: Bool
  ) throws(InspectorError) {
    try runs.readAsMigrated()
    try runs.repeatPlain(upTo: Self.plainRuns)
    try runs.setAsideWhatTheReplayHas()
    try runs.repeatPlain(upTo: Self.plainRuns)
    guard let run = runs.plain.runs.first else { return }
    if let sample = runs.unfitSample(run.header) {
      found.doubt =
        "the built-in sample `\(sample)` may not be the app that was recorded, so nothing is certain"
    }
    if runs.shown?.isOfAction == true {
      let build = BuildEvidence(recorded: session.header, host: run.header)
      var coding = CodingCauses(runs, session, run, build, [])
      coding.searchAction(&found)
      found.doubt =
        found.doubt ?? "what the replay shows is the action, not what the step makes of it"
    }
    let (doubt, shown) = (found.doubt, found)
    if runs.plain.isStable {
      var stable = StableCauses(runs, session, run)
      try stable.search(&found)
      if found.best == .certain, runs.plain.isStable { return }
      if found.has(.clock) { try TextParts(runs: runs, session: session).search(run, &found) }
      // Either it differed in the replay and no longer does, or two runs of one kind differed. A
      // rare difference needs more runs.
      if stable.isAsRecorded && found.isEmpty || runs.variesElsewhere() {
        try runs.repeatPlain(upTo: Self.moreRuns)
      }
      if runs.plain.isStable {
        try addSeldom(runs, stable, leftOutBefore: leftOutBefore, &found)
        return
      }
      found = shown
      found.doubt = doubt
    }
    try VaryingCauses(runs, session).search(&found)
    try TextParts(runs: runs, session: session).search(run, &found)
    try searchConstant(runs, &found)
  }

  /// If some places differ from run to run and others are the same in each but not as recorded, the
  /// latter have a cause of their own.
  private func searchConstant(
    _ runs: ControlledRuns, _ found: inout Findings
  ) throws(InspectorError) {
    guard let constant = runs.constantPlace(in: runs.plain.runs), !constant.isRoot,
      runs.setAsideWhatVaries()
    else { return }
    try runs.repeatPlain(upTo: Self.plainRuns)
    guard runs.plain.isStable, let run = runs.plain.runs.first, !runs.isAsRecorded(run) else {
      return
    }
    var own = Findings()
    own.doubt =
      found.doubt ?? "besides \(constant), other places differ from run to run, so nothing is "
      + "certain"
    var stable = StableCauses(runs, session, run)
    try stable.search(&own)
    own.leaveOut(likelyAmong: found)
    own.append(found)
    found = own
  }

  private func addSeldom(
    _ runs: ControlledRuns, _ stable: StableCauses, leftOutBefore: Bool, _ found: inout Findings
  ) throws(InspectorError) {
    let count = runs.plain.runs.count
    // What the steps before left may be another thing in each process.
    if runs.variesElsewhere(in: found.has(.hiddenState) ? [.alone] : nil) {
      found.add(
        .random, .possible,
        "none of \(count) fresh processes differs, but runs under one and the same other condition do"
      )
    }
    guard stable.isAsRecorded, found.isEmpty else { return }
    let words = "it differed when it was replayed, and in none of \(count) re-runs"
    if leftOutBefore {
      found.add(
        .leftOut, .possible, words,
        "places left out of the comparison differ before the step, and are carried along")
    }
    guard let requests = try runs.systemRequests() else {
      found.add(.scheduling, .possible, words)
      return found.add(.random, .possible, words)
    }
    if let uses = try runs.ownVariables()?.inWords {
      found.add(
        .hiddenState, .possible,
        "\(uses), which the state does not have (witnessed), and \(words)")
    }
    // What it asks for is what may be another each time, if that is one thing.
    let asked = SystemRequests.questions.filter { !requests.calls(for: $0.cause).isEmpty }
    let others = requests.othersInWords
    let guess: Findings.Guess =
      requests.isAll && asked.count + (others == nil ? 0 : 1) == 1 ? .likely : .possible
    for question in asked {
      found.add(question.cause, guess, "the step \(question.words) (witnessed)", words)
    }
    if let others { found.add(.unrecordedInput, guess, "the step asks for \(others)", words) }
    if !requests.isAll {
      found.add(.random, .possible, words)
      found.add(.scheduling, .possible, words)
    }
    guard found.isEmpty, try !runs.addInward(words, to: &found) else { return }
    let nothing = "the step asks for nothing that is witnessed, and \(words)"
    found.add(.hashing, .possible, nothing)
    found.add(.addresses, .possible, nothing)
    found.add(.random, .possible, nothing, "a seed may have been drawn before it")
  }
}
