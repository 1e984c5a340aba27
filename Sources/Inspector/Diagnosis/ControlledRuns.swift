import SessionFormat

/// The runs of one step under various conditions, and their results.
final class ControlledRuns {
  /// The results of runs under the same conditions.
  struct Sample {
    var runs: [StepRun] = []
    /// One run of each result, up to two.
    var distinct: [StepRun] = []
    var asRecorded = 0

    /// Whether all had the same result.
    var isStable: Bool { distinct.count < 2 }
  }

  /// One side of an experiment: runs of a kind, and the result that counts as a hit.
  struct Side {
    var way = StepWay.alone
    var conditions = RunConditions.plain
    /// For how many milliseconds to wait before each run.
    var pause = 0
    /// Nil if the run does not tell.
    let isHit: (StepRun) -> Bool?
  }

  let session: Session
  let n: Int
  /// What the recording says, as the host reads it.
  private(set) var recorded: StepOutcome?
  /// How the types of the recording and of the host differ; nil if they do not.
  private(set) var types: SessionTypes?
  private var judge: StepJudge
  /// The built-in sample that is the host, if the user named none; nil for a named host.
  var sample: String?
  /// The difference that the replay shows; nil if that is not known.
  var shown: ShownDifference?
  /// Whether places are left out in which such runs differ.
  private(set) var isPart = false
  /// The places that were left out only here.
  private var setAside: [JSONPointer] = []
  /// The runs in which nothing is changed.
  private(set) var plain = Sample()
  let runner: any StepRunner
  private var experiments: Experiments
  /// Runs of the same way and conditions.
  private var rows: [(conditions: String, way: StepWay, sample: Sample)] = []
  /// The same by all that is set: both sides of an experiment have variables without meaning besides.
  private var kinds: [(conditions: RunConditions, way: StepWay, sample: Sample)] = []
  private var requests: SystemRequests??
  private var variables: KeptVariables??
  private var earlier: EarlierRequests?
  /// The steps whose answers a kept value carries, once they were looked for.
  var carriers: (control: ControlledOrigin?, shown: [StepOrigin])?
  /// What the coding loses of what the step begins with, once it was looked for.
  var lost: (cause: Diagnosis.Cause, words: String)??
  /// Whether they could not be seen, although what the step asks was.
  private(set) var areVariablesUnseen = false
  /// Factors whose answer made no difference where it could have been another one.
  var refuted: Set<RunConditions.Factor> = []
  /// The runs of both sides of the last experiment.
  var lastSides: (with: [StepRun], without: [StepRun]) = ([], [])

  init(
    _ session: Session, n: Int, ignoring: [IgnoredPlaces], runner: any StepRunner, seed: UInt64
  ) throws(InspectorError) {
    self.session = session
    self.n = n
    self.runner = runner
    experiments = Experiments(seed: seed)
    recorded = try session.outcome(of: n)
    judge = StepJudge(session, ignoring: ignoring)
    try judge.pass(n)
  }

  var tools: RunTools { runner.tools }

  /// All runs, in the order of the first of each kind.
  var log: [Diagnosis.Runs] {
    rows.enumerated().map { place, row in
      // Two states given under the same conditions make two rows.
      let isOther = rows[..<place].contains { $0.conditions == row.conditions }
      return Diagnosis.Runs(
        conditions: row.conditions + (isOther ? ", with other values" : ""),
        count: row.sample.runs.count, results: row.sample.distinct.count,
        asRecorded: row.sample.asRecorded)
    }
  }

  /// The built-in sample that runs them, if nothing shows that it is the recorded app.
  func unfitSample(_ host: SessionHeader?) -> String? {
    session.header.isKnownToFit(host) ? nil : sample
  }

  /// Whether two runs under the same conditions differ, also under conditions other than ``plain``.
  ///
  /// - Parameter ways: The ways that count; nil for all.
  func variesElsewhere(in ways: [StepWay]? = nil) -> Bool {
    kinds.contains { !$0.sample.isStable && ways?.contains($0.way) != false }
  }

  // MARK: Runs

  /// Runs the step once; nil if it cannot be reached in that way.
  func run(
    _ way: StepWay = .alone, _ conditions: RunConditions = .plain
  ) throws(InspectorError) -> StepRun? {
    guard let run = try runner.run(way, under: conditions) else { return nil }
    if case .reduced(let reduction) = run.result { judge.leaveOut(reduction.opaque) }
    let name = [way == .alone || conditions != .plain ? conditions.name : "", way.words]
    note(run, way, in: name.filter { !$0.isEmpty }.joined(separator: ", "))
    note(run, way, conditions)
    if way == .alone, conditions == .plain { note(run, in: &plain) }
    return run
  }

