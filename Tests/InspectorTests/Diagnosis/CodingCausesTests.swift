import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A coding is blamed for what it was seen to lose")
struct CodingCausesTests {
  private func diagnosis(
    of first: JSONValue, _ seed: UInt64 = 3, platform: JSONValue? = nil,
    tools: RunTools = .none, requests: SystemRequests? = SystemRequests([:]),
    in surrounded: @escaping SimulatedSteps.Surrounded = { state, _ in state },
    _ coding: @escaping SimulatedSteps.Coding
  ) throws -> Diagnosis {
    var builder = SessionBuilder { $0.platform = platform }
    builder.whole(0, first)
    builder.end(0)
    let session = try builder.session()
    let search = CauseSearch(session, seed: seed) { n in
      SimulatedSteps(
        session, n: n, tools: tools, requests: requests, seed: seed, coding: coding,
        surrounded: surrounded
      ) { _, _ in 0 }
    }
    return try search.diagnosis(ofStep: 0)
  }

  private func setting(_ name: String, _ state: JSONValue, to value: JSONValue) -> JSONValue {
    .object(
      (state.object.map(Array.init) ?? []).map { ($0.name, $0.name == name ? value : $0.value) })
  }

  @Test("a number that is rounded while a whole one comes back: certain")
  func rounded() throws {
    let diagnosis = try diagnosis(of: try JSONValue(parsing: #"{"weight":0.5,"count":3}"#)) {
      state, _ in
      setting(
        "weight", state, to: .number(Int((state["weight"]?.number?.double ?? 0).rounded(.up))))
    }
    #expect(diagnosis.certain == [.lossyCoding])
    #expect(
      diagnosis.findings.first?.evidence == [
        "recorded state 0, decoded and encoded again, differs at /weight, in 10 of 10 runs, and in "
          + "none of 10 with another value there"
      ])
  }

  @Test("of which type the state is that loses something was not said")
  func stateType() throws {
    var builder = SessionBuilder { $0.stateType = "Board" }
    builder.whole(0, ["count": 250])
    builder.end(0)
    let session = try builder.session()
    let search = CauseSearch(session, seed: 3) { n in
      SimulatedSteps(
        session, n: n, tools: .none, seed: 3,
        coding: { state, _ in state["count"] == 250 ? ["count": 100] : state }
      ) { _, _ in 0 }
    }
    let finding = try search.diagnosis(ofStep: 0).findings.first
    #expect(finding?.cause == .lossyCoding)
    let words = "recorded state 0 (`Board`), decoded and encoded again, differs at /count"
    #expect(finding?.evidence.first?.hasPrefix(words) == true, "\(finding?.evidence ?? [])")
  }

