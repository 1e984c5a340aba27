import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The outputs of verify say the cause and what can be done, too")
struct VerifyAdviceTests {
  @Test("annotations, TAP and Markdown had the difference alone")
  func outputs() throws {
    var verdict = try VerifySample.verdict(.counter([1, 2]), "bad.ndjson") { $0.error = 1 }
    verdict.diagnosis = Diagnosis(
      n: 1, findings: [.init(cause: .clock, confidence: .likely, evidence: [])], runs: [],
      untested: [], notes: [])
    let session = VerifySample.verified(verdict, 0)
    let cause = "cause: the clock (likely); take the date from Inputs.date(), which records it"
    #expect(
      GitHubText.lines([session]) == [
        "::error file=bad.ndjson,title=diverges at action 1::"
          + "action 1 add: /total is 2, recorded is 1; \(cause)"
      ])
    #expect(
      VerifySample.text(TAPText.bytes([session])) == """
        TAP version 13
        1..1
        not ok 1 - bad.ndjson
          ---
          message: "action 1 add: /total is 2, recorded is 1"
          severity: "fail"
          result: "diverges"
          cause: "the clock (likely); take the date from Inputs.date(), which records it"
          store: "counter"
          ...

        """)
    let what = Markdown.escaped("action 1 add: /total is 2, recorded is 1; \(cause)")
    #expect(
      VerifySample.text(MarkdownText.bytes([session])) == """
        ## inspect verify

        1 session: 1 diverge.

        | result | session | what |
        | --- | --- | --- |
        | diverges | bad\\.ndjson | \(what) |


        """)
  }
}
