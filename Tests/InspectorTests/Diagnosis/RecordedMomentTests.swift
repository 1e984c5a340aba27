import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A step that shows fractions of a second is held against the time of the recording")
struct RecordedMomentTests {
  /// Milliseconds since 1970 at which the step of a simulated session is recorded.
  private static let recorded = 1_767_323_045_003

  private static func milliseconds(_ request: SimulatedSteps.Request) -> Int {
    Int(time(request) * 1000)
  }

  private static func time(_ request: SimulatedSteps.Request) -> Double {
    request.holds(.clock) ? request.shownTime : request.time
  }

  private func clock(
    recorded: Int, text: String? = nil, _ law: @escaping SimulatedSteps.Law,
    text makeText: ((SimulatedSteps.Request, inout Lot) -> String)? = nil
  ) throws -> Diagnosis {
    let session = try Session.recorded(recorded, zone: nil, text: text)
    return try CauseSearch(session, seed: 3) { n in
      let steps = SimulatedSteps(
        session, n: n, requests: SystemRequests(["clock": 1]), seed: 3, law: law)
      steps.text = makeText
      return steps
    }.diagnosis(ofStep: 3)
  }

  @Test(
    "a number that was an hour ahead of the clock was certain to be the clock",
    arguments: [
      (0, nil), (2_000, nil), (9_000, nil),
      (3_600_000, "the number at /total is of a time 3600 seconds after that of the recording"),
      (-5_000, "the number at /total is of a time 5 seconds before that of the recording"),
    ])
  func number(ahead: Int, doubt: String?) throws {
    let diagnosis = try clock(recorded: Self.recorded + ahead) { request, _ in
      Self.milliseconds(request)
    }
    let found = try #require(diagnosis.findings.first { $0.cause == .clock })
    #expect(found.confidence == (doubt == nil ? .certain : .likely), "\(diagnosis.findings)")
    #expect(found.evidence.dropFirst() == [doubt].compactMap(\.self)[...])
  }

  @Test("what counts less than the seconds, or no time, is not held against it")
  func others() throws {
    let laws: [(Int, SimulatedSteps.Law)] = [
      (17_000, { request, _ in Int(Self.time(request) * 1e6) % 99_991 }),
      (Self.recorded / 7, { request, _ in Self.milliseconds(request) ^ 0x5555_5555 }),
    ]
    for (recorded, law) in laws {
      let diagnosis = try clock(recorded: recorded, law)
      #expect(diagnosis.findings.first?.cause == .clock)
      #expect(diagnosis.findings.first?.evidence.count == 1, "\(diagnosis.findings)")
    }
  }

  @Test(
    "a text of another hour was certain to be the clock",
    arguments: [("03:04:05.107", true), ("12:04:05.107", false), ("03:04:04.990", true)])
  func text(recorded: String, isClock: Bool) throws {
    let diagnosis = try clock(recorded: 7, text: recorded) { _, _ in
      7
    } text: { request, _ in
      let ms = Self.milliseconds(request)
      func digits(_ number: Int, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
      }
      let (hour, minute, second) = (ms / 3_600_000 % 24, ms / 60000 % 60, ms / 1000 % 60)
      return "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)).\(digits(ms % 1000, 3))"
    }
    let found = try #require(diagnosis.findings.first { $0.cause == .clock })
    #expect(found.confidence == (isClock ? .certain : .likely), "\(diagnosis.findings)")
    #expect(
      found.evidence.dropFirst()
        == (isClock ? [] : ["at the time of the recording the text at /text is another one"]))
  }

  @Test("of whole seconds and hashes in one text, which of the two was found went by the second")
  func coarse() throws {
    for seed in 0..<10 as Range<UInt64> {
      let session = try Session.recorded(7, zone: nil, text: "1767323045 3")
      let diagnosis = try CauseSearch(session, seed: seed) { n in
        let steps = SimulatedSteps(
          session, n: n, requests: SystemRequests(["clock": 1]), seed: seed
        ) { _, _ in 7 }
        steps.text = { request, lot in
          let word = request.holds(.hashing) ? 2 : Int.random(in: 0..<5, using: &lot)
          return "\(Int(Self.time(request))) \(word)"
        }
        return steps
      }.diagnosis(ofStep: 3)
      #expect(Set(diagnosis.certain) == [.hashing, .clock], "\(diagnosis.findings)")
    }
  }

  @Test("a step that shows the number of its processor was certain to go by the order of threads")
  func processor() throws {
    let threads = SystemRequests(["thread": 1])
    for seed in 0..<5 as Range<UInt64> {
      let diagnosis = try Diagnosis.simulated(requests: threads, seed: seed) { request, lot in
        guard request.holds(.processors) else { return Bool.random(using: &lot) ? 11 : 10 }
        return request.conditions.isOnLastProcessor ? 11 : 10
      }
      #expect(diagnosis.certain == [])
      let first = try #require(diagnosis.findings.first)
      #expect((first.cause, first.confidence) == (.unrecordedInput, .likely))
      #expect(
        first.evidence.first
          == "on another processor it gives another result: it goes by which one it runs on")
    }
  }
}
