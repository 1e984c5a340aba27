import Inspector
import SessionFormat
import Testing

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
      ("$.state == $.before", [3]), ("$", [1, 2, 3, 4]), ("$.nothing", []),
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

  @Test("actions that a gap swallowed are passed over")
  func gap() throws {
    let mixed = SessionBuilder.mixed()
    #expect(try find("$", in: mixed) == [1, 2, 3, 4, 5, 6, 9])
    #expect(try find("$.state", in: mixed) == [1, 2, 3, 4, 5, 9])
    #expect(try find("$.before.b == 8", in: mixed) == [9])
    #expect(try find("!$.state", in: mixed) == [6])
  }

  @Test("a search can be interrupted")
  func interrupted() throws {
    let timeline = Timeline(try SessionBuilder.counter([5]).session())
    #expect(throws: InspectorError.interrupted) {
      try StepSearch(timeline, where: Condition("$"), interrupted: { true }).matches()
    }
  }
}
