import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("A plot of an array draws how many elements it has")
struct ElementPlotTests {
  private func sample() throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["items": [], "total": 0])
    for (n, items) in [["a"], ["a", "b"], ["b", "a"], []].enumerated() {
      builder.action(n + 1)
      builder.patch(n + 1, to: ["items": .array(items.map(JSONValue.string)), "total": 1])
    }
    builder.end(4)
    return try SampleWorkspace(builder)
  }

  @Test("an array was never a number, and its count is what people want first")
  func array() throws {
    var sample = try sample()
    #expect(
      sample.told("plot items") == """
        items  elements:  min 0 at 0  max 2 at 2  last 0
          ▁▅██▁

        """)
    #expect(
      try sample.json("plot items") == #"{"report":"plot","version":1,"plots":[{"path":"/items","#
        + #""elements":true,"count":4,"least":{"n":0,"value":0},"greatest":{"n":2,"value":2},"#
        + #""last":{"n":4,"value":0},"points":[{"n":0,"value":0},{"n":1,"value":1},"#
        + #"{"n":2,"value":2},{"n":4,"value":0}]}]}"#)
  }

  @Test(
    "a count that is asked for in other words was refused without the words that work",
    arguments: ["count(items)", "length(items)", "items.count", "items.length", "$.items.length"])
  func words(query: String) throws {
    var sample = try sample()
    #expect(
      sample.told("plot \(query)") == """
        error: plot: write plot items, which draws how many elements it has; usage: plot QUERY [--anyway]

        """)
  }
}
