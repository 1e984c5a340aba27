import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Commands pass over what a gap swallowed")
struct GapCommandTests {
  private func sample() throws -> SampleWorkspace { try SampleWorkspace(.mixed()) }

  @Test("list and log show the actions that are recorded, and those that are not in one row")
  func list() throws {
    var sample = try sample()
    #expect(
      sample.verb("log") == """
             1  +0.001 s           push       list  0 → 1 element
                +0.001 s           (outside)  a  0 → 5
                +0.001 s           (outside)  a  5 → 6 and 1 more
             2  +0.002 s  +1.0 ms  set        a  6 → 7
             3  +0.003 s  +1.0 ms  replace    - a and 2 more
             4  +0.004 s  +1.0 ms  outer      b  1 → 4
             5  +0.005 s  +1.0 ms  inner      b  4 → 5  # overlapped
             6  +0.006 s  +1.0 ms  lost       no state
           7–8                                2 steps lost in a gap
             9  +0.009 s           set        b  8 → 9

        """)
    _ = try sample.run("goto end")
    #expect(
      sample.told("list 2") == """
           7–8                 2 steps lost in a gap
        >    9  +0.009 s  set  b  8 → 9
        7–9 of 9

        """)
    _ = try sample.run("goto 8")
    #expect(
      sample.told("list 1") == """
        >  7–8    2 steps lost in a gap
        7–8 of 9

        """)
    #expect(
      sample.verb("log", "--type", "*er") == """
           4  +0.004 s  +1.0 ms  outer  b  1 → 4
           5  +0.005 s  +1.0 ms  inner  b  4 → 5  # overlapped

        """)
    #expect(
      sample.verb("log", "--where", "$.n > 5") == """
           6  +0.006 s  +1.0 ms  lost  no state
           9  +0.009 s           set   b  8 → 9

        """)
  }

  @Test("what the lost actions may have was answered with a plain no")
  func questions() throws {
    var sample = try sample()
    let lost = "unknown at the steps 7 to 8, lost in a gap\n"
    for line in ["find", "first", "bisect"] {
      let result = try sample.run("\(line) $.type == 'nobody' --anyway")
      #expect(result.answer == .trouble, "\(line)")
      #expect(try result.told().hasSuffix(lost), "\(line)")
    }
    let nothing = try sample.run("grep nobody")
    #expect(nothing.answer == .trouble)
    #expect(
      try nothing.told() == "nothing has \"nobody\"\nunknown at the steps 6 to 8, lost in a gap\n")
    let found = try sample.run("grep overlapped")
    #expect(found.answer == .yes)
    #expect(try sample.json("grep nobody --in action").contains(#""lost":[{"n":7,"through":8}]"#))
    #expect(try !sample.json("grep nobody --in mark").contains("lost"))
    #expect(sample.told("find $.n == 7").hasSuffix("no step matches $.n == 7\n(no)\n"))
  }

  @Test("an overview left lost steps out, and said of an action that its state is unknown")
  func overview() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 1])
    builder.action(1)
    builder.patch(1, to: ["v": 2])
    builder.action(2)
    builder.gap(6, lost: 4)
    builder.whole(6, ["v": 3])
    builder.action(7)
    builder.patch(7, to: ["v": 4])
    builder.end(7)
    var sample = try SampleWorkspace(builder)
    for rows in 1...7 {
      let overview = try TimelineOverview(sample.workspace.timeline, rows: rows)
      #expect(overview.rows.flatMap(\.steps) == Array(1...7), "\(rows)")
      #expect(overview.rows.reduce(0) { $0 + $1.lost } == 4, "\(rows)")
    }
    #expect(sample.told("timeline --rows 1").contains("4 lost in a gap"))
    _ = try sample.run("goto 6")
    #expect(
      sample.told("action") == "error: no action 6: it lies in a gap of the recording (paused)\n")
  }

  @Test("a row of lost steps tells programs which, and has nothing else but the marks among them")
  func rows() throws {
    var sample = try sample()
    _ = try sample.run("goto 8")
    #expect(
      try sample.json("list 3")
        == #"{"report":"steps","version":1,"steps":[{"n":6,"t":6000000,"type":"lost"},"#
        + #"{"n":7,"lost":true,"through":8,"count":2},"#
        + #"{"n":9,"t":9000000,"type":"set","changed":["/b"]}]}"#)
    var builder = SessionBuilder.counter([1], closed: false)
    builder.gap(2, lost: 1)
    builder.mark(2, "one")
    builder.gap(5, lost: 3)
    builder.mark(3, "two")
    builder.mark(5, "three")
    builder.whole(5, 5)
    builder.end(5)
    sample = try SampleWorkspace(builder)
    #expect(
      try sample.json("list 2")
        == #"{"report":"steps","version":1,"steps":["#
        + #"{"n":1,"t":1000000,"type":"add","changed":["/total"]},"#
        + #"{"n":2,"lost":true,"through":2,"count":1,"marks":["one"]}]}"#)
    #expect(
      sample.verb("log") == """
             1  +0.001 s  add  total  0 → 1
             2                 lost in a gap  # one
           3–5                 3 steps lost in a gap  # two, three

        """)
  }

  @Test("a step whose action or state is lost can be stood on, and says what is missing")
  func steps() throws {
    var sample = try sample()
    #expect(
      sample.told("goto 6") == """
        ── 6/9 lost ──────────────────────────────────────────────────────── +0.006 s ──
           action    1
           state     no state 6: it lies in a gap of the recording (disk full)

        """)
    #expect(
      sample.told("next") == """
        ── 7/9 not recorded: lost in a gap ─────────────────────────────────────────────
           state     no state 7: it lies in a gap of the recording (disk full)

        """)
    #expect(
      try sample.json("goto 7")
        == #"{"report":"step","version":1,"n":7,"last":9,"lost":true,"unknown":"no state 7: "#
        + #"it lies in a gap of the recording (disk full)"}"#)
    #expect(sample.workspace.placeName == "(not recorded)")
    #expect(
      sample.told("next")
        == "── 8/9 not recorded: lost in a gap ─────────────────────────────────────────────\n")
    #expect(sample.told("print") == "{\n  \"b\": 8\n}\n")
  }

  @Test("a time goes to the last recorded action that had begun")
  func time() throws {
    var sample = try sample()
    for (word, n) in [("0s", 0), ("0.006s", 6), ("0.0085s", 6), ("0.009s", 9)] {
      _ = try sample.run("goto start")
      _ = try? sample.run("goto \(word)")
      #expect(sample.workspace.n == n)
    }
  }

  @Test("why and history name the gap")
  func ask() throws {
    var sample = try sample()
    #expect(
      sample.verb("history", "/b") == """
        3  replace                            1
        4  outer                              1 → 4
        5  inner                              4 → 5
        8  (not recorded, before this state)  5 → 8
        9  set                                8 → 9

        """)
  }

  @Test("the longest gap that is taken holds nothing up, and a longer one is damage")
  func longGap() throws {
    func sample(lost: Int) throws -> SampleWorkspace {
      var builder = SessionBuilder.counter([1], closed: false)
      builder.gap(lost + 1, lost: lost)
      builder.whole(lost + 1, ["total": 7])
      return try SampleWorkspace(builder)
    }
    var longest = try sample(lost: 1_000_000)
    #expect(
      longest.verb("history", "/total") == """
          start  (from the beginning)               0
              1  add                                0 → 1
        1000001  (not recorded, before this state)  1 → 7

        """)
    #expect(
      longest.told("find $") == """
           1  +0.001 s  add  total  0 → 1
        unknown at the steps 2 to 1000001, lost in a gap

        """)
    #expect(longest.told("goto 1s") == longest.told("goto 1"))
    var longer = try sample(lost: 1_000_001)
    #expect(
      longer.verb("log")
        == "error: s.ndjson:5:1: the gap before state 1000002 covers more than 1000000 actions "
        + "(byte 402)\(damageHint)\n")
  }

  /// A state, then gaps of a million actions each, and a state behind them.
  private func longGaps(_ count: Int) throws -> SampleWorkspace {
    var builder = SessionBuilder.counter([1], closed: false)
    for place in 1...count { builder.gap(place * 1_000_000 + 1, lost: 1_000_000) }
    let n = count * 1_000_000 + 1
    builder.whole(n, ["total": 7])
    builder.action(n + 1)
    builder.patch(n + 1, to: ["total": 8])
    builder.end(n + 1)
    return try SampleWorkspace(builder)
  }

  @Test("nothing takes longer because gaps stand for billions of steps")
  func manyLongGaps() throws {
    var sample = try longGaps(4000)
    #expect(
      sample.verb("history", "/total") == """
             start  (from the beginning)               0
                 1  add                                0 → 1
        4000000001  (not recorded, before this state)  1 → 7
        4000000002  add                                7 → 8

        """)
    #expect(sample.verb("log").split(separator: "\n").count == 4002)
    #expect(
      sample.verb("find", "$.state.total > 0") == """
                    1        +0.001 s  add  total  0 → 1
           4000000001                       lost in a gap
           4000000002  1111:06:40.002  add  total  7 → 8
        unknown at the steps 2 to 4000000000, lost in a gap

        """)
    let last = "   4000000002  1111:06:40.002  add  total  7 → 8\n"
    #expect(
      sample.verb("first", "$.state.total == 8")
        == last + "unknown at the steps 2 to 4000000000, lost in a gap\n")
    #expect(sample.verb("bisect", "$.n > 5") == last + "looked at 2 steps\n")
    #expect(try SessionStatistics(sample.workspace.timeline).gaps == 4000)
    for line in ["watch total", "goto end", "reverse-continue"] { _ = try sample.run(line) }
    #expect(sample.workspace.n == 4_000_000_001)
    _ = try sample.run("reverse-continue")
    #expect(sample.workspace.n == 1)
    _ = try sample.run("continue")
    #expect(sample.workspace.n == 4_000_000_001)
    _ = try sample.run("goto 1s")
    #expect(sample.workspace.n == 1)
    #expect(
      sample.verb("blame") == """
                                   (the whole state)
        4000000002  add  0 ns ago    total: 8

        """)
    _ = try sample.run("goto 4000000000")
    #expect(
      sample.told("why total") == """
        total was last changed by action 1 add
          from 0
          to   1
          at   +0.001 s, with 1
          state 4000000000 is not known; this is of state 1

        """)
    let session = sample.workspace.session
    let comparison = try SessionComparison(session, session)
    let verdict = try Verification(session, host: .counter { _ in }).verdict()
    let report = VerifyReport(verdict)
    #expect(
      report.text == """
        ✓ reproduces  s.ndjson
                    2 of 4000000002 actions equal, 4000000000 not comparable (2, 3, 4, 5, 6, …)

        """)
    #expect(
      verdict.json["notComparable"] == [2, 3, 4_000_000_000, 4_000_000_001]
        && verdict.json["notComparableCount"] == 4_000_000_000)
    #expect(comparison.divergence == nil)
    #expect(comparison.notComparable.listed == [2, 3, 4_000_000_000, 4_000_000_001])
    #expect(comparison.notComparable.count == 4_000_000_000)
  }

  @Test("info tells a gap at the beginning of a later segment as one before its first state")
  func laterSegment() throws {
    var sample = try SampleWorkspace(.continued(afterGap: true))
    #expect(
      sample.told("info") == """
        session  s.ndjson  588 B
        store    counter
        started  2026-01-02 03:04:05Z
        actions  1 action, the last after 41 ms
        ending   closed
        lines    6 read, none left out
        gap      before state 40
        here     40 of 41

        """)
  }
}