  @Test(
    "which action the coding loses something of, and where, was not said", arguments: [false, true])
  func action(isWhole: Bool) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    let action: JSONValue = ["item": "tea", "qty": 4]
    builder.action(1, "buy", action)
    builder.patch(1, to: ["total": 4])
    builder.end(1)
    let session = try builder.session()
    let search = CauseSearch(session, seed: 3) { n in
      let steps = SimulatedSteps(session, n: n, tools: .none, seed: 3) { _, _ in 1 }
      steps.answered = { line in
        var line = line
        line.action = isWhole ? "tea" : ["item": "tea", "qty": 1]
        return line
      }
      return steps
    }
    let diagnosis = try search.diagnosis(ofStep: 1)
    let place = isWhole ? "" : " at /qty"
    let evidence =
      "the action `buy`, decoded and encoded again, differs\(place)"
    let finding = diagnosis.findings.first { $0.cause == .lossyCoding }
    #expect(finding?.evidence.first == evidence, "\(diagnosis.findings)")
  }

  @Test(
    "a coding that follows the time zone or the locale was certain to lose something",
    arguments: ["TZ", "LC_ALL"])
  func surroundings(name: String) throws {
    for isTold in [false, true] {
      // What is recorded is a value as it is written there; what comes of others is no matter.
      let platform: JSONValue? =
        isTold ? [name == "TZ" ? "timeZone" : "cLocale": "there"] : nil
      let diagnosis = try diagnosis(
        of: ["time": "noon there"], platform: platform, tools: .all
      ) { state, conditions in
        guard state["time"] == "noon there" else { return state }
        let place = conditions.environment[name].flatMap { $0 } ?? "here"
        return ["time": .string("noon \(place)")]
      } _: { state, _ in
        state
      }
      let found = diagnosis.findings.first { $0.cause == .lossyCoding }
      #expect(found?.confidence == .likely, "\(diagnosis.findings)")
      let expected: [Diagnosis.Cause] = isTold ? [name == "TZ" ? .timeZone : .locale] : []
      #expect(diagnosis.certain == expected, "\(diagnosis.findings)")
    }
  }

  @Test("a coding that follows a variable of the environment was certain to lose something")
  func variable() throws {
    let diagnosis = try diagnosis(of: ["flag": 5]) { state, conditions in
      guard state["flag"] == 5 else { return state }
      return ["flag": conditions.name.contains("without variables") ? 5 : 7]
    } _: { state, _ in
      state
    }
    #expect(diagnosis.certain == [], "\(diagnosis.findings)")
    #expect(diagnosis.findings.first?.cause == .lossyCoding)
  }

  @Test("a coding that asks for a file was certain to lose something")
  func file() throws {
    let path = try JSONValue(parsing: #"{"path":"/gone"}"#)
    let cases: [(SystemRequests?, doubt: String)] = [
      (
        SystemRequests(["open /gone": 1]),
        "the coding asks the system for more (open /gone, witnessed), so it may depend on "
          + "more than the value"
      ),
      (nil, "what the coding asks the system for was not seen (that takes the witness)"),
    ]
    for (requests, doubt) in cases {
      let diagnosis = try diagnosis(of: path, requests: requests) { state, _ in
        state["path"] == "/gone" ? setting("path", state, to: "") : state
      }
      #expect(diagnosis.findings.map(\.cause) == [.lossyCoding])
      #expect(diagnosis.findings.map(\.confidence) == [.likely])
      #expect(
        diagnosis.findings.first?.evidence == [
          "recorded state 0, decoded and encoded again, differs at /path", doubt,
        ])
    }
  }

  @Test("a coding that adds one each time was told to differ under one and the same condition")
  func adds() throws {
    let diagnosis = try diagnosis(of: try JSONValue(parsing: #"{"v":1}"#)) { state, _ in
      setting("v", state, to: .number((state["v"]?.number?.int ?? 0) + 1))
    }
    #expect(diagnosis.findings.map(\.cause) == [.lossyCoding])
    #expect(diagnosis.runs.map(\.results).allSatisfy { $0 == 1 }, "\(diagnosis.runs)")
  }

  @Test(
    "what the state after the step loses was blamed, though nothing reads it before",
    arguments: ["w", "total"], [9, 0])
  func elsewhere(place: String, result: Int) throws {
    let session = try Session.recorded(5, beside: 7)
    let search = CauseSearch(session, seed: 3) { n in
      SimulatedSteps(
        session, n: n, seed: 3,
        coding: { state, _ in
          state["total"] == 5 ? self.setting(place, state, to: 0) : state
        },
        beside: { _, _ in 7 }, law: { _, _ in result })
    }
    let findings = try search.diagnosis(ofStep: 3).findings
    let likely = findings.filter { $0.confidence >= .likely }.map(\.cause)
    #expect(!likely.contains(.lossyCoding), "\(findings)")
  }

  @Test("nothing that becomes a value while other values come back: certain")
  func absent() throws {
    let diagnosis = try diagnosis(of: ["name": nil]) { state, _ in
      setting("name", state, to: state["name"]?.string.map(JSONValue.string) ?? "nobody")
    }
    #expect(diagnosis.certain == [.lossyCoding])
  }

  @Test("what is encoded whatever was decoded is not certain, nor what is left out of it")
  func unasked() throws {
    for coded: JSONValue in [["id": 7], ["id": "x"], [:]] {
      let diagnosis = try diagnosis(of: ["id": 5]) { _, _ in coded }
      #expect(diagnosis.certain == [], "\(coded)")
      #expect(diagnosis.findings.first?.cause == .lossyCoding)
      #expect(diagnosis.findings.first?.confidence == .likely)
      // A key that only one of the two sides of the coding uses.
      let unread = coded["id"].map {
        "with other values at /id, too, \($0) comes back: init(from:) may not read it by that key"
      }
      #expect(diagnosis.findings.first?.evidence.dropFirst().first == unread, "\(coded)")
    }
  }

  @Test("a coding that draws is not certain, however seldom", arguments: [2, 7, 20, 50])
  func draws(oneIn: Int) throws {
    for seed in 0..<200 as Range<UInt64> {
      let diagnosis = try diagnosis(of: ["id": 5], seed) { state, lot in
        let isOdd = Int.random(in: 0..<oneIn, using: &lot) == 0
        return seed % 2 == 0 ? ["id": isOdd ? 5 : 7] : isOdd ? ["id": 7] : state
      }
      #expect(diagnosis.certain == [], "\(seed): \(diagnosis.findings)")
    }
  }
}
