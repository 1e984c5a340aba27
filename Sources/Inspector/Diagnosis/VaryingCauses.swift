import SessionFormat

/// Searches for the reason why runs of one step from one state differ from each other.
///
/// Factors that the system varies from process to process are held still. A factor is a cause if
/// the runs agree only while it is held.
struct VaryingCauses {
  typealias Factor = RunConditions.Factor

  let runs: ControlledRuns
  let plain: ControlledRuns.Sample
  let session: Session

  /// How many runs decide whether runs agree.
  static let heldRuns = 6
  /// How many decide it if they may differ seldom.
  private static let rareRuns = 30

  init(_ runs: ControlledRuns, _ session: Session) {
    self.runs = runs
    self.session = session
    plain = runs.plain
  }

  func search(_ found: inout Findings) throws(InspectorError) {
    try searchFactors(&found)
    if found.best != .certain {
      if let lost = try runs.lostByCoding() { found.add(lost.cause, .likely, lost.words) }
      if let other = try runs.otherSource() {
        found.add(other.cause, .possible, "what was recorded may come from there: \(other.words)")
      }
    }
    // Chance that has another kind of result stands in for what was there when it was recorded.
    guard let unlike = try runs.unlikeRecorded() else { return }
    var instead = Findings()
    instead.doubt = found.doubt
    if let uses = try runs.ownVariables()?.inWords {
      instead.add(
        .hiddenState, .likely, unlike, "\(uses), which the state does not have (witnessed)")
    } else if let lost = try runs.lostByCoding() {
      instead.add(lost.cause, .likely, lost.words, unlike)
    } else {
      instead.add(
        .lossyCoding, .possible, unlike,
        runs.unencodedParts ?? "a part of the first state or of the action may not be encoded")
    }
    instead.append(found)
    found = instead
  }

  private func searchFactors(_ found: inout Findings) throws(InspectorError) {
    let all = Set(runs.tools.factors)
    // A clock of whole seconds may change between any two runs, whatever else is held still.
    if !all.contains(.clock), let run = plain.runs.first {
      let clock = ClockEvidence(runs: runs, session: session)
      if clock.showsTime(run), try clock.search(run, &found) { return }
    }
    // Where it does change, it is found in the same way as where it does not; so it is where only the clock of the
    // recording leads to what was recorded, and what makes today's runs differ is on another branch.
    let goesByClock = all.contains(.clock) ? try showsTime ? true : comesThen() : false
    if goesByClock, let run = plain.runs.first {
      var then = found
      try StableCauses(runs, session, run).searchClockThen(&then)
      if then.best == .certain {
        found = then
        return
      }
    }
    var causes = found
    // A clock of whole seconds is the same in most runs and not in all: it is held wherever the step asks for it.
    let asksTime = all.contains(.clock) ? try runs.systemRequests()?.asksTime == true : false
    if asksTime, let calm = try calm([.clock], Self.rareRuns) {
      try release(from: [.clock], calm, &causes)
      if isFound(causes, &found) { return }
    }
    let single = try singles(of: all, beside: asksTime ? [.clock] : [])
    for held in single {
      try release(from: held.factors, held.calm, &causes)
      if isFound(causes, &found) { return }
    }
    // Runs with one factor held may agree by chance only, so several are tried all the same.
    let held = all.count > 1 ? try smallest(of: all, with: asksTime ? [.clock] : []) : nil
    if let held, !single.contains(where: { $0.factors == held.factors }) {
      try release(from: held.factors, held.calm, &causes)
      if isFound(causes, &found) { return }
    }
    try searchUnheld(&found, allHeldDiffer: held == nil)
  }

  private func isFound(_ causes: Findings, _ found: inout Findings) -> Bool {
    guard let best = causes.best, best >= .likely else { return false }
    found = causes
    return true
  }

  // MARK: Held still

  /// The held factors under which runs seem to agree, with one run.
  private typealias Held = (factors: Set<Factor>, calm: StepRun)

