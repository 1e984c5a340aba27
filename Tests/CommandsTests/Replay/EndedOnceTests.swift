import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A host that is ended once from outside is replaced, whatever it was asked for")
struct EndedOnceTests {
  /// Counters of which one is ended, or falls silent, once, at an answer.
  private final class Hosts {
    var opened = 0

    func client(_ host: Int, at answer: Int, isSilent: Bool = false) -> HostClient {
      HostClient { [self] () throws(HostFailure) in
        opened += 1
        var manners = CounterHost.Manners()
        if opened == host {
          let death = HostDeath(
            command: "h", action: nil, ending: .signal(9), standardError: [])
          manners.failsAt = (answer, isSilent ? .silent(command: "h", seconds: 2) : .died(death))
        }
        return CounterHost(manners)
      }
    }
  }

  private func told(_ verdict: Verdict) -> String {
    VerifyReport(verdict).text
  }

  /// The verdict of a session whose first host is ended at that answer, the first being its header.
  private func told(_ builder: SessionBuilder, endedAt answer: Int) throws -> String {
    told(
      try Verification(builder.session(), host: Hosts().client(1, at: answer)).verdict())
  }

  private func note(_ when: String) -> String {
    "  note      the host died once (signal 9 (Killed)) while \(when); another one went on from "
      + "there\n"
  }

  private func changed() -> SessionBuilder {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 51])
    builder.end(2)
    return builder
  }

  @Test("an action behind a change from outside was held against it")
  func outside() throws {
    // The header, the first state, action and state 1, the change, and action 2.
    #expect(
      try told(changed(), endedAt: 6)
        == "✓ reproduces  s.ndjson  2 of 2 actions equal\n" + note("action 2 was in flight"))
  }

  @Test("a host that was killed in the fatal action once was taken for the crash")
  func fatal() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "add", 1)
    #expect(
      try told(builder, endedAt: 5) == "✗ DIVERGES  s.ndjson  at 2/2 add  1 of 2 actions equal\n"
        + note("action 2 was in flight") + """
            the recording died in the reducer, and the replay did not
            prompt    goto 2 · verify --steps

          """)
  }

  @Test("the state that it is given was trouble: the first, behind a change, a gap, in an overlap")
  func states() throws {
    let equal = "✓ reproduces  s.ndjson  2 of 2 actions equal\n"
    #expect(try told(changed(), endedAt: 2) == equal + note("it was given state 0"))
    #expect(try told(changed(), endedAt: 5) == equal + note("it was given state 1"))
    var gap = SessionBuilder.counter([1], closed: false)
    gap.gap(2, lost: 1)
    gap.whole(2, ["total": 2])
    gap.action(3, "add", 1)
    gap.patch(3, to: ["total": 3])
    gap.end(3)
    let other = "✓ reproduces  s.ndjson  2 of 3 actions equal, 1 not comparable (2)\n"
    #expect(try told(gap, endedAt: 5) == other + note("it was given state 2"))
    var overlap = SessionBuilder()
    overlap.whole(0, ["total": 0])
    overlap.action(1, "outer")
    overlap.action(2, "inner")
    overlap.whole(1, ["total": 4])
    overlap.whole(2, ["total": 9])
    overlap.action(3, "add", 1)
    overlap.patch(3, to: ["total": 10])
    #expect(try told(overlap, endedAt: 5) == other + note("it was given state 2"))
  }

  @Test("a host that is ended in the same place twice is told, with the step")
  func twice() throws {
    let session = try changed().session()
    let death = HostDeath(command: "h", action: nil, ending: .signal(9), standardError: [])
    let host = HostClient.counter { $0.failsAt = (4, .died(death)) }
    let verdict = try Verification(session, host: host).verdict()
    #expect(verdict.equal == 0 && verdict.restarts == [])
    guard let told = verdict.divergence?.kind.death else {
      Issue.record("no death")
      return
    }
    #expect(told.action == 1 && host.openings == 2)
  }

  /// What is told where each step is reduced from its recorded state.
  private func byStep(
    _ builder: SessionBuilder, _ client: HostClient
  ) throws -> (faults: StepFaults, restarts: [HostRestart]) {
    var run = StepwiseVerification(
      try builder.session(), host: client, ignoring: [], interrupted: { false })
    return (try run.run(), client.notes.restarts)
  }

  @Test("a step by itself was held against it, alone on its way or one of many")
  func steps() throws {
    for (count, answer) in [(1, 2), (1, 3), (3, 2), (3, 6), (3, 9)] {
      let result = try byStep(.counter(Array(1...count)), Hosts().client(1, at: answer))
      #expect(result.faults.compared == count && result.faults.count == 0)
      #expect(result.restarts.map(\.n) == [(answer - 2) / 3 + 1])
      #expect(result.restarts.map(\.through) == [count])
    }
  }

  @Test("the silence of a host that had many steps before it ended all")
  func silentSteps() throws {
    let result = try byStep(.counter([1, 2, 3]), Hosts().client(1, at: 6, isSilent: true))
    #expect(result.faults.compared == 3 && result.faults.count == 0)
    #expect(
      result.restarts == [
        HostRestart(n: 2, through: 3, failure: .silent(command: "h", seconds: 2))
      ])
    let silent = HostClient.counter { $0.failsAt = (3, .silent(command: "h", seconds: 2)) }
    #expect(throws: InspectorError.host(.during(action: 1, .silent(command: "h", seconds: 2)))) {
      try byStep(.counter([1]), silent)
    }
  }

  @Test("the second replay was held against it, and did not tell of it")
  func secondReplay() throws {
    let session = try changed().session()
    let host = Hosts().client(1, at: 6)
    let repetition = try Repetition.of(session, .counter(), host)
    #expect(repetition.difference == nil && repetition.equal == 2)
    #expect(host.notes.restarts.map(\.n) == [2])
  }
}
