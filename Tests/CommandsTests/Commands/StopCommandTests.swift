import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Rules stop on the way forward and back")
struct StopCommandTests {
  @Test("a change from outside that the action undid was shown as no change")
  func undoneOutside() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["x": 1])
    builder.outside(0, to: ["x": 50])
    builder.action(1)
    builder.patch(1, to: ["x": 1])
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("watch x")
    #expect(
      sample.told("continue") == """
        1 watch x  50 → 1
        ── 1/1 add ───────────────────────────────────────────────────────── +0.001 s ──
           action    1
           outside   changed without an action before this one:
           ~ x  1 → 50
           ~ x  50 → 1

        """)
  }

  @Test("a condition that holds without the missing element is no mistake")
  func missingElement() throws {
    var sample = try SampleWorkspace()
    for condition in ["!items[9]", "items[9] || total > 3", "items[9].name != 'x'"] {
      #expect(!sample.told("break pay if \(condition)").hasPrefix("error"), "\(condition)")
    }
    #expect(!sample.told("break pay if items[9] --anyway").hasPrefix("error"))
  }

  @Test("a watched enum was shown as one object in place of another")
  func watchedCase() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["x": ["loading": [:]]])
    builder.action(1)
    builder.patch(1, to: ["x": ["failed": ["_0": 404]]])
    builder.end(1)
    var sample = try SampleWorkspace(builder)
    _ = sample.told("watch x")
    let told = sample.told("continue")
    #expect(told.hasPrefix("1 watch x  loading → failed 404\n"), "\(told)")
    _ = sample.told("goto 0")
    #expect(
      try sample.json("continue").hasPrefix(
        #"{"report":"stop","version":1,"stops":[{"id":1,"watch":"/x","old":{"loading":{}},"#
          + #""new":{"failed":{"_0":404}},"case":{"old":"loading","new":"failed"}}]"#))
  }

  @Test("a watched value stops at each step that changed it, in both directions")
  func watch() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("watch total") == "1 watch total\n")
    #expect(
      sample.told("c") == """
        1 watch total  0 → 2
        ── 1/4 addItem ──────────────────────────────────────── +0.001 s  took 1.5 µs ──
           action    {"addItem":{"name":"pen"}}
           input     uuid "A-1"
           ~ items  0 → 1 element
             + [0]  {id "A-1" "pen"}
           ~ total  0 → 2
           mark      first pen

        """)
    #expect(
      try sample.json("continue")
        == #"{"report":"stop","version":1,"stops":[{"id":1,"watch":"/total","old":2,"new":0}],"#
        + #""step":{"report":"step","version":1,"n":3,"last":4,"t":3000000,"type":"pay","#
        + #""action":"pay","inputs":[],"threw":"NoMoney","#
        + #""changes":[{"path":"/total","old":2,"new":0}]}}"#)
    _ = try sample.run("c")
    #expect(sample.workspace.n == 4)
    #expect(sample.told("c") == "the end: there is no later action\n")
    _ = try sample.run("rc")
    #expect(sample.workspace.n == 3)
    _ = try sample.run("rc")
    #expect(sample.workspace.n == 1)
    #expect(
      sample.told("rc") == """
        the start
        ── 0/4 start ───────────────────────────────────────────────────────────────────

        """)
    #expect(sample.told("rc") == "the start: there is no earlier state\n")
  }

  @Test("rules are listed, conditioned, and dropped")
  func rules() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("info breakpoints") == "no breakpoints\n")
    #expect(sample.told("break 'p?y'") == "1 break p?y\n")
    #expect(sample.told("break * if $.state.total > 5") == "2 break * if $.state.total > 5\n")
    #expect(sample.told("tbreak re*") == "3 tbreak re*\n")
    #expect(
      sample.told("watch \"\" if $.type == \"clear\"")
        == "4 watch (the whole state) if $.type == \"clear\"\n")
    _ = try sample.run("c")
    #expect(sample.workspace.n == 2)
    #expect(
      sample.told("info breakpoints") == """
        1 break p?y
        2 break * if $.state.total > 5
        4 watch (the whole state) if $.type == "clear"

        """)
    _ = try sample.run("c")
    #expect(sample.workspace.n == 3)
    #expect(
      sample.told("c") == """
        2 break * if $.state.total > 5
        4 watch (the whole state) if $.type == "clear"  items  1 → 0 elements and 1 more
        ── 4/4 clear ─────────────────────────────────────────────────────── +0.004 s ──
           action    "clear"
           outside   changed without an action before this one:
           ~ total  0 → 9
           ~ items  1 → 0 elements
             - [0]  {id "A-1" "pen"}

        """)
    #expect(sample.told("delete 1") == "deleted breakpoint 1\n")
    #expect(
      try sample.json("info breakpoints")
        == #"{"report":"breakpoints","version":1,"rules":[{"id":2,"break":"*","#
        + #""condition":"$.state.total > 5"},{"id":4,"watch":"","condition":"$.type == \"clear\""}]}"#
    )
    #expect(sample.told("delete") == "deleted 2 breakpoints\n")
    #expect(
      sample.told("rc") == """
        the start
        ── 0/4 start ───────────────────────────────────────────────────────────────────

        """)
  }

  @Test(
    "what is no rule is refused",
    arguments: [
      ("watch", "watch: PATH is missing; usage: watch PATH [if COND] [--anyway]"),
      (
        "watch total b",
        "total b: no state of the session has it; did you mean total?; --anyway asks nevertheless"
      ),
      (
        "break 'a",
        "break: a quote is not closed; usage: break TYPE-GLOB [if COND] [--anyway]"
      ),
      (
        "watch nope.nope",
        "nope.nope: no state of the session has it; the state has items, total; --anyway asks nevertheless"
      ),
      (
        "watch items[*].id",
        "items[*].id: column 6: this may select several places, and one is meant: write items[0].id; "
          + "print and plot take several"
      ),
      (
        "break Nope",
        "Nope: there is no action of the type Nope: the types are addItem, clear, pay, refresh; "
          + "--anyway asks nevertheless"
      ),
      (
        "break pay if tota > 3",
        "tota > 3: no state of the session has tota; try total > 3; --anyway asks nevertheless"
      ),
      (
        "break pay if items[9]",
        "items[9]: no state of the session has items[9]; items has at most 1 element; "
          + "--anyway asks nevertheless"
      ),
      (
        "watch total if total > 1 && items[9].name == 'x'",
        "total > 1 && items[9].name == 'x': no state of the session has items[9]; "
          + "items has at most 1 element; --anyway asks nevertheless"
      ),
      (
        "delete 7",
        "delete: there is no breakpoint 7: there are none; watch, break, tbreak and catch make "
          + "them; usage: delete [N]"
      ),
      (
        "enable 3",
        "enable: there is no breakpoint 3: there are none; watch, break, tbreak and catch make "
          + "them; usage: enable [N]..."
      ),
      (
        "catch fire",
        "catch: it catches crash or divergence, not fire; usage: catch crash|divergence"
      ),
      (
        "info x",
        "info: it shows breakpoints, or the session, not x; usage: info [breakpoints]"
      ),
    ])
  func refused(line: String, expected: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told(line) == "error: \(expected)\n")
    #expect(sample.workspace.stops.isEmpty)
  }

  @Test("without a number all of them are switched, which is said")
  func all() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("disable") == "there are no breakpoints\n")
    _ = try sample.run("break pay")
    #expect(sample.told("disable") == "disabled the only breakpoint\n1 break pay  (off)\n")
    _ = try sample.run("break clear")
    #expect(sample.told("enable") == "enabled all 2 breakpoints\n1 break pay\n2 break clear\n")
    #expect(sample.told("disable 2") == "2 break clear  (off)\n")
  }

  @Test("rules are switched off and on, and one that is off stops nothing")
  func switching() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("break pay")
    _ = try sample.run("watch total")
    #expect(sample.told("disable 2 1") == "1 break pay  (off)\n2 watch total  (off)\n")
    #expect(
      try sample.json("info breakpoints")
        == #"{"report":"breakpoints","version":1,"rules":[{"id":1,"break":"pay","enabled":false},"#
        + #"{"id":2,"watch":"/total","enabled":false}]}"#)
    _ = try sample.run("c")
    #expect(sample.workspace.n == 4)
    #expect(sample.told("enable 1") == "1 break pay\n")
    _ = try sample.run("rc")
    #expect(sample.workspace.n == 3)
    #expect(
      sample.told("rc") == """
        the start
        ── 0/4 start ───────────────────────────────────────────────────────────────────

        """)
  }

  @Test("catch crash stops where the reducer threw, and where the app died")
  func crash() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("catch crash") == "1 catch crash\n")
    _ = try sample.run("c")
    #expect(sample.workspace.n == 3)
    #expect(
      try sample.json("info breakpoints")
        == #"{"report":"breakpoints","version":1,"rules":[{"id":1,"catch":"crash"}]}"#)
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "boom")
    var died = try SampleWorkspace(builder)
    _ = try died.run("catch crash")
    _ = try died.run("c")
    #expect(died.workspace.n == 3)
    _ = try died.run("rc")
    #expect(died.workspace.n == 0)
  }

  @Test("catch divergence stops where the last verify found that the replay parts")
  func divergence() throws {
    var sample = try SampleWorkspace(SessionBuilder.counter([1, 2, 3, 4]))
    #expect(
      sample.told("catch divergence")
        == "error: catch: nothing to compare with: run verify first, or make a branch; usage: "
        + "catch crash|divergence\n")
    sample.workspace.verdict = Verdict(
      file: "s.ndjson", store: "counter", actions: 4, equal: 2, notComparable: StepNumbers(),
      ignored: [],
      standIn: nil, doubts: [], opaque: nil,
      divergence: Divergence(n: 3, type: "add", kind: .survived),
      reproducedCrash: nil, tornLine: nil)
    #expect(sample.told("catch divergence") == "1 catch divergence\n")
    _ = try sample.run("c")
    #expect(sample.workspace.n == 3)
    _ = try sample.run("goto 4")
    _ = try sample.run("rc")
    #expect(sample.workspace.n == 3)
  }

  @Test("catch divergence stops where a branch parts from the recording, and only there")
  func branchDivergence() throws {
    let timeline = Timeline(try SessionBuilder.counter([1, 2, 3, 4, 5]).session())
    var branch = timeline.branch(named: "b", after: 1)
    for (n, total) in [(2, 3), (3, 7), (4, 8), (5, 15), (6, 16)] {
      branch.append(
        Step(
          action: ActionLine(n: n, t: n, type: "add", action: 1), inputs: [], hasState: true),
        state: ["total": .number(total)])
    }
    let rule = Breakpoint(id: 1, kind: .divergence, condition: nil, isTemporary: false)
    var scan = BreakpointSearch(branch, [rule], interrupted: { false })
    #expect(try scan.next(after: 0)?.n == 3)
    #expect(try scan.next(after: 3)?.n == nil)
    #expect(try scan.last(before: 6)?.n == 3)
  }

  @Test("behind if the members of a step are completed, before it paths and types")
  func completion() throws {
    let sample = try SampleWorkspace()
    func words(_ line: String) -> [String] {
      sample.workspace.completions(line, at: line.utf8.count).candidates
    }
    #expect(words("watch /t") == ["/total"])
    #expect(words("watch /total if $.b") == ["$.before"])
    #expect(words("break pa") == ["pay"])
  }

  @Test(
    "a rule that watches stops where a walk over whole states would",
    arguments: [2, 3, 5, 8, 11, 26])
  func random(seed: Int) throws {
    let timeline = Timeline(try RandomRecording(seed: seed).session())
    for path in try ["", "/a", "/a/0", "/a/1", "/b/0", "/b/10/0", "/c"].map({ try JSONPointer($0) })
    {
      let rule = Breakpoint(id: 1, kind: .watch(path), condition: nil, isTemporary: false)
      var expected: [Int] = []
      var value = path.value(in: try timeline.state(0))
      for n in 1...timeline.last where timeline.hasState(n) {
        let next = path.value(in: try timeline.state(n))
        let before = timeline.isWhole(n) ? path.value(in: try timeline.before(n)) : value
        if next != value || before != value { expected.append(n) }
        value = next
      }
      for n in 0...timeline.last {
        var scan = BreakpointSearch(timeline, [rule], interrupted: { false })
        #expect(try scan.next(after: n)?.n == expected.first { $0 > n }, "\(path)")
        #expect(try scan.last(before: n)?.n == expected.last { $0 < n }, "\(path)")
      }
    }
  }

  @Test("forward and back stop at the same steps, which are those that differ")
  func law() throws {
    var random = SplitMix64(seed: 7)
    for length in [1, 63, 64, 65, 66, 200] {
      var builder = SessionBuilder()
      var values = [0]
      builder.whole(0, ["x": 0])
      for n in 1...length {
        values.append(Int.random(in: 0..<30, using: &random) == 0 ? n : values[n - 1])
        builder.action(n)
        builder.patch(n, to: ["x": .number(values[n])])
      }
      let timeline = Timeline(try builder.session())
      let rule = Breakpoint(
        id: 1, kind: .watch(try JSONPointer("/x")), condition: nil, isTemporary: false)
      let expected = (1...length).filter { values[$0] != values[$0 - 1] }
      for n in 0...length {
        var scan = BreakpointSearch(timeline, [rule], interrupted: { false })
        #expect(try scan.next(after: n)?.n == expected.first { $0 > n })
        #expect(try scan.last(before: n)?.n == expected.last { $0 < n })
      }
    }
  }

  @Test("a change over a gap and one from outside stop too, and it can be interrupted")
  func gap() throws {
    let timeline = Timeline(try SessionBuilder.mixed().session())
    let rule = Breakpoint(
      id: 1, kind: .watch(try JSONPointer("")), condition: nil, isTemporary: false)
    var scan = BreakpointSearch(timeline, [rule], interrupted: { false })
    var found: [Int] = []
    var n = 0
    while let next = try scan.next(after: n) {
      n = next.n
      found.append(n)
    }
    #expect(found == [1, 2, 3, 4, 5, 8, 9])
    var stopped = BreakpointSearch(timeline, [rule], interrupted: { true })
    #expect(throws: InspectorError.interrupted) { try stopped.next(after: 0) }
    #expect(throws: InspectorError.interrupted) { try stopped.last(before: 9) }
  }
}
