import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Chance of few outcomes leads to no certain finding")
struct ChanceTests {
  private static let rarities = [2, 3, 7, 20, 50]
  /// How many searches a test makes for each frequency.
  private static let count = (0..<120).thinned(8, usual: 6).count

  private func diagnosis(
    of session: Session, tools: RunTools = .all, requests: SystemRequests? = SystemRequests([:]),
    seed: UInt64, _ law: @escaping SimulatedSteps.Law
  ) throws -> Diagnosis {
    let search = CauseSearch(session, seed: seed) { n in
      SimulatedSteps(
        session, n: n, tools: tools, requests: requests, seed: seed &* 104_729, law: law)
    }
    return try search.diagnosis(ofStep: 3)
  }

  /// In one of so many runs the step comes to 11, else to 10.
  private static func chance(_ oneIn: Int) -> SimulatedSteps.Law {
    { _, lot in Int.random(in: 0..<oneIn, using: &lot) == 0 ? 11 : 10 }
  }

  @Test(
    "plain chance, of which the recording has the one or the other outcome, or an older one",
    arguments: rarities)
  func plain(oneIn: Int) throws {
    var wrong: [String] = []
    let sessions = try [10, 11, 12].map { try Session.recorded($0) }
    for seed in 0..<UInt64(Self.count) {
      let tools = [RunTools.all, .none][Int(seed / 3 % 2)]
      let diagnosis = try diagnosis(
        of: sessions[Int(seed % 3)], tools: tools, seed: seed, Self.chance(oneIn))
      if !diagnosis.certain.isEmpty { wrong.append("\(seed): \(diagnosis.findings)") }
    }
    #expect(wrong == [])
  }

  @Test(
    "runs differ \"whatever is held still\" was said where two had to be held at once, and never were",
    arguments: [2, 7, 20])
  func heldAtOnce(oneIn: Int) throws {
    let session = try Session.recorded(10)
    let factors = RunConditions.Factor.allCases
    for seed in 0..<UInt64(Self.count) {
      let diagnosis = try diagnosis(of: session, seed: seed) { request, lot in
        request.holds(.hashing) && request.holds(.addresses)
          ? 10 : Self.chance(oneIn)(request, &lot)
      }
      guard diagnosis.findings.contains(where: { $0.evidence.contains(Self.whatever) }) else {
        continue
      }
      let differ = diagnosis.runs.contains { runs in
        runs.results > 1
          && runs.conditions.split(separator: ", ").count == factors.count
      }
      #expect(differ, "\(seed): \(diagnosis.findings) \(diagnosis.runs)")
    }
  }

  @Test(
    "an answer that comes sooner than the system's was certain, where it is how soon that counts",
    arguments: [RunConditions.Factor.random, .process, .clock],
    [(true, 0), (false, 0), (false, 200), (false, 100), (true, 50), (false, 25), (false, 10)])
  func howSoon(factor: RunConditions.Factor, _ race: (hasThreads: Bool, oneIn: Int)) throws {
    let session = try Session.recorded(11)
    let names = [RunConditions.Factor.random: "getrandom", .process: "getpid", .clock: "clock"]
    var asked = [names[factor] ?? "": 60]
    if race.hasThreads { asked["thread"] = 2 }
    for seed in 0..<UInt64(Self.count / 3) {
      let diagnosis = try diagnosis(of: session, requests: SystemRequests(asked), seed: seed) {
        request, lot in
        let isCalm = request.holds(factor) || race.hasThreads && request.holds(.processors)
        guard isCalm else { return Self.chance(3)(request, &lot) }
        // Where the answer comes soon it is seldom late.
        return race.oneIn > 0 ? Self.chance(race.oneIn)(request, &lot) : 10
      }
      #expect(diagnosis.certain.isEmpty, "\(diagnosis.findings)")
      let first = diagnosis.findings.first
      if factor == .clock || race.oneIn > 0 { continue }
      if race.hasThreads { #expect(first?.cause == .scheduling) }
      let doubted = diagnosis.findings.first { $0.cause == factor.cause }
      // Only numbers that no process has are tried, so it may be one of those that processes have.
      let isOpen = factor == .process && !race.hasThreads
      #expect(
        doubted.map { $0.confidence == (isOpen ? .likely : .possible) } != false,
        "\(diagnosis.findings)")
    }
  }

