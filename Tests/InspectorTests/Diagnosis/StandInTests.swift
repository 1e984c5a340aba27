import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What stands in today for what was recorded is no certain cause")
struct StandInTests {
  private func diagnosis(
    _ tools: RunTools = .all, requests: SystemRequests? = SystemRequests([:]), recorded: Int = 11,
    beside: Int? = nil, shown: ShownDifference? = nil, seed: UInt64 = 5,
    unencoded: [String] = [], besideLaw: SimulatedSteps.Law? = nil,
    _ law: @escaping SimulatedSteps.Law
  ) throws -> Diagnosis {
    let session = try Session.recorded(recorded, beside: beside)
    let search = CauseSearch(session, seed: seed) { n in
      let steps = SimulatedSteps(
        session, n: n, tools: tools, requests: requests, seed: seed, beside: besideLaw, law: law)
      if !unencoded.isEmpty {
        steps.header = session.header
        steps.header?.unencodedParts = unencoded
      }
      return steps
    }
    return try search.diagnosis(ofStep: 3, shown: shown)
  }

  @Test(
    "a step that looks for a file or a variable as well: what was recorded may come from there",
    arguments: CertainCase.all.indices,
    ["access /id", "getenv ZOO_ID", "sysconf processors"])
  func elsewhere(place: Int, question: String) throws {
    let known = CertainCase.all[place]
    let diagnosis = try diagnosis(
      known.tools, requests: SystemRequests([question: 1]), known.law)
    #expect(diagnosis.certain == [] || known.cause == .lossyCoding, "\(diagnosis.findings)")
  }

  @Test(
    "a part of the state that is not encoded may have had what was recorded, and was not named",
    arguments: CertainCase.all.indices)
  func unencoded(place: Int) throws {
    let known = CertainCase.all[place]
    let parts = ["Board.pinned", "Board.ttl"]
    let diagnosis = try diagnosis(
      known.tools, requests: known.requests, unencoded: parts, known.law)
    #expect(
      diagnosis.certain == [] || known.cause == .lossyCoding,
      "\(diagnosis.findings)")
    guard diagnosis.certain == [] else { return }
    let words = "`Board.pinned`, `Board.ttl` are not encoded"
    #expect(
      diagnosis.findings.contains { finding in finding.evidence.contains { $0.contains(words) } },
      "\(diagnosis.findings)")
  }

  @Test(
    "hidden state was certain of memory that was never written: a process that reduced before has other memory",
    arguments: [
      ([.again], "reduced twice in one process"),
      ([.carried, .behindSteps], "in a process that reduced the steps before"),
      ([.behindOthers], "in a process that reduced later steps before"),
    ] as [([StepWay], String)])
  func hidden(ways: [StepWay], words: String) throws {
    let diagnosis = try diagnosis { request, _ in ways.contains(request.way) ? 12 : 11 }
    #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    let finding = try #require(diagnosis.findings.first { $0.cause == .hiddenState })
    // No variable is seen in these runs.
    #expect(finding.confidence == .possible)
    #expect(finding.evidence.first?.hasPrefix(words) == true)
  }

  @Test(
    "one result in half of the runs, and any of thousands in the others: none gave what was recorded"
  )
  func halfAndHalf() throws {
    for seed in 0..<20 as Range<UInt64> {
      let diagnosis = try diagnosis(recorded: 77, seed: seed) { request, lot in
        let isCalm = request.holds(.hashing) || Bool.random(using: &lot)
        return isCalm ? 10 : Int.random(in: 100..<100_000, using: &lot)
      }
      #expect(diagnosis.certain == [.hashing], "\(seed): \(diagnosis.findings)")
    }
  }

  @Test("a wait with a limit, which a clock that stands still ends at once, was the clock's fault")
  func timeout() throws {
    for seed in 0..<20 as Range<UInt64> {
      let diagnosis = try diagnosis(
        requests: SystemRequests(["clock": 1, "thread": 1]), recorded: 10, seed: seed
      ) { request, lot in
        request.holds(.clock) || Int.random(in: 0..<3, using: &lot) == 0 ? 10 : 11
      }
      #expect(diagnosis.certain == [], "\(seed): \(diagnosis.findings)")
    }
  }

  @Test("what the replay shows was the action, and the clock of a value beside it was named alone")
  func action() throws {
    let line = ActionLine(n: 3, t: 0, type: "add", action: 1)
    let shown = ShownDifference(
      isInChain: true, .action(expected: line.action, actual: 2))
    let diagnosis = try diagnosis(shown: shown) { request, _ in
      let time = request.holds(.clock) ? request.shownTime : request.time
      return Int(time * 1e6) % 99_991
    }
    #expect(diagnosis.certain == [], "\(diagnosis.findings)")
  }

  private static let calls = [
    "clock": "clock_gettime", "zone": "localtime", "language": "strftime", "getrandom": "getrandom",
  ]

  @Test("a step that measures how long something takes was certain to follow the clock")
  func duration() throws {
    let diagnosis = try diagnosis(requests: SystemRequests(["clock": 2])) { request, _ in
      request.holds(.clock) ? 11 : 10
    }
    #expect(diagnosis.certain == [])
    let clock = try #require(diagnosis.findings.first { $0.cause == .clock })
    #expect(clock.confidence == .possible)
    #expect(
      clock.evidence.first
        == "with a clock that stands still it gives the recorded result, at any time: it goes by how long "
        + "something takes")
  }

  @Test("a small number was taken for an address that is another each time")
  func smallNumber() throws {
    let diagnosis = try diagnosis(recorded: 7) { request, lot in
      request.holds(.addresses)
        ? 140_202_302_613_352
        : Int.random(in: 93_000_000_000_000..<94_000_000_000_000, using: &lot)
    }
    #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    #expect(diagnosis.findings.map(\.cause) == [.addresses, .lossyCoding])
  }

  /// The replay differs at the total alone; a fresh process has no counter that is right.
  private func besideCounter(
    shown: ShownDifference?, _ law: @escaping SimulatedSteps.Law
  ) throws -> Diagnosis {
    try diagnosis(
      beside: 4, shown: shown,
      besideLaw: { request, _ in
        [.carried, .behindSteps].contains(request.way) ? 4 : request.way == .again ? 2 : 1
      }, law)
  }

  @Test("a counter that the replay has right was blamed before what differs")
  func counter() throws {
    let law: SimulatedSteps.Law = { request, lot in
      request.holds(.random) ? request.answer() : Int.random(in: 0..<99_999, using: &lot)
    }
    let place = JSONPointer(tokens: ["total"])
    let kind = Divergence.Kind.state(path: place, expected: 11, actual: 12, others: .none)
    let diagnosis = try besideCounter(shown: ShownDifference(isInChain: true, kind), law)
    #expect(diagnosis.certain == [.random], "\(diagnosis.findings)")
    #expect(diagnosis.findings.map(\.cause) == [.random])
    // A step that was reduced by itself has no such counter in the replay either.
    let alone = try besideCounter(shown: ShownDifference(isInChain: false, kind), law)
    #expect(alone.findings.contains { $0.cause == .hiddenState }, "\(alone.findings)")
  }
}
