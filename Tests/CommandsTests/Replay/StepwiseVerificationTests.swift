import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Step by step all steps that differ by themselves are found, and none that only follows")
struct StepwiseVerificationTests {
  private func faults(
    _ session: Session, ignoring: [String] = [], _ host: HostClient
  ) throws -> StepFaults {
    var run = StepwiseVerification(
      session, host: host, ignoring: try ignoring.map { try IgnoredPlaces($0) },
      interrupted: { false })
    return try run.run()
  }

  private func drifting(_ habits: DriftingHost.Habits) -> HostClient {
    HostClient { () throws(HostFailure) in DriftingHost(habits) }
  }

  /// A session of the drifting host's, whose steps of these numbers are recorded as one too much.
  private func session(_ count: Int, wrong: Set<Int> = []) throws -> Session {
    var builder = SessionBuilder()
    var value = 0
    builder.whole(0, ["value": 0, "pad": .null])
    for n in 1...count {
      value += wrong.contains(n) ? 2 : 1
      builder.action(n, "add", ["add": 1])
      builder.patch(n, to: ["value": .number(value), "pad": .null])
    }
    builder.end(count)
    return try builder.session()
  }

  @Test("exactly the steps that were recorded wrong, of any number and any place")
  func exact() throws {
    for wrong in [[], [1], [600], [3, 4, 5], [1, 256, 257, 258, 512, 513], Array(1...600)] {
      let session = try session(600, wrong: Set(wrong))
      let faults = try faults(session, drifting(DriftingHost.Habits()))
      #expect(faults.compared == 600)
      #expect(faults.count == wrong.count)
      #expect(faults.faults.map(\.n) == Array(wrong.prefix(StepFaults.longestList)))
    }
  }

  @Test("a step whose state before it could not be encoded is not reduced from that")
  func opaqueBefore() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["value": 0, "pad": .null])
    for n in 1...4 {
      builder.action(n, "add", ["add": 1])
      builder.whole(n, ["value": .number(n), "pad": n == 2 ? "<rendered>" : .null]) {
        $0.opaque = n == 2 ? ["/pad"] : nil
      }
    }
    var habits = DriftingHost.Habits()
    habits.refusesState = 2
    let faults = try faults(builder.session(), drifting(habits))
    #expect(faults.compared == 3)
    #expect(faults.faults == [])
  }

  @Test("one wrong step is the chain's first, and all that follows is left out")
  func onlyFollows() throws {
    let session = try session(9, wrong: [4])
    let verdict = try Verification(session, host: drifting(DriftingHost.Habits())).verdict()
    let faults = try faults(session, drifting(DriftingHost.Habits()))
    #expect(verdict.divergence == faults.faults.first)
    var told = verdict
    told.steps = faults
    #expect(
      VerifyReport(told).text == """
        ✗ DIVERGES  s.ndjson  at 4/9 add  3 of 9 actions equal
          place     value
          recorded  5
          replayed  4
          by step   1 of 9 steps differs, each reduced from its own recorded state
                    action 4 add  value
                    later differences only follow from it
          prompt    goto 4 · compare replay · verify --ignore '$.value'

        """)
  }

  @Test("a host that dies at a step, refuses one, or throws, is asked for all others")
  func trouble() throws {
    let session = try session(20)
    var habits = DriftingHost.Habits()
    habits.diesIn = 5
    habits.refuses = 9
    habits.throwsIn = 12
    habits.refusesState = 15
    let faults = try faults(session, drifting(habits))
    #expect(faults.faults.map(\.n) == [5, 9, 12, 16])
    #expect(faults.compared == 20)
    #expect(faults.stoppedAfter == nil)
  }

  @Test("ignored places do not count")
  func ignored() throws {
    let session = try session(9, wrong: [4])
    let faults = try faults(session, ignoring: ["$.value"], drifting(DriftingHost.Habits()))
    #expect(faults.count == 0)
    #expect(faults.compared == 9)
  }

  @Test("a change from outside is part of the state that the next step begins with")
  func outside() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 51])
    let faults = try faults(try builder.session(), .counter())
    #expect(faults.count == 0)
    #expect(faults.compared == 2)
  }

  @Test("after a gap, in an overlap and without a state nothing is compared")
  func notComparable() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "outer")
    builder.action(3, "inner")
    builder.whole(2, ["total": 4])
    builder.whole(3, ["total": 9])
    builder.action(4, "add", 1)
    builder.gap(6, lost: 2)
    builder.whole(6, ["total": 20])
    builder.action(7, "add", 1)
    builder.patch(7, to: ["total": 21])
    let faults = try faults(try builder.session(), .counter())
    #expect(faults.count == 0)
    #expect(faults.compared == 3)
  }

  @Test("a step that was not compared was said to carry along what differs")
  func chainNotCompared() throws {
    var builder = SessionBuilder { $0.hook = .callback }
    builder.whole(0, ["total": 0])
    builder.action(1, "add", 1)
    builder.patch(1, to: ["total": 1])
    // Its state is lost, and the host dies in it.
    builder.action(2, "trap")
    let session = try builder.session()
    var verdict = try Verification(session, host: .counter()).verdict()
    verdict.steps = try faults(session, .counter())
    #expect(
      VerifyReport(verdict).text == """
        ✗ DIVERGES  s.ndjson  at 2/2 trap  1 of 2 actions equal
          died      the host counter-host died in the reducer of action 2: signal 4 (Illegal instruction)
                    the end of its standard error:
                    | trapped
          by step   none of 1 step differs from its own recorded state on
          prompt    goto 2

        """)
  }
}
