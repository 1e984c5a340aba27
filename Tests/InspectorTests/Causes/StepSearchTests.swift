import Query
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A search lists the steps for which a condition holds")
struct StepSearchTests {
  private func find(_ text: String, in builder: SessionBuilder) throws -> [Int] {
    try StepSearch(Timeline(builder.session()), where: Condition(text)).matches()
  }

  @Test(
    "every member of a step's document can be asked",
    arguments: [
      ("$.n > 2", [3, 4]), ("$.t == 2000000", [2]), ("$.type == 'add'", [1, 2, 3, 4]),
      ("$.action < 0", [2]), ("$.state.total == 5", [1, 4]), ("$.before.total == 0", [1, 3, 4]),
      ("$.patch[?@.path == '/total']", [1, 2, 4]), ("$.state.total > $.before.total", [1, 4]),
      ("$.state == $.before", [3]), ("$", [1, 2, 3, 4]),
    ])
  func members(condition: String, expected: [Int]) throws {
    #expect(try find(condition, in: SessionBuilder.counter([5, -5, 0, 5])) == expected)
  }

  @Test("before is what the action began with, so changes from outside are not the action's")
  func outside() throws {
    var builder = SessionBuilder.counter([5], closed: false)
    builder.outside(1, to: ["total": 8])
    builder.action(2)
    builder.patch(2, to: ["total": 9])
    #expect(try find("$.before.total == 8", in: builder) == [2])
    #expect(try find("$.before.total == 5", in: builder) == [])
    let search = StepSearch(Timeline(try builder.session()), where: try Condition("$"))
    #expect(
      try search.document(2).description
        == #"{"n":2,"t":2000000,"type":"add","action":1,"state":{"total":9},"before":{"total":8},"#
        + #""patch":[{"op":"replace","path":"/total","value":9}]}"#)
  }

  @Test("what the app died in began with nothing, for a condition")
  func crash() throws {
    var builder = SessionBuilder.counter([5], closed: false)
    builder.action(2)
    #expect(try find("$.before.total == 5", in: builder) == [2])
    #expect(try find("$.n == 2 && !$.before.total", in: builder) == [])
    #expect(try find("$.n == 2 && count($.before.*) == 1", in: builder) == [2])
    #expect(try find("$.state.total == 5", in: builder) == [1])
  }

  @Test("a state behind a gap is asked of, where the question is of the state alone")
  func stateBehindGap() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.gap(6, lost: 4)
    builder.whole(6, ["total": 9, "bad": true])
    builder.action(7, "mend")
    builder.patch(7, to: ["total": 9])
    builder.end(7)
    let timeline = Timeline(try builder.session())
    func found(_ text: String) throws -> [Int] {
      try StepSearch(timeline, where: try Condition(text)).matches()
    }
    #expect(try found("$.state.bad") == [6])
    #expect(try found("$.state.total > 2 && $.n < 7") == [2, 6])
    #expect(try found("count($.state.*) > 1") == [6])
    #expect(try found("$.state.bad && $.type != 'x'") == [])
    #expect(try found("$.n > 0") == [1, 2, 7])
  }

  @Test("actions that a gap swallowed are passed over")
  func gap() throws {
    let mixed = SessionBuilder.mixed()
    #expect(try find("$", in: mixed) == [1, 2, 3, 4, 5, 6, 9])
    #expect(try find("$.state", in: mixed) == [1, 2, 3, 4, 5, 8, 9])
    #expect(try find("$.before.b == 8", in: mixed) == [9])
    #expect(try find("!$.state", in: mixed) == [6])
  }

  @Test(
    "one long answer is interrupted too, and never told as one that passed its limit",
    arguments: ["count($.state.a[*][*]) == 999999", "count($..*) == 999999", "!$..x[?@ == 1]"])
  func longAnswer(condition: String) throws {
    var builder = SessionBuilder()
    let rows = JSONValue.array(
      Array(repeating: .array(Array(repeating: 2, count: 300)), count: 300))
    builder.whole(0, ["a": rows, "x": rows])
    builder.action(1)
    builder.patch(1, to: ["a": rows, "x": rows, "b": 1])
    let timeline = Timeline(try builder.session())
    var most = 0
    /// Whether it was interrupted when it asked for the so manieth time.
    func isInterrupted(at time: Int) throws -> Bool {
      var asked = 0
      let search = StepSearch(timeline, where: try Condition(condition)) {
        asked += 1
        most = max(most, asked)
        return asked >= time
      }
      do throws(InspectorError) {
        _ = try search.matches()
        return false
      } catch {
        #expect(error == .interrupted)
        return true
      }
    }
    #expect(try !isInterrupted(at: .max))
    let times = most
    // Before the steps, before the answer, and while it is found.
    #expect(times > 2)
    for time in [1, 2, times / 2, times] { #expect(try isInterrupted(at: time)) }
  }

  @Test("a search can be interrupted")
  func interrupted() throws {
    let timeline = Timeline(try SessionBuilder.counter([5]).session())
    #expect(throws: InspectorError.interrupted) {
      try StepSearch(timeline, where: Condition("$"), interrupted: { true }).matches()
    }
  }
}
