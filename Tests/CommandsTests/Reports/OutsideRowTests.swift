import Foundation
import SessionFormat
import Synchronization
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Changes from outside in lists of steps")
struct OutsideRowTests {
  /// A session with changes from outside before the first action, between two, and behind the last.
  private static func builder() -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.outside(0, to: ["total": 5])
    builder.action(1)
    builder.patch(1, to: ["total": 6])
    builder.outside(1, to: ["total": 7])
    builder.outside(1, to: ["total": 9, "note": "x"])
    builder.action(2, "refresh", "refresh")
    builder.patch(2, to: ["total": 9, "note": "x"])
    builder.outside(2, to: ["total": 0, "note": "x"])
    builder.end(2)
    return builder
  }

  private static let rows =
    #"{"n":0,"t":0,"outside":true,"changed":["/total"]},"#
    + #"{"n":1,"t":1000000,"type":"add","changed":["/total"]},"#
    + #"{"n":1,"t":1000000,"outside":true,"changed":["/total"]},"#
    + #"{"n":1,"t":1000000,"outside":true,"changed":["/total","/note"]},"#
    + #"{"n":2,"t":2000000,"type":"refresh","changed":[]},"#
    + #"{"n":2,"t":2000000,"outside":true,"changed":["/total"]}"#

  /// The machine form of the verb `log`.
  private func log(_ sample: SampleWorkspace, _ words: String...) throws -> String {
    let command = try sample.workspace.context.table.verb("log")
    var workspace = sample.workspace
    return try command.run(on: &workspace, Invocation(command, words: words)).json()
  }

  @Test("a step was told to change nothing, and what had changed before it was in no list")
  func own() throws {
    var sample = try SampleWorkspace(Self.builder())
    #expect(
      try log(sample) == #"{"report":"steps","version":1,"steps":["# + Self.rows + "]}")
    #expect(
      try sample.json("list") == #"{"report":"steps","version":1,"steps":["# + Self.rows + "]}")
    let text = """
            +0.000 s           (outside)  total  0 → 5
         1  +0.001 s           add        total  5 → 6
            +0.001 s           (outside)  total  6 → 7
            +0.001 s           (outside)  total  7 → 9 and 1 more
         2  +0.002 s  +1.0 ms  refresh    no change
            +0.002 s           (outside)  total  9 → 0

      """
    #expect(sample.verb("log") == text)
    #expect(sample.told("list") == text.replacing("   2 ", with: ">  2 "))
  }

  @Test("a list of one type had none before its steps, and one of a part has those of that part")
  func parts() throws {
    var sample = try SampleWorkspace(Self.builder())
    #expect(
      try log(sample, "--type", "refresh")
        == #"{"report":"steps","version":1,"steps":["#
        + #"{"n":1,"t":1000000,"outside":true,"changed":["/total"]},"#
        + #"{"n":1,"t":1000000,"outside":true,"changed":["/total","/note"]},"#
        + #"{"n":2,"t":2000000,"type":"refresh","changed":[]}]}"#)
    #expect(
      sample.told("list 1") == """
              +0.000 s  (outside)  total  0 → 5
           1  +0.001 s  add        total  5 → 6
        1 of 2

        """)
  }

  @Test("a step that was found because of such a change shows it, and has it in its row")
  func found() throws {
    var sample = try SampleWorkspace(Self.builder())
    #expect(
      sample.told("find $.state.total == 9") == """
              +0.001 s           (outside)  total  6 → 7
              +0.001 s           (outside)  total  7 → 9 and 1 more
           2  +0.002 s  +1.0 ms  refresh    no change

        """)
    let row =
      #"{"n":2,"t":2000000,"type":"refresh","changed":[],"#
      + #""outsideBefore":["/total","/total","/note"]}"#
    #expect(
      try sample.json("find $.state.total == 9")
        == #"{"report":"find","version":1,"condition":"$.state.total == 9","steps":["# + row + "]}")
    #expect(
      try sample.json("first $.state.total == 9")
        == #"{"report":"first","version":1,"condition":"$.state.total == 9","step":"# + row + "}")
  }

  @Test("the prompt's list of a session without an action had no row for a change from outside")
  func withoutAction() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.outside(0, to: ["total": 5])
    builder.end(0)
    var sample = try SampleWorkspace(builder)
    #expect(sample.told("list") == "     +0.000 s  (outside)  total  0 → 5\n")
    #expect(sample.told("list") == sample.verb("log"))
  }

  @Test("find, first and bisect said nothing of what held behind the last action alone")
  func foundAtEnd() throws {
    var sample = try SampleWorkspace(Self.builder())
    let end = "true at the end, as changed from outside after 2\n"
    for verb in ["find", "first"] {
      #expect(
        sample.told("\(verb) $.state.total == 0 && $.state.note")
          == "no step matches $.state.total == 0 && $.state.note\n" + end)
      #expect(
        try sample.json("\(verb) $.state.total == 0 && $.state.note")
          == #"{"report":"\#(verb)","version":1,"condition":"$.state.total == 0 && $.state.note","#
          + #""end":2,"# + (verb == "find" ? #""steps":[]}"# : #""step":null}"#))
    }
    #expect(
      sample.told("bisect $.state.total == 0 && $.state.note")
        == "no step matches $.state.total == 0 && $.state.note\n" + end
        + "looked at 2 steps; first looks at all\n")
    // What the last step has is told of that alone, and what an action brings is of no such state.
    #expect(!sample.told("find $.state.note").contains("end"))
    #expect(!sample.told("find $.state.total == 0 && $.type").contains("end"))
    // Nor is it asked where the search does not come to it.
    #expect(
      !sample.told("find $.state.total > 5 || $.state.total == 0 --limit 1").contains("the end"))
  }

  @Test("log --where said nothing of what held at the start and behind the last action alone")
  func listedAtEnds() throws {
    var sample = try SampleWorkspace(Self.builder())
    #expect(
      sample.verb("log", "--where", "$.state.total == 0 && $.state.note")
        == "no steps\ntrue at the end, as changed from outside after 2\n")
    #expect(
      sample.verb("log", "--where", "$.state.total == 0 && !$.state.note")
        == "true at the start, in state 0\nno later steps\n")
    #expect(
      sample.verb("log", "--where", "$.state.total == 0", "--type", "add") == "no steps\n")
  }

  @Test(
    "in a session that grows they come before the step that found them, and the last in the end")
  func followed() throws {
    let session = try Self.builder().session()
    var steps = FollowedSteps(session)
    var rows: [String] = []
    try steps.due(session, isLast: true) { rows.append($0.json.description) }
    #expect(rows.joined(separator: ",") == Self.rows)
    try steps.due(session, isLast: true) { rows.append($0.json.description) }
    #expect(rows.count == 6)
  }

  @Test("a number that is not skipped was passed over beside one that is")
  func notSkipped() throws {
    var sample = try SampleWorkspace(Self.builder())
    _ = sample.told("skip 2")
    let usage = "usage: unskip [N]..."
    for line in ["unskip 2 9", "unskip 9", "unskip 9 2"] {
      #expect(sample.told(line) == "error: unskip: 9 is not skipped on branch-1; \(usage)\n")
    }
    #expect(!sample.told("unskip 2").hasPrefix("error"))
    #expect(
      sample.told("unskip") == "error: unskip: nothing is skipped on branch-1; \(usage)\n")
  }

  @Test("what a branch left out at its fork was not in its comparison with the recording")
  func leftOut() throws {
    var sample = try SampleWorkspace(Self.builder())
    _ = sample.told("skip 2")
    #expect(
      sample.told("compare") == """
        different  recording and branch-1
          skipped 2 refresh
          branch-1 is without the change from outside after 1 of recording:
            ~ total  6 → 7
            ~ total  7 → 9
            + note  "x"
          branch-1 is without the change from outside after 2 of recording:
            ~ total  9 → 0
        the states after all 1 actions of both are the same
        in the end:
          ~ total  0 → 6
          - note  "x"
        (no)

        """)
    let json = try JSONValue(parsing: try sample.json("compare"))
    #expect(json["leftOutCount"] == 2)
    #expect(json["leftOut"]?.array?.map { $0["after"] } == [1, 2])
    #expect(json["leftOut"]?.array?.map { $0["of"] } == ["recording", "recording"])
  }

  @Test("what changed after the last action without one was in no history, and why passed over it")
  func behindLast() throws {
    var sample = try SampleWorkspace(Self.builder())
    #expect(
      sample.told("history /total") == """
        start  (from the beginning)          0
            0  (outside, after this action)  0 → 5
            1  add                           5 → 6
            1  (outside, after this action)  6 → 7
            1  (outside, after this action)  7 → 9
            2  (outside, after this action)  9 → 0

        """)
    #expect(
      sample.told("history /total --limit 1") == """
        2  (outside, after this action)  9 → 0
        only the last change: there may be earlier ones without --limit

        """)
    _ = sample.told("goto 2")
    #expect(
      sample.told("why /total") == """
        total was last changed without an action, after action 1
          from 7
          to   9
          since then, without an action: 9 -> 0

        """)
    #expect(
      try sample.json("why /total")
        == #"{"report":"why","version":1,"path":"/total","n":2,"cause":{"by":"outside","after":1,"#
        + #""old":7,"new":9},"since":{"by":"outside","after":2,"old":9,"new":0}}"#)
    // Nothing came after it that changed it.
    #expect(
      sample.told("why /note") == """
        note was last changed without an action, after action 1
          from nothing
          to   "x"

        """)
    _ = sample.told("goto 1")
    #expect(
      sample.told("why /total") == """
        total was last changed by action 1 add
          from 5
          to   6
          at   +0.001 s, with 1

        """)
  }

  @Test("of random sessions the list has what history has of every place, and nothing else")
  func agreement() throws {
    var (count, seen) = (0, 0)
    for seed in 0..<60 {
      let session = try RandomRecording(seed: seed).builder.session()
      let timeline = Timeline(session)
      var places: [JSONPointer: Set<Int>] = [:]
      var rows = StepRows(timeline, count: timeline.last)
      var all: [OutsideRow] = []
      for n in timeline.recorded { all += try rows.row(n...n).outsides }
      all += try rows.rowBehindLast()?.outsides ?? []
      for row in all {
        for path in row.places?.paths ?? [] { places[path, default: []].insert(row.n) }
      }
      count += all.count
      #expect(all.map(\.n) == all.map(\.n).sorted())
      for (path, numbers) in places {
        let changes = try CauseScan(timeline, path: path).foundInAll().changes
        let outside = changes.compactMap { change in
          if case .outside(let n) = change.origin { n } else { nil }
        }
        for n in numbers where n == timeline.last || timeline.hasBefore(n + 1) {
          seen += 1
          #expect(outside.contains(n), "seed \(seed), \(path) after \(n)")
        }
      }
    }
    #expect(count > 100 && seen > 100)
  }

  @Test("Ctrl-C did not end a list within the many changes before one step")
  func interruption() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for total in 1...50 { builder.outside(0, to: ["total": .number(total)]) }
    builder.end(0)
    let asked = Mutex(0)
    var rows = StepRows(Timeline(try builder.session()), count: 1) {
      asked.withLock { asked in
        asked += 1
        return asked == 7
      }
    }
    #expect(throws: InspectorError.interrupted) { try rows.rowBehindLast() }
    #expect(asked.withLock { $0 } == 7)
  }
}
