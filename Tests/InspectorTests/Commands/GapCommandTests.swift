import SessionFormat
import Testing

@testable import Inspector

@Suite("Commands pass over what a gap swallowed")
struct GapCommandTests {
  private func sample() throws -> SampleWorkspace { try SampleWorkspace(.mixed()) }

  @Test("list and log show the actions that are recorded, and which are not")
  func list() throws {
    var sample = try sample()
    #expect(
      sample.verb("log") == """
           1  +0.001 s    push     /list/0
           2  +0.002 s    set      /a
           3  +0.003 s    replace  /a and 2 more
           4  +0.004 s    outer    /b
           5  +0.005 s    inner    /b  # overlapped
           6  +0.006 s    lost     no state
           7                       not recorded: lost in a gap
           8                       not recorded: lost in a gap
           9  +0.009 s    set      /b

        """)
    _ = try sample.run("goto end")
    #expect(
      sample.told("list 2") == """
           8                   not recorded: lost in a gap
        >  9  +0.009 s    set  /b

        """)
  }

  @Test("a row that is not recorded says so to programs, and has nothing else")
  func rows() throws {
    var sample = try sample()
    _ = try sample.run("goto 8")
    #expect(
      try sample.json("list 3")
        == #"{"report":"steps","version":1,"steps":[{"n":7,"lost":true},{"n":8,"lost":true},"#
        + #"{"n":9,"t":9000000,"type":"set","changed":["/b"]}]}"#)
  }

  @Test("a step whose action or state is lost can be stood on, and says what is missing")
  func steps() throws {
    var sample = try sample()
    #expect(
      sample.told("goto 6") == """
        6/9 lost  +0.006 s
          action   1
          state    state 6 is not known: it lies in a gap of the recording (disk full)

        """)
    #expect(
      sample.told("next") == """
        7/9 not recorded: lost in a gap
          state    state 7 is not known: it lies in a gap of the recording (disk full)

        """)
    #expect(
      try sample.json("goto 7")
        == #"{"report":"step","version":1,"n":7,"last":9,"lost":true,"unknown":"state 7 is not "#
        + #"known: it lies in a gap of the recording (disk full)"}"#)
    #expect(sample.workspace.placeName == "(not recorded)")
    #expect(sample.told("next") == "8/9 not recorded: lost in a gap\n")
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
        4  outer                              4
        5  inner                              5
        8  (not recorded, before this state)  8
        9  set                                9

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
              1  add                                1
        1000001  (not recorded, before this state)  7

        """)
    #expect(longest.told("find $") == "   1  +0.001 s    add  /total\n")
    #expect(longest.told("goto 1s") == longest.told("goto 1"))
    var longer = try sample(lost: 1_000_001)
    #expect(
      longer.verb("log")
        == "error: s.ndjson:5:1: the gap before state 1000002 swallows more than 1000000 actions "
        + "(byte 402)\(damageHint)\n")
  }

  @Test("info tells a gap at the beginning of a later segment as one before its first state")
  func laterSegment() throws {
    var sample = try SampleWorkspace(.continued(afterGap: true))
    #expect(
      sample.told("info") == """
        session  s.ndjson
        store    counter
        started  2026-01-02T03:04:05Z
        actions  1 action, the last after 0.041 s
        ending   closed
        lines    6 read, none left out
        gap      before state 40
        here     40 of 41

        """)
  }
}
