import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What is called certain, and what then speaks for it")
struct CertainCausesTests {
  @Test("each has its evidence, and the odds of chance", arguments: 0..<CertainCase.all.count)
  func certain(_ place: Int) throws {
    let known = CertainCase.all[place]
    for seed in 0..<5 as Range<UInt64> {
      let diagnosis = try Diagnosis.simulated(
        known.tools, requests: known.requests, seed: seed, known.law)
      #expect(diagnosis.certain == [known.cause], "\(diagnosis.findings)")
      let finding = try #require(diagnosis.findings.first)
      #expect(finding.evidence.first == known.evidence)
      #expect(try #require(finding.odds) <= Odds.level)
    }
  }

  @Test(
    "none is where what is left out differs before the step", arguments: 0..<CertainCase.all.count)
  func leftOut(_ place: Int) throws {
    let known = CertainCase.all[place]
    let diagnosis = try Diagnosis.simulated(
      known.tools, requests: known.requests, leftOut: 1, known.law)
    #expect(diagnosis.certain == [])
    let finding = try #require(diagnosis.findings.first { $0.cause == known.cause })
    #expect(finding.confidence == .likely)
    #expect(finding.odds == nil)
    #expect(finding.evidence.contains { $0.contains("so nothing is certain") })
  }

  @Test(
    "half of the runs of the same shape, by chance, do not make it so",
    arguments: 0..<CertainCase.all.count, [2, 7, 20, 50])
  func byChance(_ place: Int, oneIn: Int) throws {
    let known = CertainCase.all[place]
    for seed in (0..<9 as Range<UInt64>).thinned(8) {
      // Whether a run shows the cause is chance, on either side.
      let diagnosis = try Diagnosis.simulated(known.tools, requests: known.requests, seed: seed) {
        request, lot in
        guard request.earlier > 0 || request.way != .alone else {
          return known.law(request, &lot)
        }
        return Int.random(in: 0..<oneIn, using: &lot) == 0 ? 11 : 10
      }
      #expect(diagnosis.certain == [], "\(seed): \(diagnosis.findings)")
    }
  }
}
