import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Of a step whose outcome is not recorded only what is known is held against a replay")
struct UnrecordedOutcomeTests {
  private func told(
    _ session: Session, _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> String {
    let verdict = try Verification(session, host: .counter(alter)).verdict()
    return VerifyReport(verdict).text
  }

  /// A session of a callback that ends with an action without a state.
  private func openCallback(_ type: String) throws -> Session {
    var builder = SessionBuilder { $0.hook = .callback }
    builder.whole(0, ["total": 0])
    builder.action(1, "add", 2)
    builder.patch(1, to: ["total": 2])
    builder.action(2, type, 3)
    return try builder.session()
  }

  @Test("the last action of a callback, whose state is missing, was taken for a crash")
  func callback() throws {
    let session = try openCallback("add")
    #expect(session.ending == .cutOff)
    #expect(
      try told(session) == "✓ reproduces  s.ndjson  1 of 2 actions equal, 1 not comparable (2)\n")
    var recording = ReplayRecording(session)
    try recording.run(through: .counter(), interrupted: { false })
    #expect(recording.account.missedCrash == nil)
  }

  @Test("a host that dies in the last action of a callback does not repeat a crash")
  func callbackDeath() throws {
    #expect(
      try told(try openCallback("trap")) == """
        ✗ DIVERGES  s.ndjson  at 2/2 trap  1 of 2 actions equal
          died      the host counter-host died in the reducer of action 2: signal 4 (Illegal instruction)
                    the end of its standard error:
                    | trapped
          prompt    goto 2 · verify --steps

        """)
  }

  @Test("a death before the first stand-in was excused by it")
  func deathBeforeStandIn() throws {
    var builder = SessionBuilder { $0.redactions = ["$.secret"] }
    builder.whole(0, ["total": 0])
    builder.action(1, "trap")
    builder.whole(1, ["total": 0, "secret": "Abc"])
    builder.end(1)
    let verdict = try Verification(builder.session(), host: .counter()).verdict()
    let death = HostDeath(
      command: "counter-host", action: 1, ending: .signal(4), standardError: ["trapped"])
    #expect(verdict.divergence == Divergence(n: 1, type: "trap", kind: .died(death)))
    #expect(verdict.doubts == [])
  }

  /// A session with an action of a type in the middle of a gap, and two steps behind it.
  private func gap(_ type: String) throws -> Session {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, type, 1)
    builder.gap(4, lost: 2)
    builder.whole(4, ["total": 9])
    for n in 5...6 {
      builder.action(n, "add", 1)
      builder.patch(n, to: ["total": .number(n + 5)])
    }
    builder.end(6)
    return try builder.session()
  }

  @Test(
    "what a host does in a gap, where an input may be missing, was held against it",
    arguments: ["trap", "jump", "draw", "throw"])
  func gap(of type: String) throws {
    let session = try gap(type)
    #expect(session.steps.mayLackInputs(2) && session.steps.mayLackInputs(4))
    #expect(!session.steps.mayLackInputs(1) && !session.steps.mayLackInputs(5))
    #expect(
      try told(session)
        == "✓ reproduces  s.ndjson  3 of 6 actions equal, 3 not comparable (2, 3, 4)\n")
    #expect(
      try told(session) { $0.error = 1 } == """
        ✗ DIVERGES  s.ndjson  at 1/6 add  0 of 6 actions equal
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.total'

        """)
  }

  @Test("and nothing that began within the same gap is reduced from a state that a host lost")
  func deathsInGap() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    for n in 2...4 { builder.action(n, "trap") }
    builder.gap(5, lost: 1)
    builder.whole(5, ["total": 9])
    builder.action(6, "add", 1)
    builder.patch(6, to: ["total": 10])
    let session = try builder.session()
    let client = HostClient.counter()
    let verdict = try Verification(session, host: client).verdict()
    #expect(verdict.reproduces && verdict.equal == 2)
    #expect(verdict.notComparable.listed == [2, 3, 4, 5])
    #expect(client.openings == 2)
  }

  @Test(
    "an action that may have begun within the last one was taken for proof that the app went on")
  func openActionBehind() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.mark(1, "here")
    builder.action(2, "trap")
    builder.action(3, "add", 1)
    var chunks = builder.chunks()
    // A byte of the mark's text: nothing of a step is lost with it.
    let place = try #require(chunks[4].firstRange(of: Array("here".utf8))?.lowerBound)
    chunks[4][place] ^= 1
    let session = try Session(
      bytes: Data(chunks.flatMap { $0 }), file: "s.ndjson", mode: .salvage)
    #expect(session.ending == .cutOff && session.hasBefore(2))
    let verdict = try Verification(session, host: .counter()).verdict()
    #expect(verdict.divergence == nil && verdict.equal == 1)
    #expect(verdict.notComparable.listed == [2, 3])
    #expect(verdict.unjudgedDeath?.action == 2)
  }
}