  /// The single factors for which runs seem to agree, each beside some that are held anyway.
  private func singles(
    of all: Set<Factor>, beside others: Set<Factor>
  ) throws(InspectorError) -> [Held] {
    var single: [Held] = []
    for factor in Factor.allCases where all.subtracting(others).contains(factor) {
      let held = others.union([factor])
      if let calm = try calm(held) { single.append((held, calm)) }
    }
    guard single.count > 1 else { return single }
    // If runs differ seldom, a few agree whatever is held.
    var lasting: [Held] = []
    for held in single where try calm(held.factors, Self.rareRuns) != nil { lasting.append(held) }
    return lasting
  }

  /// A small set of factors that seems to suffice, among them some that are held anyway; nil if runs differ with all
  /// held still.
  private func smallest(
    of all: Set<Factor>, with others: Set<Factor>
  ) throws(InspectorError) -> Held? {
    guard var known = try calm(all) else { return nil }
    var held = all
    let free = all.subtracting(others)
    for factor in Factor.allCases where free.contains(factor) && held.count > 1 {
      guard let calm = try calm(held.subtracting([factor])) else { continue }
      (held, known) = (held.subtracting([factor]), calm)
    }
    return (held, known)
  }

  /// A run with these factors held still, if some runs agree then.
  private func calm(
    _ held: Set<Factor>, _ count: Int = heldRuns
  ) throws(InspectorError) -> StepRun? {
    let sample = try runs.sample(Self.conditions(held), count)
    guard sample.isStable, let calm = sample.runs.first else { return nil }
    // Where the step cannot even be reduced, nothing was held still.
    let isReduced = plain.runs.contains { $0.result.state != nil }
    return isReduced && calm.result.state == nil ? nil : calm
  }

  /// Releases one factor at a time, and adds those that make the runs differ again.
  private func release(
    from held: Set<Factor>, _ calm: StepRun, _ found: inout Findings
  ) throws(InspectorError) {
    for factor in Factor.allCases where held.contains(factor) {
      // Hashes move what lies in memory.
      if factor == .hashing, held.contains(.addresses), !isAnyReordered { continue }
      var rest = Self.conditions(held.subtracting([factor]))
      // The library of the clock is used on both sides, so that only the time is released.
      if factor.answers != nil {
        (rest.isWitnessed, rest.name) = (true, rest.name + ", " + factor.freeWords)
      }
      // Heap addresses may sometimes still depend on the order in which things ran.
      let contrast = try runs.part(
        factor == .addresses ? .more : .withCondition,
        with: runs.same(as: calm, Self.conditions(held)),
        without: factor == .clock
          ? runs.sameWhereRunsDiffer(as: calm, rest) : runs.same(as: calm, rest))
      guard let sides = contrast.sides else { continue }
      let others = Factor.allCases.filter { held.contains($0) && $0 != factor }.map(\.noun)
      let evidence =
        "with \(factor.words) it gives one result, " + sides.words(with: "", without: " without")
        + (sides.total.with.hits < sides.total.with.runs ? ", so something else varies, too" : "")
        + (others.isEmpty ? "" : "; held still on both sides: \(others.joined(separator: ", "))")
      guard case .proven(let proof) = contrast else {
        found.add(factor.cause, .tested, evidence)
        continue
      }
      if factor == .addresses, let others = try runs.systemRequests()?.othersInWords {
        // How much memory there is, and which pages, follows the layout, too.
        found.add(
          .unrecordedInput, .likely, "the step asks the system for more (\(others))",
          "that may follow the layout of memory: \(evidence)")
        found.add(.addresses, .possible, evidence)
        continue
      }
      if factor == .processors, try goesByProcessor(held, calm) {
        found.add(
          .unrecordedInput, .tested,
          "on another processor it gives another result: it goes by which one it runs on", evidence)
        found.add(.scheduling, .possible, evidence)
        continue
      }
      let answer = try runs.answerDoubt(about: factor, Self.conditions(held), calm)
      if let answer, answer.isRefuted {
        found.add(factor.cause, .possible, evidence, answer.words)
        continue
      }
      var doubt = try doubt(about: factor, held, calm)
      if doubt == nil {
        doubt = try recordedDoubt(about: factor, held)
      }
      if doubt == nil { doubt = answer?.words }
      found.add(factor.cause, proof, unless: doubt, evidence)
      if factor == .hashing, areReordered {
        found.add(.hashing, .likely, "the elements are the same in another order")
      }
    }
  }