  @Test("a date that is the same in all runs made the clock certain of a race beside it")
  func dateBeside() throws {
    let session = try Session.recorded(11)
    for seed in 0..<UInt64(Self.count) {
      let diagnosis = try diagnosis(
        of: session, requests: SystemRequests(["clock": 1]), seed: seed
      ) { request, lot in
        let later = request.holds(.clock) ? 1 + Int(request.conditions.later / 86_400) : 0
        let winner = request.holds(.clock) ? 0 : Int.random(in: 0..<2, using: &lot)
        return later * 1000 + 10 + winner
      }
      // The total alone has both, so it can be said of the clock that it counts.
      #expect(diagnosis.findings.first?.cause == .clock)
    }
    let both = try Session.recorded(11, beside: 0)
    for seed in 0..<UInt64(Self.count) {
      let search = CauseSearch(both, seed: seed) { n in
        SimulatedSteps(
          both, n: n, requests: SystemRequests(["clock": 1]), seed: seed,
          beside: { request, _ in
            request.holds(.clock) ? 1 + Int(request.conditions.later / 86_400) : 0
          }
        ) { request, lot in
          request.holds(.clock) ? 11 : 10 + Int.random(in: 0..<2, using: &lot)
        }
      }
      let diagnosis = try search.diagnosis(ofStep: 3)
      #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    }
  }

  @Test("how many other answers are tried follows from how often there is another result")
  func otherAnswers() {
    let counts = [1, 0.9, 0.5, 0.3, 0.1, 0.05, 0.01, 0].map(ControlledRuns.answers(forShare:))
    #expect(counts == [15, 15, 15, 20, 66, 135, 135, 135])
  }

  private static let whatever = "fresh processes differ, whatever is held still"

  @Test(
    "chance of one in ten was taken for hashing or for addresses, as some runs agreed that held them"
  )
  func takenForAFactor() throws {
    let session = try Session.recorded(11)
    var likely = 0
    for seed in 0..<UInt64(Self.count) {
      let diagnosis = try diagnosis(of: session, seed: seed, Self.chance(10))
      likely += diagnosis.findings.count { $0.confidence == .likely }
    }
    #expect(likely == 0)
  }

  @Test(
    "what shows in one of ten runs is found, and nothing else",
    arguments: RunConditions.Factor.allCases)
  func seldom(factor: RunConditions.Factor) throws {
    let session = try Session.recorded(11)
    var others: [UInt64: [Diagnosis.Cause]] = [:]
    for seed in 0..<UInt64(Self.count) {
      let diagnosis = try diagnosis(of: session, seed: seed) { request, lot in
        // One of ten answers has the other result, too.
        request.holds(factor)
          ? request.answer() % 10 == 9 ? 11 : 10 : Self.chance(10)(request, &lot)
      }
      let causes = diagnosis.findings.map(\.cause)
      if causes.first != factor.cause { others[seed] = causes }
    }
    // One of a hundred may end before it showed.
    #expect(others.count <= Self.count / 40, "\(others)")
  }

  @Test("chance of many outcomes", arguments: [3, 6, 20])
  func many(outcomes: Int) throws {
    let session = try Session.recorded(10)
    for seed in 0..<UInt64(Self.count / 2) {
      let diagnosis = try diagnosis(of: session, seed: seed) { _, lot in
        10 + Int.random(in: 0..<outcomes, using: &lot)
      }
      #expect(diagnosis.certain == [], "\(seed)")
    }
  }

  /// What each line of the search looks for before it makes an experiment.
  private static let shapes: [(name: String, isSeen: @Sendable (SimulatedSteps.Request) -> Bool)] =
    [
      ("a second time", { $0.way == .again }), ("carried", { $0.way == .carried }),
      ("behind steps", { $0.way == .carried || $0.way == .behindSteps }),
      ("behind others", { $0.way == .behindOthers }),
      ("a zone", { $0.has("TZ", "Asia/Tokyo") }), ("a locale", { $0.has("LC_ALL", "C") }),
      ("a clock", { $0.holds(.clock) }), ("filled memory", { $0.conditions == .filledMemory }),
    ]

  @Test(
    "chance that looks like each cause in the first run that could show it",
    arguments: rarities, 0..<shapes.count)
  func looksLike(oneIn: Int, place: Int) throws {
    let shape = Self.shapes[place]
    var wrong: [String] = []
    let session = try Session.recorded(11)
    for seed in 0..<UInt64(Self.count / 8) {
      let diagnosis = try diagnosis(of: session, seed: seed) { request, lot in
        if request.earlier == 0, shape.isSeen(request) { return 11 }
        // The runs before that look stable, else none of these is looked for.
        if request.way == .alone, request.conditions == .plain, request.earlier < 6 { return 10 }
        return Int.random(in: 0..<oneIn, using: &lot) == 0 ? 11 : 10
      }
      if !diagnosis.certain.isEmpty { wrong.append("\(seed): \(diagnosis.findings)") }
    }
    #expect(wrong == [], "\(shape.name)")
  }

  @Test(
    "chance that is calm while each thing is held still for the first time", arguments: rarities,
    RunConditions.Factor.allCases)
  func calm(oneIn: Int, factor: RunConditions.Factor) throws {
    let session = try Session.recorded(11)
    for seed in 0..<UInt64(Self.count / 8) {
      let diagnosis = try diagnosis(of: session, seed: seed) { request, lot in
        if request.way == .alone, request.conditions == .plain, request.earlier < 2 {
          return 10 + request.earlier
        }
        if request.holds(factor), request.earlier < 6 { return 10 }
        return Int.random(in: 0..<oneIn, using: &lot) == 0 ? 11 : 10
      }
      #expect(diagnosis.certain == [], "\(seed)")
    }
  }

  @Test("what changes once in the middle of the search, as a clock of minutes does")
  func changesOnce() throws {
    for recorded in [10, 11, 12] {
      let session = try Session.recorded(recorded)
      for change in (1..<150).thinned(8) {
        let diagnosis = try diagnosis(
          of: session, tools: .none, seed: UInt64(change)
        ) { request, _ in request.number < change ? 10 : 11 }
        #expect(diagnosis.certain == [], "\(change), \(recorded)")
      }
    }
  }

  @Test("what each run leaves behind for the next")
  func leftBehind() throws {
    for recorded in [10, 11, 12] {
      let session = try Session.recorded(recorded)
      for period in 2...9 {
        let diagnosis = try diagnosis(of: session, seed: UInt64(period)) { request, _ in
          request.number % period == 0 ? 11 : 10
        }
        #expect(diagnosis.certain == [], "\(period), \(recorded)")
      }
    }
  }
}