  /// Runs the step under conditions until two results differ or `count` runs were made.
  func sample(
    _ conditions: RunConditions, _ count: Int, _ way: StepWay = .alone
  ) throws(InspectorError) -> Sample {
    var sample = Sample()
    while sample.runs.count < count, sample.isStable, let run = try run(way, conditions) {
      note(run, in: &sample)
    }
    return sample
  }

  /// The seconds that the steps before take, as far as other programs leave the processor: where a run took more
  /// than a search allows, the least of some.
  func prelude(
    of example: StepRun, _ way: StepWay, _ conditions: RunConditions = .plain, atMost limit: Double
  ) throws(InspectorError) -> Double {
    var least = example.prelude
    for _ in 0..<Self.slowRuns where least > limit {
      least = min(least, try run(way, conditions)?.prelude ?? least)
    }
    return least
  }

  private static let slowRuns = 4

  /// Runs the step unchanged until two results differ or `count` such runs were made.
  func repeatPlain(upTo count: Int) throws(InspectorError) {
    while plain.runs.count < count, plain.isStable, try run() != nil {}
  }

  private func note(_ run: StepRun, in sample: inout Sample) {
    sample.runs.append(run)
    if isAsRecorded(run) { sample.asRecorded += 1 }
    if sample.isStable,
      !sample.distinct.contains(where: { agree($0, run) })
    {
      sample.distinct.append(run)
    }
  }

  private func note(_ run: StepRun, _ way: StepWay, in conditions: String) {
    let known = rows.firstIndex { $0.way == way && $0.conditions == conditions }
    if known == nil { rows.append((conditions, way, Sample())) }
    note(run, in: &rows[known ?? rows.count - 1].sample)
  }

  private func note(_ run: StepRun, _ way: StepWay, _ conditions: RunConditions) {
    let known = kinds.firstIndex { $0.way == way && $0.conditions == conditions }
    if known == nil { kinds.append((conditions, way, Sample())) }
    note(run, in: &kinds[known ?? kinds.count - 1].sample)
  }

  /// Leaves the places in which plain runs differ out of all later comparisons; false if there are
  /// none, or if nothing else is left.
  func setAsideWhatVaries() -> Bool {
    let states = plain.runs.compactMap(\.result.state)
    guard let first = states.first else { return false }
    var places: Set<JSONPointer> = []
    for state in states.dropFirst() { places.formUnion(differences(first, state).map(\.path)) }
    guard !places.isEmpty, !places.contains(where: \.isRoot) else { return false }
    judge.leaveOut(Array(places))
    setAside += places
    (plain, carriers, lost) = (Sample(), nil, nil)
    isPart = true
    return true
  }

  /// Leaves out the places at which the step by itself differs from the recording in each run, but the
  /// replay does not: a fresh process lacks what makes them right there.
  func setAsideWhatTheReplayHas() throws(InspectorError) {
    guard shown?.isInChain == true, let first = shown?.place?.path,
      n - session.first <= Self.mostSteps,
      let recorded = recorded?.state
    else { return }
    let states = plain.runs.compactMap(\.result.state)
    guard let state = states.first else { return }
    var places = differences(recorded, state).filter { difference in
      !difference.path.isAtOrBelow(first) && !first.isAtOrBelow(difference.path)
        && states.allSatisfy { difference.path.value(in: $0) == difference.new }
    }.map(\.path)
    for _ in 0..<2 where !places.isEmpty {
      guard let carried = try run(.carried)?.result.state else { return }
      let wrong = differences(recorded, carried).map(\.path)
      places.removeAll { place in
        wrong.contains { $0.isAtOrBelow(place) || place.isAtOrBelow($0) }
      }
    }
    guard !places.isEmpty else { return }
    judge.leaveOut(places)
    setAside += places
    plain = Sample()
  }

  /// The most steps that are reduced to see what the replay has.
  private static let mostSteps = 2000

  // MARK: Experiments

  /// Repeats both sides of an experiment; see ``Experiments/part(_:looks:with:without:)``.
  ///
  /// - Parameter counts: Whether it may make a finding certain, and not only less so.
  func part(
    _ demand: Experiments.Demand, looks: [Int] = Odds.looks, with: Side, without: Side,
    counts: Bool = true
  ) throws(InspectorError) -> Contrast {
    lastSides = ([], [])
    func hits(_ side: Side, _ keep: (StepRun) -> Void) throws(InspectorError) -> Bool? {
      if side.pause > 0 { runner.pause(milliseconds: side.pause) }
      guard let run = try run(side.way, side.conditions) else { return nil }
      keep(run)
      return side.isHit(run)
    }
    return try experiments.part(demand, looks: looks, counts: counts) { () throws(InspectorError) in
      try hits(with) { lastSides.with.append($0) }
    } without: { () throws(InspectorError) in
      try hits(without) { lastSides.without.append($0) }
    }
  }

