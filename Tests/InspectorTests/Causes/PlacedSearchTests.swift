import Query
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A search over bytes finds the steps that a search over whole states finds")
struct PlacedSearchTests {
  private static let conditions = [
    "$.state.a[0] == 1", "$.state.a[2].x == 1", "$.state.b['0'] == 1", "$.state.b[0] == 1",
    "$.state.a['0']", "$.state.b['10'][0] == 1", "$.state.c == 0", "$.state.c != $.before.c",
    "$.before.a[1] == $.state.a[1]", "length($.state.a) > 3", "$.state.a[?@.x == $.state.c]",
    "$.state.a[-1]", "count($.state.b.*) == 2 && $.type == 't7'", "$.n > 10 && $.state.a[1] == 1",
    "$.type == 't3' || $.t == 4000000", "$.action == 1", "$.state.nobody", "!$.state", "$.before",
    "$.state", "$.state.a[?@.x]", "count($.state.a[?@.x > 1]) == 1",
    "!$.state.a[?@ == 1]",
    "$.state.b[?@ > 2] || count($.state.a[?@.x]) > count($.before.a[?@.x])",
    "$.state.b[?search(@, '[a-c]')]", "1 == 1", "$.n.x || $.type.x", "@.state.a[3]",
    "$.state.b['é/']", "$.state == $.before", "$.state.a == $.before.a", "$.before != $.state",
    "$.state..x", "count($.state..*) > 20", "$.state..[?@ == $.n]", "$.state.*[0]",
    "$.state.a[?@.x == $.n && @.x > 1]", "count($.state.a[?$.n == @.x || @.x == 1]) == 1",
    "$.state['a','b'][?@ == 1]", "$.state.a[*].x", "$.state..[?@.x == $.before.c]",
    "count($.state.a[?@.x == $.state.nobody]) > 2", "count($.state..[?@.x == $.state.c].x) == 1",
    "$.state.a[?@.x == length($.state.a)]", "$.state.a[?@ == $.before.b]", "$.state.a[1:3].x",
    "count($.state.a[?@.x != $.n]) == count($.state.a[*])",
  ]

  @Test("over random sessions, each condition", arguments: (0..<16).thinned(8))
  func law(seed: Int) throws {
    let recording = RandomRecording(seed: seed, plain: seed % 2 == 0)
    let timeline = Timeline(try recording.session())
    for text in Self.conditions {
      let condition = try Condition(text)
      #expect(PlacedSearch(condition, timeline) != nil)
      let search = StepSearch(timeline, where: condition)
      var (slow, unknown): ([Int], [Int]) = ([], [])
      for n in stride(from: timeline.first + 1, through: timeline.last, by: 1)
      where timeline.hasAction(n) || (search.asksStates && timeline.hasState(n)) {
        switch try search.truth(n) {
        case true?: slow.append(n)
        case false?: break
        case nil: unknown.append(n)
        }
        // Where all is known, the condition alone says it.
        if timeline.hasState(n), timeline.hasBefore(n) {
          let holds = try condition.holds(in: search.document(n))
          #expect(holds == (slow.last == n), "\(text)")
          #expect(unknown.last != n)
        }
      }
      var found = StepSearch.Found()
      try search.match(limit: nil, &found)
      #expect(found.steps == slow, "\(text)")
      #expect(found.unknown == unknown, "\(text)")
      for limit in [1, 2, 3] {
        #expect(try search.matches(limit: limit) == Array(slow.prefix(limit)), "\(text)")
      }
    }
  }

  @Test(
    "a condition that may read anything, or the patch, needs the states",
    arguments: ["$..x", "$", "$['state','n'].x", "$.patch[0]", "$.*"])
  func needsStates(text: String) throws {
    let timeline = Timeline(try SessionBuilder.counter([1]).session())
    #expect(PlacedSearch(try Condition(text), timeline) == nil)
  }

  @Test("of a step without a state a negated condition held, and one that compares")
  func unknownStates() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1])
    for n in 1...4 {
      builder.action(n)
      if n < 4 { builder.whole(n, ["a": .number(n)]) }
    }
    let timeline = Timeline(try builder.session())
    let expected: [(String, steps: [Int], unknown: [Int])] = [
      ("!(a > 9)", [1, 2, 3], [4]), ("a != 3", [1, 2], [4]), ("a == 3", [3], [4]),
      ("!$.state", [4], []), ("$.state", [1, 2, 3], []), ("!$.before", [], []),
      ("!(a > 9) && $.n > 3", [], [4]), ("a == 3 || $.n == 4", [3, 4], []),
      ("!(a > 9) && $.n < 3", [1, 2], []), ("$.before.a == 3", [4], []),
      ("$.state != $.before", [2, 3], [4]), ("$.n != 2", [1, 3, 4], []), ("!$.patch", [4], []),
    ]
    for (text, steps, unknown) in expected {
      var found = StepSearch.Found()
      try StepSearch(timeline, where: try Condition(text)).match(limit: nil, &found)
      #expect(found.steps == steps, "\(text)")
      #expect(found.unknown == unknown, "\(text)")
    }
  }

  @Test("a damaged line that touches nothing of the condition is not met, one that does is")
  func damage() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1, "b": 1])
    for n in 1...4 {
      builder.action(n)
      builder.patch(n, to: ["a": n == 3 ? 3 : 1, "b": .number(n)])
    }
    var text = String(decoding: builder.bytes(), as: UTF8.self)
    text = text.replacing(#""path":"/b","value":2"#, with: #""path":"/b","value":7"#)
    let timeline = Timeline(try open(Array(text.utf8)))
    func find(_ text: String) throws(InspectorError) -> [Int] {
      let condition: Condition
      do { condition = try Condition(text) } catch { return [] }
      return try StepSearch(timeline, where: condition).matches()
    }
    #expect(try find("$.state.a == 3") == [3])
    let damage = errorText { () throws(InspectorError) in try timeline.session.stateLine(2) }
    #expect(damage != nil)
    #expect(errorText { () throws(InspectorError) in try find("$.state.b == 7") } == damage)
  }
}
