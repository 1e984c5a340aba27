import Query
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A condition that holds before any action is told of the start")
struct StartConditionTests {
  /// A total that begins with 5 and is then what the actions make of it.
  private func sample(_ totals: Int...) throws -> SampleWorkspace {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 5])
    for (place, total) in totals.enumerated() {
      builder.action(place + 1)
      builder.patch(place + 1, to: ["total": .number(total)])
    }
    return try SampleWorkspace(builder)
  }

  @Test(
    "it is asked where the condition reads the state and nothing of an action",
    arguments: [
      ("$.state.total == 5", true), ("$.state.total", true), ("$.state", true), ("$..total", true),
      ("$", false),
      ("!$..nobody", false),
      ("$.state.total == 5 && $.n == 0 && $.t == 0", true), ("$.state.total == 6", false),
      ("$.state.total == 5 && $.n == 1", false), ("!$.state", false),
      ("$.n == 0", false), ("1 == 1", false), ("$.type != 'add'", false), ("!$.before", false),
      ("$.state.total == 5 && !$.before", false), ("$.state.total == 5 || $.action", false),
      ("!$.patch && $.state.total", false),
    ])
  func asked(condition: String, expected: Bool) throws {
    let timeline = try sample(1).workspace.timeline
    #expect(
      try StepSearch(timeline, where: Condition(condition)).holdsAtStart() == expected)
  }

  @Test("it can be interrupted")
  func interrupted() throws {
    let timeline = try sample(1).workspace.timeline
    let stopped = StepSearch(timeline, where: try Condition("$.state"), interrupted: { true })
    #expect(throws: InspectorError.interrupted) { try stopped.holdsAtStart() }
  }

  @Test("find and first tell it before the steps, and it counts as found")
  func findAndFirst() throws {
    for verb in ["find", "first"] {
      var sample = try sample(5, 1)
      #expect(
        sample.told("\(verb) $.state.total == 5") == """
          true at the start, in state 0
             1  +0.001 s  add  no change

          """)
      sample = try self.sample(1)
      #expect(
        sample.told("\(verb) $.state.total == 5") == """
          true at the start, in state 0
          no later step matches $.state.total == 5

          """)
      #expect(
        try sample.json("\(verb) $.state.total == 5")
          == #"{"report":"\#(verb)","version":1,"condition":"$.state.total == 5","start":0,"#
          + (verb == "find" ? #""steps":[]}"# : #""step":null}"#))
      #expect(
        sample.told("\(verb) $.state.total == 7") == "no step matches $.state.total == 7\n(no)\n")
    }
  }

  @Test("where it holds at the start and not later on, it goes back and forth")
  func bisect() throws {
    var sample = try sample(5, 5)
    #expect(
      sample.told("bisect $.state.total == 5") == """
        true at the start, in state 0
           1  +0.001 s  add  no change
        looked at 2 steps

        """)
    sample = try self.sample(1, 5)
    #expect(
      sample.told("bisect $.state.total == 5") == """
        true at the start, in state 0
           2  +0.002 s  +1.0 ms  add  total  1 → 5
        looked at 2 steps
        not monotone: the condition changes more than once, as at step 0; first finds the first step

        """)
    sample = try self.sample(1, 2)
    #expect(
      sample.told("bisect $.state.total == 5") == """
        true at the start, in state 0
        no later step matches $.state.total == 5
        looked at 2 steps; first looks at all

        """)
    #expect(
      try sample.json("bisect $.state.total == 5")
        == #"{"report":"bisect","version":1,"condition":"$.state.total == 5","start":0,"#
        + #""step":null,"probes":2,"monotone":false,"against":[0]}"#)
    sample = try self.sample()
    #expect(
      sample.told("bisect $.state.total == 5") == """
        true at the start, in state 0
        no later step matches $.state.total == 5
        looked at 0 steps; first looks at all

        """)
  }

  @Test("bisect called a condition that holds in all known states one that goes back and forth")
  func crash() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 5])
    builder.action(1)
    builder.patch(1, to: ["total": 6])
    builder.outside(1, to: ["total": 2])
    builder.action(2)
    var sample = try SampleWorkspace(builder)
    #expect(
      sample.told("bisect $.state.total >= 5") == """
        true at the start, in state 0
           1  +0.001 s  add  total  5 → 6
        looked at 1 step

        """)
    // What changed from outside before the crash is in no state that an action left.
    for verb in ["find", "first"] {
      #expect(
        sample.told("\(verb) $.state.total == 2") == """
          no step matches $.state.total == 2
          true at the end, as changed from outside after 1
          unknown at 1 step, 2: the state is not known there

          """)
    }
  }

  @Test("rules stop at actions only, so going back ends at the start without one")
  func stops() throws {
    var sample = try sample(1)
    _ = try sample.run("break * if $.state.total == 5")
    _ = try sample.run("goto end")
    #expect(
      try sample.json("reverse-continue")
        == #"{"report":"stop","version":1,"stops":[],"step":{"report":"step","version":1,"n":0,"#
        + #""last":1}}"#)
  }
}
