import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A host of another build than the recorded one")
struct OtherBuildTests {
  /// Of a step that gives 4 in each process, where 11 was recorded.
  private func diagnosis(
    host code: String, asking question: String? = nil, recorded: Int = 11,
    builds: (String, String)? = nil,
    coding: @escaping SimulatedSteps.Coding = { state, _ in state },
    _ law: @escaping SimulatedSteps.Law = { _, _ in 4 }
  ) throws -> Diagnosis {
    let session = try Session.recorded(
      recorded, code: "a1", app: builds.map { ["build": .string($0.0)] })
    // As the witness writes a call: its slot, that it is in the step, the function, and of what.
    let words = question.map { $0.split(separator: " ").map(String.init) + [""] }
    let witnessed = WitnessedCalls(
      words.map { "0\u{1F}1\u{1F}\($0[0])\u{1F}\($0[1])\u{1F}" } ?? "", hasMarks: true,
      seesSwift: true, isCut: false
    ) { _ in 1 }
    let search = CauseSearch(session, seed: 5) { n in
      let steps = SimulatedSteps(
        session, n: n, requests: SystemRequests(witnessed), seed: 5, coding: coding, law: law)
      steps.header = session.header
      steps.header?.platform = ["code": .string(code)]
      steps.header?.app = builds.map { ["build": .string($0.1)] }
      return steps
    }
    return try search.diagnosis(ofStep: 3)
  }

  @Test("a host that only gives back what it was sent was said to be the recorded program")
  func echo() throws {
    let session = try Session.recorded(11, code: "a1", app: ["build": "7"])
    var host = session.header
    let echo = BuildEvidence(recorded: session.header, host: host)
    #expect(echo.isSameCode == nil)
    #expect(!echo.isKnownSame && !echo.isKnownOther)
    #expect(!echo.untested.isEmpty)
    // `RecorderHost` says what it is.
    host.reusesStates = true
    #expect(BuildEvidence(recorded: session.header, host: host).isSameCode == true)
    host.reusesStates = false
    host.platform = ["code": "a1"]
    #expect(BuildEvidence(recorded: session.header, host: host).isSameCode == true)
  }

  @Test(
    "what the step asks for stands before the other build, which is reported behind it",
    arguments: [
      "getuid", "getppid", "getenv SHOP", "access /draft", "gethostname", "clock_gettime",
    ])
  func asked(question: String) throws {
    let same = try diagnosis(host: "a1", asking: question)
    let other = try diagnosis(host: "b2", asking: question)
    let first = try #require(same.findings.first)
    #expect(first.confidence == .likely && first.cause != .changedCode)
    #expect(!same.findings.contains { $0.cause == .changedCode })
    #expect(other.findings.first?.cause == first.cause)
    #expect(
      other.findings.filter { $0.cause == .changedCode }.map(\.confidence) == [.possible])
    #expect(other.certain == [])
  }

  @Test("a variable with the recorded value was not looked for where the builds have other names")
  func namedBuilds() throws {
    let diagnosis = try diagnosis(
      host: "b2", asking: "getenv SHOP", builds: ("100", "101"),
      coding: { state, _ in state }
    ) { request, _ in
      request.conditions.variable?.value == "11" ? 11 : 4
    }
    #expect(diagnosis.findings.map(\.cause).prefix(2) == [.unrecordedInput, .changedCode])
    #expect(diagnosis.findings.prefix(2).allSatisfy { $0.confidence == .likely })
  }

  @Test(
    "without anything else that points at the step it is the first, whatever the values look like")
  func unasked() throws {
    for recorded in [11, 40] {
      let diagnosis = try diagnosis(host: "b2", recorded: recorded)
      #expect(diagnosis.findings.first?.cause == .changedCode)
      #expect(diagnosis.findings.allSatisfy { $0.confidence == .possible })
    }
    let texts = try diagnosis(host: "b2").findings.flatMap(\.evidence)
    #expect(!texts.contains { $0.contains("nothing says that it is another build") })
  }

  /// A coding that keeps whole numbers alone.
  private func whole(_ state: JSONValue) -> JSONValue {
    guard let total = state["total"]?.number?.double else { return state }
    return ["total": .number(Int(total.rounded()))]
  }

  @Test("a coding that loses values is likely only where the step goes by what it loses")
  func lossy() throws {
    for (matters, confidence) in [(true, Diagnosis.Confidence.likely), (false, .possible)] {
      let diagnosis = try diagnosis(host: "a1") { state, _ in
        whole(state)
      } _: { request, _ in
        guard matters, case .asking(_, let before?) = request.way else { return 4 }
        return 4 + Int(before["total"]?.number?.double ?? 0)
      }
      let finding = try #require(diagnosis.findings.first { $0.cause == .lossyCoding })
      #expect(finding.confidence == confidence)
      let lost =
        "state 2 with 2.125 at /total, decoded and encoded again, has 2 there: its coding does not keep "
        + "every value"
      #expect(
        finding.evidence.first
          == (matters ? lost : lost + "; whether that makes the difference was not seen"))
    }
  }
}