  /// Whether runs on one processor agree, and runs on another one agree on another result.
  private func goesByProcessor(
    _ held: Set<Factor>, _ calm: StepRun
  ) throws(InspectorError) -> Bool {
    guard runs.tools.onLastProcessor != nil else { return false }
    var other = Self.conditions(held)
    (other.isOnLastProcessor, other.name) = (true, other.name + ", the last one")
    let sample = try runs.sample(other, Self.heldRuns)
    return sample.isStable && sample.runs.first.map { !runs.agree($0, calm) } == true
  }

  /// What was not separated from a factor.
  private func doubt(
    about factor: Factor, _ held: Set<Factor>, _ calm: StepRun
  ) throws(InspectorError) -> String? {
    switch factor {
    case .hashing:
      // If a table yields its elements in another order, objects get other addresses.
      if held.contains(.addresses) {
        return "memory addresses show too, and hashes move what lies in memory"
      }
      return try runs.layoutDoubt(Self.conditions(held), calm)
    case .processors:
      return try runs.systemRequests()?.startsThreads == false
        ? "the step was not seen to start a thread"
        : "one processor in place of several changes more than the order of threads"
    case .clock: return try runs.threadDoubt()
    case .addresses, .random, .process: return nil
    }
  }

  /// The doubt that what was recorded has the cause that makes runs differ.
  private func recordedDoubt(
    about factor: Factor, _ held: Set<Factor>
  ) throws(InspectorError) -> String? {
    let isTime = factor == .clock && showsTime
    let time = ValueShapes(session, n: runs.n, replayTime: 0).recordTime
    if factor == .clock {
      // Few of all times are those of these runs.
      if let time, try isRecorded(at: time, held) { return try runs.sourceDoubt(isTime: isTime) }
    }
    if let doubt = try runs.lossDoubt() { return doubt }
    if held.contains(.clock),
      let doubt = try RecordedMoment(runs: runs).doubt(about: factor, isAlone: held == [.clock])
    {
      return doubt
    }
    if let time, held.contains(.clock), held.count > 1 {
      return try runs.recordedDoubt(about: factor, at: time, isTime: isTime)
    }
    return try runs.recordedDoubt(about: factor, isTime: isTime)
  }

  /// Whether the recorded result, which no run has now, comes at the time of the recording.
  private func comesThen() throws(InspectorError) -> Bool {
    guard plain.asRecorded == 0, try runs.systemRequests()?.asksTime == true,
      let time = ValueShapes(session, n: runs.n, replayTime: 0).recordTime
    else { return false }
    return try isRecorded(at: time, [.clock])
  }

  /// Whether the recorded result comes at the time of the recording.
  private func isRecorded(
    at time: Double, _ held: Set<Factor>
  ) throws(InspectorError) -> Bool {
    var then = Self.conditions(held)
    (then.standingTime, then.name) = (time, then.name + " at the time of the recording")
    return try runs.run(.alone, then).map(runs.isAsRecorded) ?? false
  }

  // MARK: The values

  /// Whether the recorded value is the time of the recording, and the replayed one that of the replay.
  private var showsTime: Bool {
    plain.runs.first.map(ClockEvidence(runs: runs, session: session).showsTime) ?? false
  }

  private var differences: [Difference] {
    guard plain.distinct.count > 1, let left = plain.distinct[0].result.state,
      let right = plain.distinct[1].result.state
    else { return [] }
    return runs.differences(left, right)
  }

  var areUUIDs: Bool { differences.contains { ValueShapes.areUUIDs($0.old, $0.new) } }

  /// Whether some difference of two runs is elements in another order.
  private var isAnyReordered: Bool {
    guard plain.distinct.count > 1, let left = plain.distinct[0].result.state,
      let right = plain.distinct[1].result.state
    else { return false }
    return differences.contains { ReorderedPlaces.found(in: left, right, at: [$0.path]) }
  }

  /// Whether all differences from the recording are elements in another order.
  private var areReordered: Bool { plain.runs.first.map(runs.isRecordedReordered) ?? false }

  private static func conditions(_ held: Set<Factor>) -> RunConditions {
    guard !held.isEmpty else { return .plain }
    let words = Factor.allCases.filter(held.contains).map(\.words)
    return RunConditions(held: held, name: words.joined(separator: ", "))
  }
}