  /// A side whose hits are runs with another result than a given run.
  func others(
    than known: StepRun, _ way: StepWay = .alone, _ conditions: RunConditions = .plain
  ) -> Side {
    Side(way: way, conditions: conditions) { run in !self.agree(run, known) }
  }

  /// A side whose hits are runs with the same result as a given run.
  func same(
    as known: StepRun, _ conditions: RunConditions = .plain, _ way: StepWay = .alone
  ) -> Side {
    Side(way: way, conditions: conditions) { run in self.agree(run, known) }
  }

  /// The same, by ``agreeWhereRunsDiffer(_:_:)``.
  func sameWhereRunsDiffer(as known: StepRun, _ conditions: RunConditions) -> Side {
    Side(conditions: conditions) { run in self.agreeWhereRunsDiffer(run, known) }
  }

  /// A side whose hits are runs with the recorded result.
  func asRecorded(_ conditions: RunConditions = .plain, _ way: StepWay = .alone) -> Side {
    Side(way: way, conditions: conditions) { run in self.isAsRecorded(run) }
  }

  // MARK: Comparing

  func agree(_ left: StepRun, _ right: StepRun) -> Bool {
    judge.compare(n, left.result, right.result).kind == nil
  }

  /// Whether two runs have the same result wherever plain runs differ from each other.
  ///
  /// What is the same in all of these, such as the day, says nothing of why they differ.
  func agreeWhereRunsDiffer(_ left: StepRun, _ right: StepRun) -> Bool {
    if agree(left, right) { return true }
    guard let left = left.result.state, let right = right.result.state else { return false }
    let states = plain.distinct.prefix(20).compactMap(\.result.state)
    let places = states.dropFirst().flatMap { differences(states[0], $0).map(\.path) }
    let found = differences(left, right).map(\.path)
    if places.isEmpty || found.isEmpty { return false }
    return !found.contains { place in
      places.contains { $0.isAtOrBelow(place) || place.isAtOrBelow($0) }
    }
  }

  func isAsRecorded(_ run: StepRun) -> Bool {
    recorded.map { judge.compare(n, $0, run.result).kind == nil } ?? false
  }

  /// Whether two actions are equal but for what is hidden in them.
  func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left == right || judge.hidden.areEqual(left, right)
  }

  func differences(_ left: JSONValue, _ right: JSONValue) -> [Difference] {
    judge.differences(left, right).known
  }

  /// The places left out of each comparison (ignored, hidden or rendered) at which two states differ.
  func leftOut(_ left: JSONValue, _ right: JSONValue) -> [JSONPointer] {
    guard left != right else { return [] }
    let compared = differences(left, right).map(\.path) + setAside
    return Difference.list(from: left, to: right).map(\.path).filter { place in
      !compared.contains { $0.isAtOrBelow(place) || place.isAtOrBelow($0) }
    }
  }

  // MARK: The system

  /// What the step requests from the system; nil if that cannot be seen.
  func systemRequests() throws(InspectorError) -> SystemRequests? {
    if let requests { return requests }
    let seen = try runner.systemRequests()
    requests = .some(seen)
    return seen
  }

  /// What the steps before it ask the system for.
  func requestsBefore() throws(InspectorError) -> EarlierRequests {
    if let earlier { return earlier }
    let seen = try runner.requestsBefore()
    earlier = seen
    return seen
  }

  /// What of the requests that were looked at is not seen.
  var unseen: [String] { requests.flatMap(\.self)?.unseen ?? [] }

  /// The program's own variables that the step reads; nil if they cannot be seen.
  func ownVariables() throws(InspectorError) -> KeptVariables? {
    if let variables { return variables }
    // Their program is known once it was witnessed.
    guard try systemRequests() != nil else { return nil }
    let seen = try runner.ownVariables()?.onlyRead
    variables = .some(seen)
    areVariablesUnseen = seen?.isPartial != false
    return seen
  }

  // MARK: Migration

  /// Replaces the recorded result by the host's reading of it, if types or steps of the host
  /// explain the difference: a migration is not a cause.
  func readAsMigrated() throws(InspectorError) {
    guard case .reduced(var expected)? = recorded, let read = try runner.readAsMigrated() else {
      return
    }
    types = read.types
    if Difference.list(from: expected.state, to: read.state)
      .contains(where: { read.types.explains(state: $0.path) })
    {
      expected.state = read.state
    }
    if let answered = read.action, let action = expected.action,
      answered.isMigrated || read.types.explain(action, as: answered)
    {
      expected.action = answered
    }
    recorded = .reduced(expected)
  }

  /// The places at which a recorded state changes for no known reason when decoded and encoded.
  func lossyPlaces(_ recorded: JSONValue, _ answer: JSONValue) -> [JSONPointer] {
    differences(recorded, answer).map(\.path).filter { place in
      types?.explains(state: place) != true
    }
  }
}
