import Query
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Every command of the prompt answers people and programs in its exact words")
struct PromptCommandTests {
  @Test(
    "on a branch with a moved action a time led to the start, and a step was minus 3 ms after another"
  )
  func movedTimes() throws {
    let session = try SessionBuilder.counter([1, 2, 3, 4]).session()
    var sample = SampleWorkspace(workspace: Workspace(session, host: .counter()))
    _ = sample.told("move 1 4")
    #expect(sample.told("goto 0.0015s").hasPrefix("── 4/4 "))
    #expect(sample.told("when").contains("  3.0 ms before 3  "))
    #expect(sample.told("goto 0.0025s").hasPrefix("── 4/4 "))
  }

  @Test("moving tells the step that is reached, and stops at both ends")
  func move() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("back") == "the start: there is no earlier state\n")
    #expect(
      sample.told("next") == """
        ── 1/4 addItem ──────────────────────────────────────── +0.001 s  took 1.5 µs ──
           action    {"addItem":{"name":"pen"}}
           input     uuid "A-1"
           ~ items  0 → 1 element
             + [0]  {id "A-1" "pen"}
           ~ total  0 → 2
           mark      first pen

        """)
    #expect(
      sample.told("n") == """
        ── 2/4 refresh ───────────────────────────────────────────────────── +0.002 s ──
           action    "refresh"
           no change

        """)
    #expect(
      sample.told("n") == """
        ── 3/4 pay ───────────────────────────────────────────────────────── +0.003 s ──
           action    "pay"
           threw     NoMoney
           ~ total  2 → 0

        """)
    #expect(
      sample.told("next 99") == """
        ── 4/4 clear ─────────────────────────────────────────────────────── +0.004 s ──
           action    "clear"
           outside   changed without an action before this one:
           ~ total  0 → 9
           ~ items  1 → 0 elements
             - [0]  {id "A-1" "pen"}

        """)
    #expect(sample.told("n") == "the end: there is no later action\n")
    #expect(
      sample.told("b 9223372036854775807")
        == "── 0/4 start ───────────────────────────────────────────────────────────────────\n")
    #expect(
      sample.told("n 0") == "error: next: K is a number of 1 or more, not 0; usage: next [K]\n")
    #expect(
      try sample.json("n")
        == #"{"report":"step","version":1,"n":1,"last":4,"t":1000000,"took":1500,"type":"addItem","#
        + #""action":{"addItem":{"name":"pen"}},"inputs":[{"is":"uuid","value":"A-1"}],"changes":["#
        + #"{"path":"/items/0","new":{"name":"pen","id":"A-1"}},{"path":"/total","old":0,"new":2}]}"#
    )
  }

  @Test(
    "goto takes every form of a step",
    arguments: [
      ("0", 0), ("4", 4), ("+2", 3), ("-1", 0), ("50%", 2), ("0%", 0), ("100%", 4), ("start", 0),
      ("end", 4), ("0s", 0), ("0.001s", 1), ("0.0029s", 2), ("9s", 4),
      ("0:00.002", 2), ("+0.002s", 2), ("1:37:39", 4), ("@first", 1),
      ("'@first pen'", 1),
    ])
  func goto(word: String, expected: Int) throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 1")
    _ = try sample.run("goto \(word)")
    #expect(sample.workspace.n == expected)
  }

  @Test(
    "goto refuses what is no step",
    arguments: [
      ("5", "there is no step 5: the steps go from 0 to 4"),
      ("-9", "there is no step -8: the steps go from 0 to 4"),
      ("+9", "there is no step 10: the steps go from 0 to 4"),
      (
        "+9223372036854775807",
        "there is no step 9223372036854775807: the steps go from 0 to 4"
      ),
      (
        "x",
        "goto: x is not a step: give a number, +2, -2, 50%, start, end, 1.5s, 1:37:39 or @mark; usage: goto "
          + "STEP"
      ),
      (
        "101%",
        "goto: 101% is not a step: give a number, +2, -2, 50%, start, end, 1.5s, 1:37:39 or @mark; usage: "
          + "goto STEP"
      ),
      (
        "@second",
        "goto: there is no mark second: the only one is first pen; usage: goto STEP"
      ),
      ("", "goto: STEP is missing; usage: goto STEP"),
      ("1 2", "goto: 2 is one word too many; usage: goto STEP"),
      ("'1", "goto: a quote is not closed; usage: goto STEP"),
    ])
  func gotoRefuses(word: String, expected: String) throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 1")
    #expect(sample.told("goto \(word)") == "error: \(expected)\n")
    #expect(sample.workspace.n == 1)
  }

  @Test("list shows the steps around here")
  func list() throws {
    var sample = try SampleWorkspace()
    let all = """
         1  +0.001 s           addItem    items  0 → 1 element and 1 more  # first pen
         2  +0.002 s  +1.0 ms  refresh    no change
         3  +0.003 s  +1.0 ms  pay        threw NoMoney; total  2 → 0
            +0.003 s           (outside)  total  0 → 9
         4  +0.004 s  +1.0 ms  clear      items  1 → 0 elements

      """
    #expect(sample.told("list") == all)
    #expect(sample.verb("log") == all)
    _ = try sample.run("goto 3")
    #expect(
      sample.told("list 2") == """
           2  +0.002 s  +1.0 ms  refresh  no change
        >  3  +0.003 s  +1.0 ms  pay      threw NoMoney; total  2 → 0
        2–3 of 4

        """)
    #expect(
      try sample.json("list 1")
        == #"{"report":"steps","version":1,"steps":[{"n":3,"t":3000000,"type":"pay","#
        + #""threw":"NoMoney","changed":["/total"]}]}"#)
    #expect(
      sample.told("list x") == "error: list: N is a number of 1 or more, not x; usage: list [N]\n")
  }

  @Test("print shows the state or a part of it")
  func print() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 1")
    let state = #"{"items":[{"name":"pen","id":"A-1"}],"total":2}"#
    #expect(try sample.json("print") == state)
    #expect(try sample.json("p /items/0/name") == "\"pen\"")
    #expect(try sample.json("p items[0].name") == "\"pen\"")
    #expect(try sample.json("p $.items[*].id") == #"["A-1"]"#)
    #expect(try sample.json("p --paths $..id") == #"["$['items'][0]['id']"]"#)
    #expect(sample.told("p total") == "2\n")
    #expect(try sample.run("p $.none --anyway").answer == .no)
    for (path, hint) in [
      ("/itms", "did you mean /items?"), ("items[1]", "items has 1 element"),
      ("total.x", "total is a number"), ("zebra", "the state has items, total"),
    ] {
      #expect(
        sample.told("p \(path)") == "error: \(path): no state of the session has it; \(hint); "
          + "--anyway asks nevertheless\n")
    }
    #expect(
      sample.told("p --paths /total") == "error: print: --paths goes with a JSONPath; "
        + "usage: print [QUERY] [--paths] [--canonical] [--anyway]\n")
    #expect(
      sample.told("p /a~2")
        == "error: /a~2 is not a path: column 4: after ~ comes 0 or 1; write items[0].message, "
        + "/items/0/message or $.items[0].message\n")
  }

  @Test("action and diff show the step here, and diff any two states")
  func diff() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("diff") == "the start: no action led here\n")
    #expect(sample.told("action") == "the start: no action led here\n")
    _ = try sample.run("goto 4")
    #expect(sample.told("action") == "action 4 clear\n\"clear\"\n")
    #expect(
      sample.told("diff")
        == """
        state 3 and the changes from outside → state 4  1 difference
        ~ items  1 → 0 elements
          - [0]  {id "A-1" "pen"}

        """)
    #expect(sample.told("diff 1 2") == "states 1 and 2 are the same\n")
    #expect(sample.told("diff 0") == "state 0 → state 4  1 difference\n~ total  0 → 9\n(no)\n")
    #expect(
      try sample.json("diff 0 4")
        == #"{"report":"diff","version":1,"from":0,"to":4,"changes":[{"path":"/total","old":0,"new":9}]}"#
    )
    _ = try sample.run("goto 1")
    #expect(
      sample.told("action") == """
        action 1 addItem
        {
          "addItem": {
            "name": "pen"
          }
        }
        input uuid "A-1"

        """)
    #expect(
      try sample.json("action")
        == #"{"report":"action","version":1,"n":1,"type":"addItem","action":{"addItem":{"name":"pen"}},"#
        + #""inputs":[{"is":"uuid","value":"A-1"}]}"#)
  }

  @Test("info tells the session")
  func info() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.told("info") == """
        session  s.ndjson  1.4 kB
        store    shop
        started  2026-01-02 03:04:05Z
        hook     reducer
        state    Shop
        actions  4 actions of ShopAction, the last after 4.0 ms
        ending   closed
        lines    14 read, none left out
        mark     1  first pen
        here     0 of 4

        """)
    #expect(
      try sample.json("info")
        == #"{"report":"info","version":1,"file":"s.ndjson","store":"shop","id":"\#(SessionBuilder.id)","#
        + #""started":"2026-01-02T03:04:05Z","hook":"reducer","stateType":"Shop","#
        + #""actionType":"ShopAction","first":0,"actions":4,"duration":4000000,"ending":"closed","#
        + #""n":0,"notes":[],"lines":14,"skipped":{"lines":0,"bytes":0},"faults":[],"gaps":[],"marks":[{"n":1,"text":"first pen"}]}"#
    )
  }

  @Test("why, history and find ask who changed what")
  func ask() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 3")
    #expect(
      sample.told("why total") == """
        total was last changed by action 3 pay
          from 2
          to   0
          at   +0.003 s, with "pay"

        """)
    #expect(sample.told("why nothing --anyway") == "nothing is in no state up to 3\n(no)\n")
    // At the start it was not said that there is more to come.
    var start = try SampleWorkspace()
    #expect(
      start.told("why items[0].name")
        == "items[0].name is in no state up to 0; step 1 adds it\n(no)\n")
    #expect(try start.json("why items[0].name").contains(#""cause":null,"addedBy":1"#))
    #expect(try start.run("why items[0].name").next.entered == "goto 1")
    #expect(
      sample.verb("why", "/total")
        == "total was last changed without an action, after action 3\n  from 0\n  to   9\n")
    #expect(
      sample.verb("history", "/total") == """
        start  (from the beginning)          0
            1  addItem                       0 → 2
            3  pay                           2 → 0
            3  (outside, after this action)  0 → 9

        """)
    #expect(
      sample.told("find --anyway $.type == \"nothing\"")
        == "no step matches $.type == \"nothing\"\n(no)\n")
    #expect(
      try sample.json("find $.state.total == 2 && $.n > 1")
        == #"{"report":"find","version":1,"condition":"$.state.total == 2 && $.n > 1","steps":["#
        + #"{"n":2,"t":2000000,"type":"refresh","changed":[]}]}"#)
    #expect(
      sample.told("find")
        == "error: find: COND is missing; usage: find COND [--limit N] [--anyway]\n")
  }

  @Test("what a change from outside brings was said to come with the step before it")
  func addedFromOutside() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 1])
    builder.action(1)
    builder.patch(1, to: ["a": 2])
    builder.outside(1, to: ["a": 2, "b": 3])
    builder.action(2)
    builder.patch(2, to: ["a": 3, "b": 3])
    builder.end(2)
    var sample = try SampleWorkspace(builder)
    #expect(sample.told("why b") == "b is in no state up to 0\n(no)\n")
  }

  @Test("log takes a type and a condition, and show a step and a path")
  func verbs() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.verb("log", "--type", "re*", "--where", "$.n > 1")
        == "   2  +0.002 s  +1.0 ms  refresh  no change\n")
    #expect(sample.verb("log", "--type=x", "--anyway") == "no steps\n")
    #expect(
      sample.verb("show", "2", "/total") == """
        ── 2/4 refresh ───────────────────────────────────────────────────── +0.002 s ──
           action    "refresh"
           no change
           state     total
        2

        """)
    #expect(sample.verb("print", "1", "total") == "2\n")
    #expect(
      sample.verb("log", "--typ", "x")
        == "error: log: it has no option --typ; did you mean --type?; usage: inspect log SESSION "
        + "[--where COND] [--type GLOB] [--limit N] [--anyway]\n")
  }

  @Test("what needs a host says so where there is none, and branches lists the recording")
  func withoutHost() throws {
    var sample = try SampleWorkspace()
    let text =
      "error: no host is known for the store shop: give one with --host \"CMD\", "
      + "or at the prompt with set host CMD\n"
    #expect(sample.told("dispatch clear") == text)
    #expect(sample.told("verify") == text)
    #expect(sample.told("replay") == text)
    #expect(sample.told("branches") == "*  recording  ends at 4\n")
    #expect(
      try sample.json("branches")
        == #"{"report":"branches","version":1,"branches":[{"name":"recording","last":4,"current":true}]}"#
    )
    #expect(
      sample.told("switch x") == "error: there is no branch x: the only one is recording\n")
    #expect(
      sample.told("sw rec")
        == "── 0/4 start ───────────────────────────────────────────────────────────────────\n")
    #expect(try sample.run("quit").quits)
  }
}
