import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Two replays are compared with each other, whatever was recorded")
struct RepetitionTests {
  /// How replays through two hosts compare.
  private func repetition(
    _ session: Session, _ first: (inout CounterHost.Manners) -> Void,
    _ second: (inout CounterHost.Manners) -> Void
  ) throws -> Repetition {
    try Repetition.of(session, .counter(first), .counter(second))
  }

  @Test("hosts that err alike are equal, though neither is as recorded")
  func alike() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    for error in [0, 1] {
      let repetition = try repetition(session, { $0.error = error }, { $0.error = error })
      #expect(repetition.equal == 3)
      #expect(repetition.difference == nil)
    }
  }

  @Test("where the first replay went on from the recorded state, so does the second")
  func rejoined() throws {
    var builder = SessionBuilder { $0.redactions = ["$.secret"] }
    builder.whole(0, ["total": 0])
    for n in 1...5 {
      builder.action(n)
      builder.patch(n, to: ["secret": "xxx", "total": .number(n)])
    }
    let session = try builder.session()
    let hosts = [HostClient.counter { $0.error = 1 }, .counter { $0.error = 1 }]
    var run = StepComparison(session: session, ignoring: [])
    var rejoined = 0
    let repetition = try Repetition.of(session, hosts[0], hosts[1]) { n, outcome in
      let rejoins = try run.compare(n, outcome)
      if rejoins { rejoined += 1 }
      return rejoins
    }
    #expect(rejoined > 0)
    #expect(repetition.difference == nil)
    #expect(repetition.equal == 5)
  }

  @Test("hosts that err differently part at the first step, with both values")
  func parting() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let path = try JSONPointer("/total")
    func expected(_ old: JSONValue, _ new: JSONValue) -> Divergence {
      Divergence(
        n: 1, type: "add", kind: .state(path: path, expected: old, actual: new, others: .none))
    }
    #expect(try repetition(session, { _ in }, { $0.error = 1 }).difference == expected(1, 2))
    #expect(try repetition(session, { $0.error = 1 }, { _ in }).difference == expected(2, 1))
    #expect(
      try repetition(session, { $0.error = 4 }, { $0.error = 1 }).difference == expected(5, 2))
  }

  @Test("a value that is not recorded is drawn anew in each, and ends the comparison")
  func fresh() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "draw")
    builder.patch(2, to: ["total": 9])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["total": 10])
    let repetition = try repetition(builder.session(), { _ in }, { _ in })
    #expect(repetition.drawsAfresh == 2)
    #expect(repetition.equal == 1)
    #expect(repetition.difference == nil)
  }

  @Test("one that traps and one that does not part there")
  func trap() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, "trap")
    builder.patch(1, to: ["total": 5])
    let session = try builder.session()
    let repetition = try repetition(session, { $0.traps = false }, { _ in })
    #expect(repetition.difference?.n == 1)
    guard repetition.difference?.kind.death != nil else {
      Issue.record("\(repetition)")
      return
    }
  }

  @Test("one that is refused the first time alone was said not to have died")
  func refusedOnce() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let error = HostError(n: 2, .unknownAction, "no such action")
    var repeated = RepeatedReplay(session, ignoring: [])
    let state = try #require(try session.outcome(of: 2))
    try repeated.compare(2, .refused(error), state)
    let repetition = repeated.repetition
    #expect(
      repetition.difference
        == Divergence(
          n: 2, type: "add", kind: .outcome(expected: .refused(error), actual: .reduced)))
    var page = Page()
    repetition.write(to: &page)
    #expect(
      page.rendered(RenderOptions())
        == "  twice     two replays diverge at action 2 add  refused: unknown-action: no such "
        + "action\n"
    )
  }

  @Test("steps that were not compared were counted as equal")
  func notCompared() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "outer")
    builder.action(3, "inner")
    builder.whole(2, ["total": 4])
    builder.whole(3, ["total": 9])
    builder.action(4, "add", 1)
    builder.gap(5, lost: 1)
    builder.whole(5, ["total": 20])
    var opaque = ActionLine(n: 6, t: 6_000_000, type: "add", action: "?")
    opaque.opaque = true
    builder.add(.action(opaque))
    builder.patch(6, to: ["total": 21])
    builder.action(7, "add", 1)
    builder.whole(7, "<rendered>") { $0.opaque = [""] }
    let repetition = try repetition(builder.session(), { _ in }, { _ in })
    #expect(repetition.difference == nil)
    // Those that both hosts reduced, the one in the gap among them: 1, 2 and 4.
    #expect(repetition.equal == 3)
  }
}

extension Repetition {
  /// How replays through two hosts compare, both rejoining the recording where the closure says so.
  static func of(
    _ session: Session, _ left: HostClient, _ right: HostClient,
    rejoining rejoins: (Int, StepOutcome) throws -> Bool = { _, _ in false }
  ) throws -> Repetition {
    var (first, second) = (try HostWalk(session, left), try HostWalk(session, right))
    var repeated = RepeatedReplay(session, ignoring: [])
    try repeated.compare(
      session.first, .reduced(try first.begin()), .reduced(try second.begin()))
    while !repeated.isOver, let step = try first.next(), let other = try second.next() {
      try repeated.compare(step.n, step.outcome, other.outcome)
      guard try rejoins(step.n, step.outcome) else { continue }
      try first.rejoin()
      try second.rejoin()
    }
    return repeated.repetition
  }
}
