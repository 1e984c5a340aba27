import SessionFormat
import TestSupport
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

  @Test("what the place is at other steps was left out without a word")
  func otherTypes() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["size": nil])
    for (n, size) in ([3, [1, 2], 5, "big", [1], nil] as [JSONValue]).enumerated() {
      builder.action(n + 1)
      builder.patch(n + 1, to: ["size": size])
    }
    builder.end(6)
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("plot size") == """
        size  min 3 at 1  max 5 at 3  last none
           ▁ █\("   ")
          not drawn: at other steps it is an array (first at 2), a string (first at 4)

        """)
    #expect(
      try sample.json("plot size").contains(
        #""undrawn":[{"type":"array","n":2},{"type":"string","n":4}]"#))
  }

  @Test("a plot had 56 columns however wide the page was")
  func width() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["size": 0])
    for n in 1...200 {
      builder.action(n)
      builder.patch(n, to: ["size": .number(n)])
    }
    builder.end(200)
    var sample = try SampleWorkspace(builder)
    let report = try #require(try sample.run("plot size").report)
    for (width, columns) in [(60, 60), (120, 120), (300, 203), (Int.max, 58)] {
      let lines = ReportFormat.text.rendered(report, RenderOptions(width: width))
        .split(separator: "\n")
      #expect(lines.last?.count == columns)
    }
  }

  @Test("where a query selects nothing, the places are those of the nearest state that has some")
  func nearby() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["items": []])
    builder.action(1)
    builder.patch(1, to: ["items": [["price": 3]]])
    builder.end(1)
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("plot $.items[*].price")
        .hasPrefix("items[0].price  min 3 at 1  max 3 at 1  last 3\n"))
  }

  @Test("a question about one place names some of those that a query of many selects")
  func manyPlaces() throws {
    var sample = try sample()
    for command in ["history", "why"] {
      #expect(
        sample.told("\(command) items[*]") == """
          error: items[*]: column 6: this may select several places, and one is meant: write \
          items[0]; print and plot take several

          """)
    }
    _ = sample.told("goto 2")
    #expect(
      sample.told("history $.items[?@ == 'a']") == """
        error: $.items[?@ == 'a']: column 8: this may select several places, and one is meant: \
        write $.items[0]; print and plot take several

        """)
    #expect(
      sample.told("history /items/0/*") == """
        error: /items/0/*: no state of the session has it; /items/0 is a string; --anyway asks nevertheless

        """)
  }

  @Test("numbers that only steps far away have were not found by a query")
  func farAway() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["items": []])
    for n in 1...200 {
      builder.action(n)
      builder.patch(n, to: ["items": 90...130 ~= n ? [["id": .number(n)]] : []])
    }
    builder.end(200)
    var sample = try SampleWorkspace(builder)
    for line in ["goto start", "goto end", "goto 100"] {
      _ = try sample.run(line)
      #expect(
        sample.told("plot $.items[*].id").hasPrefix("items[0].id  min 90 at 90  max 130 at 130"))
    }
    #expect(
      sample.told("plot $.items[?@.id > 500]") == """
        the query selects nothing here, nor in some states over the whole session; goto a step where it \
        does, or name one place
        (no)

        """)
  }
}
