import SessionFormat

@testable import Inspector
@testable import InspectorSupport

/// Runs of a step without any process: what each comes to is said by a law, by chance where the law
/// draws.
final class SimulatedSteps: StepRunner {
  /// One run that is asked for.
  struct Request {
    let way: StepWay
    let conditions: RunConditions
    /// How many runs of the same way and conditions came before, and how many of any.
    let (earlier, number): (Int, Int)
    /// Seconds.
    let time: Double

    /// What chance, or the number of the process, comes to where it is held still.
    func answer(_ first: Int = 10) -> Int { first + conditions.seed + conditions.number }

    /// What a clock that is held still shows.
    var shownTime: Double { conditions.standingTime + conditions.later }

    func holds(_ factor: RunConditions.Factor) -> Bool { conditions.held.contains(factor) }
    func has(_ name: String, _ value: String) -> Bool {
      conditions.environment[name].flatMap { $0 } == value
    }
  }

  /// What the step comes to in a run; its total.
  typealias Law = (Request, inout Lot) -> Int

  /// What a state is that was decoded and encoded.
  typealias Coding = (JSONValue, inout Lot) -> JSONValue

  /// What it is under conditions.
  typealias Surrounded = (JSONValue, RunConditions) -> JSONValue

  /// For how many seconds a process reduces other steps before.
  static let prelude = 0.03

  let tools: RunTools
  let notes: [String] = []
  private let session: Session
  private let n: Int
  private let law: Law
  private let coding: Coding
  private let surrounded: Surrounded
  /// What stands beside the total.
  private let beside: Law?
  private let requests: SystemRequests?
  /// What the steps before leave beside what is compared.
  private let carried: JSONValue?
  /// What an action is that was decoded and encoded.
  var answered: (ActionLine) -> ActionLine = { $0 }
  /// A text beside the total; nil if the state has none.
  var text: ((Request, inout Lot) -> String)?
  /// In how many runs from the first on the steps before take three seconds, as on a busy machine.
  var slowRuns = 0
  /// What the host says of its types; nil if nothing.
  var header: SessionHeader?
  private var lot: Lot
  private var counts: [String: Int] = [:]
  private var (number, time) = (0, 1e9)

  init(
    _ session: Session, n: Int = 3, tools: RunTools = .all, requests: SystemRequests? = .init([:]),
    carried: JSONValue? = nil, seed: UInt64, coding: @escaping Coding = { state, _ in state },
    surrounded: @escaping Surrounded = { state, _ in state }, beside: Law? = nil,
    law: @escaping Law
  ) {
    self.session = session
    self.n = n
    self.tools = tools
    self.requests = requests
    self.carried = carried
    self.law = law
    self.coding = coding
    (self.surrounded, self.beside) = (surrounded, beside)
    lot = Lot(seed: seed)
  }

  func pause(milliseconds: Int) { time += Double(milliseconds) / 1000 }
  func readAsMigrated() throws(InspectorError) -> MigratedReading? { nil }
  func systemRequests() throws(InspectorError) -> SystemRequests? { requests }
  /// None is seen to be used, and not all may be seen.
  func ownVariables() throws(InspectorError) -> KeptVariables? {
    guard requests != nil else { return nil }
    let none = WitnessedCalls("", hasMarks: false, seesSwift: true, isCut: false) { _ in 0 }
    return OwnVariables(symbols: "-").map { KeptVariables(none, of: $0) }
  }
  func inwardCalls() throws(InspectorError) -> [WitnessedCalls.Call] { [] }
  func origins(
    of variables: KeptVariables, for causes: Set<Diagnosis.Cause>
  ) throws(InspectorError) -> [StepOrigin] { [] }
  /// What the steps before ask for.
  var earlier = EarlierRequests.nothing
  func requestsBefore() throws(InspectorError) -> EarlierRequests { earlier }
  func systemRequests(
    ofState n: Int, _ state: JSONValue
  ) throws(InspectorError) -> SystemRequests? { requests }

