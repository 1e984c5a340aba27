import Query
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Bisecting finds where a condition begins to hold, and says when it goes back and forth")
struct StepBisectionTests {
  /// Bisects "the total is 1" over a session whose totals are these, 0 before the first.
  private func bisect(_ totals: [Int]) throws -> (StepBisection.Result, first: Int?) {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for (place, total) in totals.enumerated() {
      builder.action(place + 1)
      builder.patch(place + 1, to: ["total": .number(total)])
    }
    let timeline = Timeline(try builder.session())
    let search = StepSearch(timeline, where: try Condition("$.state.total == 1"))
    var bisection = StepBisection(search, timeline)
    return (try bisection.run(), try search.first())
  }

  @Test("a state behind a gap is asked of, where the question is of the state alone")
  func stateBehindGap() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.gap(6, lost: 4)
    builder.whole(6, ["total": 9])
    builder.action(7)
    builder.patch(7, to: ["total": 10])
    builder.end(7)
    let timeline = Timeline(try builder.session())
    func found(_ text: String) throws -> Int? {
      var steps = StepBisection(
        StepSearch(timeline, where: try Condition(text)), timeline)
      return try steps.run().found
    }
    #expect(try found("$.state.total > 5") == 6)
    #expect(try found("$.state.total > 5 && $.type == \"add\"") == 7)
  }

  @Test("of a condition that holds from some step on to the end it finds the first step")
  func monotone() throws {
    for length in (0...40).thinned(8) {
      for held in 0...length {
        let totals = (0..<length).map { $0 < length - held ? 0 : 1 }
        let (result, first) = try bisect(totals)
        #expect(result.found == first, "\(length) \(held)")
        #expect(result.against == [], "\(length) \(held)")
      }
    }
  }

  @Test(
    "a step that depends on what was left out was taken for one where the condition does not hold")
  func unknownSteps() throws {
    for length in 0...8 {
      for held in 0...length {
        for cuts in (0..<(1 << length)).thinned(16) {
          var builder = SessionBuilder()
          builder.whole(0, ["total": 0])
          func holds(_ n: Int) -> Bool { n > length - held }
          func isCut(_ n: Int) -> Bool { cuts & 1 << (n - 1) != 0 }
          for n in stride(from: 1, through: length, by: 1) {
            builder.action(n)
            builder.whole(n, isCut(n) ? ["…": "1 more"] : ["total": .number(holds(n) ? 1 : 0)]) {
              if isCut(n) { ($0.opaque, $0.cut) = ([""], ["/…"]) }
            }
          }
          let timeline = Timeline(try builder.session())
          let search = StepSearch(timeline, where: try Condition("$.state.total == 1"))
          var bisection = StepBisection(search, timeline)
          let result = try bisection.run()
          let first = (0..<length).map { $0 + 1 }.first { holds($0) && !isCut($0) }
          #expect(result.found == first, "\(length) \(held) \(cuts)")
          #expect(result.against == [], "\(length) \(held) \(cuts)")
        }
      }
    }
  }

  @Test("it looks at few steps of many")
  func fewSteps() throws {
    for begins in [1, 2, 700, 1999, 2000] {
      let (result, _) = try bisect((1...2000).map { $0 < begins ? 0 : 1 })
      #expect(result.found == begins)
      #expect(result.probes <= 12 + 2 * StepBisection.sampled)
    }
  }

  @Test("of every short sequence it finds a beginning, and tells one that goes back and forth")
  func allShort() throws {
    for length in 1...8 {
      for bits in 0..<(1 << length) {
        let totals = (0..<length).map { bits >> $0 & 1 }
        let (result, first) = try bisect(totals)
        let rises = (0..<length).filter { totals[$0] == 1 && ($0 == 0 || totals[$0 - 1] == 0) }
        #expect((result.found == nil) == (first == nil), "\(totals)")
        if let found = result.found { #expect(rises.contains(found - 1), "\(totals)") }
        // A step was named after which the condition did not hold to the end.
        if totals.last == 1 { #expect(result.found == rises.last.map { $0 + 1 }, "\(totals)") }
        let isMonotone = totals == totals.sorted()
        #expect(result.against.isEmpty == isMonotone, "\(totals)")
      }
    }
  }

  @Test("actions that a gap swallowed are passed over")
  func gap() throws {
    let timeline = Timeline(try SessionBuilder.mixed().session())
    for (condition, expected) in [("$.n > 6", 9), ("$.state.b", 3), ("$.n > 5", 6)] {
      let search = StepSearch(timeline, where: try Condition(condition))
      var bisection = StepBisection(search, timeline)
      #expect(try bisection.run().found == expected)
    }
  }

  @Test("the answers in full")
  func answers() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.told("first $.state.total == 2") == """
           1  +0.001 s  1.5 µs  addItem  items  0 → 1 element and 1 more  # first pen

        """)
    #expect(
      sample.told("first $.state.total > 99") == "no step matches $.state.total > 99\n(no)\n")
    #expect(
      try sample.json("first $.n > 9")
        == #"{"report":"first","version":1,"condition":"$.n > 9","step":null}"#)
    #expect(
      sample.told("bisect $.n > 2") == """
           3  +0.003 s  +1.0 ms  pay  threw NoMoney; total  2 → 0
        looked at 4 steps

        """)
    #expect(
      sample.verb("bisect", "$.state.total == 2") == """
           1  +0.001 s  1.5 µs  addItem  items  0 → 1 element and 1 more  # first pen
        looked at 4 steps
        not monotone: the condition does not hold to the end, as not at step 3, 4; first finds the first step
        (no)

        """)
    #expect(
      sample.verb("bisect", "$.n > 9") == """
        no step matches $.n > 9
        looked at 4 steps; first looks at all
        (no)

        """)
    #expect(
      try sample.json("bisect $.state.total == 2")
        == #"{"report":"bisect","version":1,"condition":"$.state.total == 2","step":{"n":1,"#
        + #""t":1000000,"took":1500,"type":"addItem","changed":["/items/0","/total"],"marks":"#
        + #"["first pen"]},"probes":4,"monotone":false,"against":[3,4]}"#)
    #expect(
      sample.told("bisect $.n >")
        == "error: $.n >: column 6: a comparison needs a value on its right, "
        + "for example $.state.total < 0\n"
    )
  }
}
