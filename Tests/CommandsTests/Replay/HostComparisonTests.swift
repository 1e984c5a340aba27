import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Where two hosts part")
struct HostComparisonTests {
  private func told(_ session: Session, _ good: HostClient, _ bad: HostClient) throws -> String {
    var parting = HostComparison(session)
    let result = try parting.run(good: good, bad: bad)
    return HostComparisonReport(good: "a", bad: "b", result: result).text
  }

  private func session() throws -> Session {
    try SessionBuilder.ledger([("push", "x"), ("draw", 1), ("add", 4), ("times", 3)]).session()
  }

  @Test("by a value: the action, the path, both values and the recorded one")
  func value() throws {
    #expect(
      try told(session(), .ledger(), .ledger { $0.error = 2 }) == """
        diverge  action 3 add  2 actions the same
          place     total
          good      7
          bad       9
          recorded  7

        """)
  }

  @Test("both may differ from the recording, and agree")
  func agree() throws {
    #expect(
      try told(session(), .ledger { $0.error = 2 }, .ledger { $0.error = 2 }) == """
        agree   4 actions the same

        """)
  }

  @Test(
    "where they do not migrate the session in the same way, that is told beside where they part")
  func migrating() throws {
    func line(_ good: [String], _ bad: [String]) throws -> String {
      try told(
        session(), .ledger { $0.migrates = good },
        .ledger { ($0.error, $0.migrates) = (2, bad) })
    }
    let parting = """
      diverge  action 3 add  2 actions the same
        place     total
        good      7
        bad       9
        recorded  7

      """
    #expect(try line([], []) == parting)
    #expect(try line(["state"], ["state"]) == parting)
    #expect(
      try line([], ["state"])
        == parting + "  migrated  by bad only: their states may differ in form\n")
    #expect(
      try line(["state"], [])
        == parting + "  migrated  by good only: their states may differ in form\n")
    #expect(
      try line(["state"], ["state", "state from 2.0"])
        == parting + "  migrated  by each in a different way: their states may differ in form\n")
  }

  @Test("hosts that were replaced are told")
  func restarts() {
    var result = HostComparison.Result()
    result.equal = 3
    let silence = HostFailure.silent(command: "h", seconds: 3)
    result.notes.good = (1...7).map {
      .replaced(HostRestart(n: $0, through: $0, failure: silence))
    }
    let report = HostComparisonReport(good: "a", bad: "b", result: result)
    let notes = (1...5).map { n in
      "  note      the host h gave no answer for 3 s once while action \(n) was in flight; another "
        + "one went on from there\n"
    }
    #expect(
      report.text == "agree   3 actions the same\n" + notes.joined()
        + "  note      and 2 hosts more\n")
    #expect(report.json["restarts"]?.array?.count == 7)
  }

  @Test("an action that both refuse in the same way is counted")
  func bothRefuse() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "unheard-of", 0)
    builder.patch(2, to: ["total": 1])
    builder.end(2)
    #expect(
      try told(try builder.session(), .ledger(), .ledger()) == """
        agree   2 actions the same
          1 action refused by both in the same way

        """)
  }

  @Test("the first parting is exact, whichever of them is right, and whatever the recording says")
  func law() throws {
    for seed: UInt64 in 1...100 {
      var random = SplitMix64(seed: seed)
      let actions = (0..<20).map { _ in
        Bool.random(using: &random)
          ? (type: "push", value: JSONValue.number(Int.random(in: 0...9, using: &random)))
          : (type: "add", value: JSONValue.number(Int.random(in: 1...9, using: &random)))
      }
      let session = try SessionBuilder.ledger(actions).session()
      let errors = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
      var parting = HostComparison(session)
      let result = try parting.run(
        good: .ledger { $0.error = errors.0 }, bad: .ledger { $0.error = errors.1 })
      let first =
        errors.0 == errors.1 ? nil : actions.firstIndex { $0.type == "add" }.map { $0 + 1 }
      #expect(result.divergence?.n == first)
      #expect(result.equal == (first ?? 21) - 1)
    }
  }

  @Test("by a death, a refusal, an error or an input")
  func outcomes() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "trap", 0)
    builder.patch(3, to: ["total": 3])
    builder.end(3)
    let trap = try builder.session()
    #expect(
      try told(trap, .counter { $0.traps = false }, .counter()) == """
        diverge  action 3 trap  2 actions the same
          good      goes on
          bad       the host counter-host died in the reducer of action 3: signal 4 (Illegal instruction): trapped
          recorded  goes on

        """)
    #expect(
      try told(trap, .counter(), .counter()) == """
        agree   3 actions the same
          both died there, so nothing after it was compared: the host counter-host died in the \
        reducer of action 3: signal 4 (Illegal instruction)

        """)
    var throwing = SessionBuilder.counter([1], closed: false)
    throwing.action(2, "throw", 0)
    throwing.patch(2, to: ["total": 1]) { $0.threw = "Refused" }
    throwing.end(2)
    #expect(
      try told(throwing.session(), .counter(), .counter { $0.throwsErrors = false }) == """
        diverge  action 2 throw  1 action the same
          good      throws Refused
          bad       throws nothing
          recorded  throws Refused

        """)
    var drawing = SessionBuilder.counter([1], closed: false)
    drawing.action(2, "draw", 0)
    drawing.input(2, "random", 0)
    drawing.patch(2, to: ["total": 1])
    drawing.end(2)
    #expect(
      try told(drawing.session(), .counter(), .counter { $0.draws = false }) == """
        diverge  action 2 draw  1 action the same
          input     random
          good      0
          bad       nothing
          recorded  0

        """)
  }

  @Test("where both draw values of their own nothing more is compared, and that is said")
  func fresh() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "draw", 0)
    builder.patch(2, to: ["total": 8])
    builder.end(2)
    #expect(
      try told(builder.session(), .counter(), .counter()) == """
        agree   1 action the same
          each draws its own value in action 2, so nothing after it was compared

        """)
  }

  @Test("in the first state, where a host encodes that otherwise")
  func firstState() throws {
    let session = try SessionBuilder.counter([1]).session()
    let whole = HostClient { () throws(HostFailure) in HiddenStateHost() }
    var parting = HostComparison(session)
    let result = try parting.run(good: whole, bad: .counter { $0.error = 1 })
    #expect(result.divergence?.n == 1)
  }
}
