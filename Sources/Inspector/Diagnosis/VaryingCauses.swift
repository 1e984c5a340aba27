import SessionFormat

/// Why runs of one step from one state differ from each other.
///
/// All that can be held still is held still at once. Where that makes them agree, each of those is
/// let go by itself: what makes them differ again is a cause.
struct VaryingCauses {
  private let runs: ControlledRuns
  private let shapes: ValueShapes
  private let plain: ControlledRuns.Sample
  private let session: Session

  /// How often a step is run to see whether runs agree.
  private static let heldRuns = 5
  private static let freedRuns = 6

  init(_ runs: ControlledRuns, _ session: Session, _ plain: ControlledRuns.Sample) {
    self.runs = runs
    self.session = session
    self.plain = plain
    shapes = ValueShapes(session, n: runs.n, replayTime: plain.runs.first?.time ?? 0)
  }

  func search(_ found: inout Findings) throws(InspectorError) {
    let all = Set(runs.tools.factors)
    // A clock of whole seconds may change between any two runs, whatever else is held still.
    if !all.contains(.clock), let run = plain.runs.first {
      let clock = ClockEvidence(runs, session)
      if clock.showsTime(run), try clock.search(run, &found) { return }
    }
    let held = try runs.sample(RunConditions(held: all, name: Self.name(all)), Self.heldRuns)
    if held.isStable, let calm = held.runs.first {
      var causes = found
      try release(all, calm, &causes)
      let later = try runs.sample(
        RunConditions(held: all, name: Self.name(all) + ", later"), 2)
      // What was held still is another by now: then so was what was let go, for all one knows.
      guard later.isStable,
        later.distinct.allSatisfy({ runs.agreement.agree($0.result, calm.result) })
      else { return try searchUnheld(&found) }
      found = causes
      if !found.isEmpty { return }
    }
    try searchUnheld(&found)
  }

  /// Lets one thing go at a time, the narrowest cause first.
  private func release(
    _ all: Set<RunConditions.Factor>, _ calm: ControlledRuns.Run, _ found: inout Findings
  ) throws(InspectorError) {
    for factor in [RunConditions.Factor.clock, .addresses, .hashing, .processors]
    where all.contains(factor) {
      let rest = all.subtracting([factor])
      let freed = try runs.sample(
        RunConditions(held: rest, name: Self.name(rest)), Self.freedRuns)
      if freed.isStable {
        guard factor == .clock else { continue }
        if try !moves(all, calm) { continue }
      }
      let evidence = "fresh processes differ, and agree with \(Self.words(factor))"
      switch factor {
      case .hashing:
        found.add(.hashing, .certain, evidence)
        if areReordered {
          found.add(.hashing, .certain, "the elements are the same in another order")
        }
      case .addresses: found.add(.addresses, .certain, evidence)
      case .processors: found.add(.scheduling, .certain, evidence)
      case .clock: found.add(.clock, .certain, evidence)
      }
    }
  }

  /// Whether another time at which the clock stands, and nothing else, leads to another result, as
  /// a clock of whole seconds seldom differs between runs.
  private func moves(
    _ all: Set<RunConditions.Factor>, _ calm: ControlledRuns.Run
  ) throws(InspectorError) -> Bool {
    let other = try runs.sample(
      RunConditions(
        held: all, standingTime: "2033-11-12 17:18:19", name: Self.name(all) + ", at another time"),
      1)
    return other.distinct.contains { !runs.agreement.agree($0.result, calm.result) }
  }

  /// Nothing that can be held still makes the runs agree: the time, chance, or threads.
  private func searchUnheld(_ found: inout Findings) throws(InspectorError) {
    if let run = plain.runs.first, try ClockEvidence(runs, session).search(run, &found) { return }
    let calls = try runs.systemCalls()
    let random = calls?["getrandom"] ?? 0
    let threads = (calls?["clone"] ?? 0) + (calls?["clone3"] ?? 0)
    let differ = "fresh processes differ, whatever is held still"
    if areUUIDs { found.add(.random, .likely, differ, "the values are UUIDs") }
    if random > 0 {
      found.add(
        .random, threads > 0 ? .likely : .certain, differ,
        "the step asks the system for random numbers (getrandom, seen by strace)")
    }
    if threads > 0 {
      found.add(.scheduling, .likely, differ, "the step starts threads (seen by strace)")
    }
    guard found.isEmpty else { return }
    if calls != nil, !runs.tools.factors.contains(.clock) {
      found.add(
        .clock, .likely, differ,
        "the step asks for no random numbers and starts no threads (seen by strace)")
      return
    }
    found.add(.random, .possible, differ)
    found.add(.scheduling, .possible, differ)
    if !runs.tools.factors.contains(.clock) { found.add(.clock, .possible, differ) }
  }

  private var differences: [Difference] {
    guard plain.distinct.count > 1, let left = plain.distinct[0].result.state,
      let right = plain.distinct[1].result.state
    else { return [] }
    return runs.agreement.differences(left, right)
  }

  private var areUUIDs: Bool { differences.contains { ValueShapes.areUUIDs($0.old, $0.new) } }

  private var areReordered: Bool {
    guard plain.distinct.count > 1, let left = plain.distinct[0].result.state,
      let right = plain.distinct[1].result.state
    else { return false }
    return ReorderedPlaces.found(in: left, right, at: differences.map(\.path))
  }

  private static func name(_ held: Set<RunConditions.Factor>) -> String {
    let words = RunConditions.Factor.allCases.filter(held.contains).map(words)
    return words.isEmpty ? "fresh processes" : words.joined(separator: ", ")
  }

  private static func words(_ factor: RunConditions.Factor) -> String {
    switch factor {
    case .hashing: "SWIFT_DETERMINISTIC_HASHING=1"
    case .addresses: "memory addresses that stay (setarch -R)"
    case .processors: "one processor (taskset)"
    case .clock: "a clock that stands still (faketime)"
    }
  }
}

/// Whether arrays at or around differing places have the same elements in another order.
enum ReorderedPlaces {
  static func found(in left: JSONValue, _ right: JSONValue, at paths: [JSONPointer]) -> Bool {
    paths.contains { path in
      var tokens = path.tokens
      while true {
        let place = JSONPointer(tokens: tokens)
        if ValueShapes.areReordered(place.value(in: left), place.value(in: right)) { return true }
        guard tokens.popLast() != nil else { return false }
      }
    }
  }
}
