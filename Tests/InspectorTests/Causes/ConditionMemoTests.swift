import Query
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A condition is evaluated again only where what it reads has changed")
struct ConditionMemoTests {
  /// The steps for which a condition holds, and how often it was evaluated.
  private func run(
    _ text: String, _ builder: SessionBuilder
  ) throws -> (found: [Int], evaluations: Int) {
    let timeline = Timeline(try builder.session())
    let search = StepSearch(timeline, where: try Condition(text))
    var memo = ConditionMemo(try Condition(text))
    var found: [Int] = []
    for n in stride(from: timeline.first + 1, through: timeline.last, by: 1)
    where timeline.hasAction(n) {
      if try search.truth(n, &memo) == true { found.append(n) }
    }
    return (found, memo.evaluations)
  }

  /// 100 steps; `/rare` changes at every 25th, `/often` at each; the types are `a` and `b` in turn.
  private var steps: SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["rare": ["x": 0, "list": [1, 2]], "often": 0])
    for n in 1...100 {
      builder.action(n, n % 2 == 0 ? "a" : "b", .number(n))
      builder.patch(
        n, to: ["rare": ["x": .number(n / 25), "list": [1, 2]], "often": .number(n)])
    }
    return builder
  }

  @Test(
    "evaluations are counted",
    arguments: [
      ("$.state.rare.x == 2", 5), ("$.state.rare", 5), ("$.state.rare.list[0] == 1", 1),
      ("$.state.rare.list[-1] == 2", 1), ("$.state.rare.list[?@ == 1]", 1),
      ("length($.state.rare.list) == 2", 1), ("$.state.nothing", 1), ("1 == 1", 1),
      ("$.state.rare.x == 2 && $.type == 'a'", 9), ("$.type == 'a'", 2),
      ("$.state.often > 7", 100), ("$.state.rare.x < $.before.rare.x", 8),
      ("$.state", 100), ("$..x", 100), ("$.state.rare.list[?@ == $.state.often]", 100),
      ("$.state.rare.x == 2 || $.n == 3", 100), ("$.state.rare['x', 'list']", 5),
    ])
  func evaluations(condition: String, expected: Int) throws {
    #expect(try run(condition, steps).evaluations == expected)
  }

  @Test("the answers are those of plain evaluation, over random sessions")
  func law() throws {
    var random = SplitMix64(seed: 20_261)
    for _ in (0..<60).thinned(8) {
      let builder = randomSession(&random)
      let timeline = Timeline(try builder.session())
      for text in Self.conditions {
        let condition = try Condition(text)
        let search = StepSearch(timeline, where: condition)
        var plain: [Int] = []
        for n in stride(from: timeline.first + 1, through: timeline.last, by: 1)
        where timeline.hasAction(n) || (search.asksStates && timeline.hasState(n)) {
          // Where a state is not known, nor may be what the condition says.
          let isKnown = timeline.hasState(n) && timeline.hasBefore(n)
          let holds =
            try isKnown ? condition.holds(in: search.document(n)) : search.truth(n) ?? false
          if holds { plain.append(n) }
        }
        #expect(try search.matches() == plain, "\(text)")
        #expect(try search.first() == plain.first, "\(text)")
      }
    }
  }

  private static let conditions = [
    "$.state.a == 1", "$.state.list[0] == 1", "$.state.list[-1] == 1", "$.state.list[1]",
    "count($.state.list[*]) > 2", "$.state.list[?@ == $.state.a]", "$.state.a == $.before.a",
    "$.type == 't1' && $.state.a == 0", "$.state..b", "value($..b) == 1", "$.patch[0]",
    "@.state.a == 2", "!$.state.a", "$.state == $.before", "$.action == $.state.a", "$.state",
    "$.state.list[0:2][?@ > 0]", "search($.type, '2') || $.state.o.b == 1", "$['state'].o['b']",
  ]

  private func randomSession(_ random: inout SplitMix64) -> SessionBuilder {
    func small(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func state() -> JSONValue {
      var members: [(name: String, value: JSONValue)] = []
      if small(5) > 0 { members.append(("a", .number(small(3)))) }
      members.append(("list", .array((0..<small(4)).map { _ in .number(small(2)) })))
      members.append(small(2) == 0 ? ("o", ["b": .number(small(2))]) : ("c", "1"))
      return .object(members)
    }
    var builder = SessionBuilder()
    builder.whole(0, state())
    var n = 0
    while n < 25 {
      n += 1
      builder.action(n, "t\(small(3))", .number(small(3)))
      switch small(12) {
      case 0: builder.whole(n, state())
      case 1:
        builder.gap(n + 1, lost: 1)
        n += 1
        builder.whole(n, state())
      case 2...4: builder.patch(n, to: builder.beforeNext[n - 1] ?? state())
      default: builder.patch(n, to: state())
      }
      if small(8) == 0 { builder.outside(n, to: state()) }
    }
    return builder
  }
}