  func run(
    _ way: StepWay, under conditions: RunConditions
  ) throws(InspectorError) -> StepRun? {
    let key = "\(way)|\(conditions.name)"
    let request = Request(
      way: way, conditions: conditions, earlier: counts[key, default: 0], number: number, time: time
    )
    counts[key, default: 0] += 1
    (number, time) = (number + 1, time + 0.02)
    if case .given(let n, let state) = way {
      return StepRun(
        result: .reduced(
          .init(given: n, surrounded(coding(state, &lot), conditions), opaque: [])),
        time: request.time)
    }
    if n == session.first {
      guard way == .alone else { return nil }
      let state = surrounded(coding(try session.state(n), &lot), conditions)
      return StepRun(
        result: .reduced(.init(given: n, state, opaque: [])), time: request.time)
    }
    var state: JSONValue = ["total": .number(law(request, &lot))]
    if let beside {
      state = ["total": state["total"] ?? .null, "w": .number(beside(request, &lot))]
    }
    if let text {
      state = ["total": state["total"] ?? .null, "text": .string(text(request, &lot))]
    }
    var before = try session.before(n)
    if way == .carried, let carried { before = carried }
    var action = try session.action(n)
    if case .asking(let other, _) = way { action = other }
    let reduction = HostClient.Reduction(
      action: answered(action), inputs: [],
      line: StateLine(n: n, content: .whole(state)),
      state: state)
    var run = StepRun(
      result: .reduced(reduction), before: before, time: request.time,
      prelude: way == .alone ? 0 : slowRuns > 0 ? 3 : Self.prelude)
    if way != .alone, slowRuns > 0 { slowRuns -= 1 }
    run.header = header
    return run
  }
}

extension RunTools {
  /// As if all were installed.
  static let all = RunTools(
    withoutRandomAddresses: ["a"], onOneProcessor: ["p"], onLastProcessor: ["q"], witness: "w")
}

extension Session {
  /// A session of three steps that lead to the total that is given.
  static func recorded(
    _ total: Int, beside: Int? = nil, zone: String? = "Asia/Tokyo", code: String? = nil,
    text: String? = nil, app: JSONValue? = nil, cLocale: String? = nil
  ) throws -> Session {
    var builder = SessionBuilder {
      $0.app = app
      $0.platform = [
        "timeZone": zone.map(JSONValue.string) ?? .null, "locale": "de_DE",
        "code": code.map(JSONValue.string) ?? .null,
        "cLocale": cLocale.map(JSONValue.string) ?? .null,
      ]
    }
    builder.whole(0, ["total": 0])
    for (n, total) in [1, 2, total].enumerated() {
      builder.action(n + 1)
      let number = JSONValue.number(total)
      if let text {
        builder.patch(n + 1, to: ["total": number, "text": .string(text)])
      } else {
        builder.patch(
          n + 1, to: beside.map { ["total": number, "w": .number($0)] } ?? ["total": number])
      }
    }
    builder.end(3)
    return try builder.session()
  }
}

extension Diagnosis {
  /// The causes that are called certain.
  var certain: [Cause] { findings.filter { $0.confidence == .certain }.map(\.cause) }
}

extension SystemRequests {
  /// Calls that come from nowhere, by what they ask for.
  init(_ counts: [String: Int]) {
    self.init(
      calls: counts.sorted { $0.key < $1.key }.map { asked, count in
        let words = asked.split(separator: " ", maxSplits: 1).map(String.init)
        if asked == "clock" {
          return WitnessedCalls.Call(
            name: "clock_gettime", detail: "CLOCK_REALTIME", count: count, frames: [])
        }
        return WitnessedCalls.Call(
          name: words.first ?? asked, detail: words.count > 1 ? words[1] : "", count: count,
          frames: [])
      })
  }
}
