import SessionFormat
import Testing

@testable import Inspector

@Suite("Two replays are compared with each other, whatever was recorded")
struct RepetitionTests {
  /// What a first replay through one host and a second through another come to.
  private func repetition(
    _ session: Session, _ first: (inout CounterHost.Manners) -> Void,
    _ second: (inout CounterHost.Manners) -> Void
  ) throws -> Repetition {
    var repeated = RepeatedReplay(session, ignoring: [], interrupted: { false })
    try Replay(session, host: .counter(first)).run { state throws(InspectorError) in
      repeated.noteFirst(state, opaque: [])
    } step: { n, outcome throws(InspectorError) in
      _ = repeated.note(n, outcome)
      return .goOn
    }
    return try repeated.compare(through: .counter(second))
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
    let host = HostClient.counter { $0.error = 1 }
    var run = StepComparison(session: session, ignoring: [])
    var repeated = RepeatedReplay(session, ignoring: [], interrupted: { false })
    var rejoined = 0
    try Replay(session, host: host).run { state throws(InspectorError) in
      repeated.noteFirst(state, opaque: [])
      try run.compareFirst(state, opaque: [])
    } step: { n, outcome throws(InspectorError) in
      _ = repeated.note(n, outcome)
      let next = try run.compare(n, outcome)
      if case .rejoin = next {
        rejoined += 1
        repeated.noteRejoining(after: n)
      }
      return next
    }
    #expect(rejoined > 0)
    let repetition = try repeated.compare(through: .counter { $0.error = 1 })
    #expect(repetition.difference == nil)
    #expect(repetition.equal == 5)
  }

  @Test("hosts that err differently part at the first step, with both values")
  func parting() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let path = try JSONPointer("/total")
    func expected(_ old: JSONValue, _ new: JSONValue) -> Verdict.Divergence {
      Verdict.Divergence(
        n: 1, type: "add", kind: .state(path: path, expected: old, actual: new, others: 0))
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
    guard case .died? = repetition.difference?.kind else {
      Issue.record("\(repetition)")
      return
    }
  }

  @Test("one that is refused the first time alone was said not to have died")
  func refusedOnce() throws {
    let session = try SessionBuilder.counter([1, 2, 3]).session()
    let error = HostError(n: 2, .unknownAction, "no such action")
    var repeated = RepeatedReplay(session, ignoring: [], interrupted: { false })
    try Replay(session, host: .counter()).run { _ throws(InspectorError) in
    } step: { n, outcome throws(InspectorError) in
      _ = repeated.note(n, n == 2 ? .refused(error) : outcome)
      return .goOn
    }
    let repetition = try repeated.compare(through: .counter())
    #expect(
      repetition.difference == Verdict.Divergence(n: 2, type: "add", kind: .refused(error)))
    var page = Page()
    repetition.write(to: &page)
    #expect(
      page.rendered(RenderOptions())
        == "  twice     two replays part at action 2 add  refused: unknown-action\n")
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
