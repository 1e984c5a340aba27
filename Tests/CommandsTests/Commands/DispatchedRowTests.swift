import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What was dispatched and not reduced, and what was dispatched within it")
struct DispatchedRowTests {
  private static func dispatched(
    _ n: Int, _ type: String, _ action: JSONValue, number: Int? = nil, from: Int? = nil,
    within: Int? = nil
  ) -> SessionLine {
    var line = DispatchedLine(n: n, t: n * 1_000_000_000 + 500_000_000, type: type, action: action)
    (line.dispatch, line.from, line.within) = (number, from, within)
    return .dispatched(line)
  }

  private static func action(
    _ n: Int, _ type: String, _ action: JSONValue, number: Int? = nil, from: Int? = nil,
    within: Int? = nil
  ) -> SessionLine {
    var line = ActionLine(n: n, t: n * 1_000_000_000, type: type, action: action)
    (line.dispatch, line.from, line.within) = (number, from, within)
    return .action(line)
  }

  /// A thunk that dispatches action 1; a swallowed action; action 3, within which a middleware
  /// dispatched action 2 first; and one of a recorder that knows no numbers.
  private static var builder: SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.add(dispatched(0, "Load", ["page": 1], number: 1))
    builder.add(action(1, "add", 1, within: 1))
    builder.patch(1, to: ["total": 1])
    builder.add(dispatched(1, "Swallowed", [:], number: 2, from: 1))
    builder.add(dispatched(1, "add", 5, number: 3, from: 1))
    builder.add(action(2, "note", "n", from: 1, within: 3))
    builder.patch(2, to: ["total": 1])
    builder.add(action(3, "add", 5, number: 3, from: 1))
    builder.patch(3, to: ["total": 6])
    builder.add(dispatched(3, "Load", ["page": 2]))
    builder.end(3)
    return builder
  }

  /// Lines with one blank between words, as widths are the table's business.
  private func words(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("list left out what was dispatched before the first action")
  func list() throws {
    var sample = try SampleWorkspace(Self.builder)
    #expect(
      words(sample.told("list")) == [
        "+0.500 s Load dispatched, not reduced", "1 +1.000 s add total 0 → 1",
        "+1.500 s Swallowed dispatched, not reduced", "2 +2.000 s +1.0 s └ note no change",
        "3 +3.000 s +1.0 s └1 add total 1 → 6", "+3.500 s Load dispatched, not reduced",
      ])
  }

  @Test("hide left what was only dispatched in lists, and a stop there is one that never comes")
  func hidden() throws {
    var sample = try SampleWorkspace(Self.builder)
    let stop = try sample.run("break Load")
    #expect(
      stop.complaints == [
        "note: it never stops: actions of that type were dispatched, and none was reduced"
      ])
    #expect(try sample.run("break add").complaints == [])
    _ = try sample.run("hide Load")
    for line in ["list", "log"] {
      let rows = words(sample.told(line))
      #expect(rows.first == "1 +1.000 s add total 0 → 1", "\(line)")
      #expect(rows.last == "2 steps hidden (hide --none shows them)", "\(line)")
    }
    #expect(
      words(sample.told("find $.type == 'Load'")) == [
        "2 steps hidden (hide --none shows them)"
      ])
  }

  @Test("log told steps alone: each has a row of its own, at its place; not what was reduced later")
  func log() throws {
    var sample = try SampleWorkspace(Self.builder)
    #expect(
      words(sample.verb("log")) == [
        "+0.500 s Load dispatched, not reduced", "1 +1.000 s add total 0 → 1",
        "+1.500 s Swallowed dispatched, not reduced", "2 +2.000 s +1.0 s └ note no change",
        "3 +3.000 s +1.0 s └1 add total 1 → 6", "+3.500 s Load dispatched, not reduced",
      ])
    #expect(
      words(sample.verb("log", "--type", "Lo*")) == [
        "+0.500 s Load dispatched, not reduced", "+3.500 s Load dispatched, not reduced",
      ])
    #expect(
      words(sample.verb("log", "--type", "add")) == [
        "1 +1.000 s add total 0 → 1", "3 +3.000 s +1.0 s └ add total 1 → 6",
      ])
    #expect(
      words(sample.verb("log", "--where", "$.type == 'Swallowed'")) == [
        "+1.500 s Swallowed dispatched, not reduced"
      ])
  }

  @Test("in the form of one value they stand within the row of the step before, and at the start")
  func json() throws {
    let sample = try SampleWorkspace(Self.builder)
    let stream = StepStream(
      sample.workspace.timeline, .all, current: nil,
      interrupted: sample.workspace.context.interrupted)
    #expect(
      try stream.written(.ndjson).split(separator: "\n") == [
        #"{"n":0,"dispatched":[{"dispatch":1,"t":500000000,"type":"Load","action":{"page":1}}]}"#,
        #"{"n":1,"t":1000000000,"type":"add","within":1,"changed":["/total"],"dispatched":[{"dispatch":2,"t":1500000000,"type":"Swallowed","action":{},"from":1}]}"#,
        #"{"n":2,"t":2000000000,"type":"note","from":1,"within":3,"changed":[]}"#,
        #"{"n":3,"t":3000000000,"type":"add","from":1,"dispatch":3,"changed":["/total"],"dispatched":[{"t":3500000000,"type":"Load","action":{"page":2}}]}"#,
      ])
  }

  @Test("find asks them of their type and action, and of nothing that they do not have")
  func find() throws {
    var sample = try SampleWorkspace(Self.builder)
    #expect(
      words(sample.told("find $.action.page > 0")) == [
        "+0.500 s Load dispatched, not reduced", "+3.500 s Load dispatched, not reduced",
      ])
    #expect(
      words(sample.verb("find", "$.type != 'note'", "--limit", "3")) == [
        "+0.500 s Load dispatched, not reduced", "1 +1.000 s add total 0 → 1",
        "+1.500 s Swallowed dispatched, not reduced",
        "ended after 3 steps: there may be more without --limit",
      ])
    #expect(
      words(sample.told("find !$.state.total")) == ["no step matches !$.state.total", "(no)"])
    #expect(words(sample.told("find $.n == 1")) == ["1 +1.000 s add total 0 → 1"])
    #expect(
      try sample.json("find $.type == 'Swallowed'")
        == #"{"report":"find","version":1,"condition":"$.type == 'Swallowed'","steps":[{"n":1,"dispatched":[{"dispatch":2,"t":1500000000,"type":"Swallowed","action":{},"from":1}]}]}"#
    )
  }

  @Test("a step names the dispatch that it came within, and what was dispatched after it")
  func steps() throws {
    var sample = try SampleWorkspace(Self.builder)
    #expect(
      words(sample.told("goto 1")) == [
        "── 1/3 add ───────────────────────────────────────────────────────── +1.000 s ──",
        "within Load", "action 1", "~ total 0 → 1",
        "then Swallowed was dispatched, but not reduced",
      ])
    #expect(
      try sample.json("goto 2")
        == #"{"report":"step","version":1,"n":2,"last":3,"t":2000000000,"type":"note","action":"n","from":1,"within":{"dispatch":3,"type":"add","n":3},"inputs":[],"changes":[]}"#
    )
    // Its own number, by which action 2 names it.
    #expect(
      try sample.json("goto 3")
        == #"{"report":"step","version":1,"n":3,"last":3,"t":3000000000,"type":"add","action":5,"from":1,"dispatch":3,"inputs":[],"changes":[{"path":"/total","old":1,"new":6}],"dispatched":[{"t":3500000000,"type":"Load","action":{"page":2}}]}"#
    )
    #expect(
      words(sample.told("goto 2"))[0]
        == "── 2/3 note ──────────────────────────────────────────────────────── +2.000 s ──")
    #expect(
      try sample.json("goto 0")
        == #"{"report":"step","version":1,"n":0,"last":3,"dispatched":[{"dispatch":1,"t":500000000,"type":"Load","action":{"page":1}}]}"#
    )
    #expect(words(sample.told("goto 0"))[1] == "then Load was dispatched, but not reduced")
  }

  @Test("stats counts them by type, and none that was reduced later")
  func stats() throws {
    var sample = try SampleWorkspace(Self.builder)
    #expect(
      try sample.json("stats").contains(
        #""dispatched":[{"type":"Load","count":2},{"type":"Swallowed","count":1}]"#))
    let lines = words(sample.told("stats"))
    let heading = try #require(lines.firstIndex(of: "dispatched, not reduced"))
    #expect(Array(lines[heading...heading + 2].dropFirst()) == ["2 Load", "1 Swallowed"])
  }

  @Test("a number that no line has, as in an excerpt, is told as a number")
  func unknown() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.add(Self.action(1, "add", 1, within: 9))
    builder.patch(1, to: ["total": 1])
    var sample = try SampleWorkspace(builder)
    #expect(
      words(sample.told("goto 1"))[0]
        == "── 1/1 add ───────────────────────────────────────────────────────── +1.000 s ──")
  }

  @Test("expand, compact, check and repair keep the numbers and the order of the lines")
  func forms() throws {
    let session = try Self.builder.session()
    #expect(try SessionCheck(session).faults == [])
    let lines = { (session: Session) throws in
      try session.lines.indices.compactMap { index -> SessionLine? in
        switch try session.line(index) {
        case .action(let line): .action(line)
        case .dispatched(let line): .dispatched(line)
        default: nil
        }
      }
    }
    for form in [SnapshotForm.full, .delta] {
      var writer = SessionWriter(to: nil)
      var rewrite = SessionRewrite(session, as: form)
      try rewrite.run(into: &writer, interrupted: { false })
      try writer.finish()
      #expect(try lines(open(writer.kept)) == lines(session))
    }
  }

  @Test("a branch tells no dispatch of an action that it leaves out, and keeps the others")
  func branches() throws {
    var builder = try SessionBuilder.ledger([("add", 1)], closed: false)
    builder.add(Self.dispatched(1, "Load", [:], number: 1))
    builder.add(Self.dispatched(1, "add", 5, number: 2, within: 1))
    builder.add(Self.action(2, "add", 2, within: 2))
    builder.patch(2, to: ["log": [], "total": 4])
    builder.add(Self.action(3, "add", 5, number: 2))
    builder.patch(3, to: ["log": [], "total": 9])
    builder.end(3)
    func told(_ change: PastChange) throws -> [String] {
      var workspace = Workspace(try builder.session(), host: .ledger())
      _ = try workspace.change(change)
      let saved = try open(BranchSession.bytes(of: workspace.timeline))
      #expect(try SessionCheck(saved).faults == [])
      return try saved.lines.indices.compactMap { index in
        switch try saved.line(index) {
        case .action(let line):
          "\(line.n) \(line.within ?? 0) #\(line.dispatch ?? 0)"
        case .dispatched(let line): "dispatched \(line.within ?? 0) #\(line.dispatch ?? 0)"
        default: nil
        }
      }
    }
    #expect(try told(.skip([3])) == ["1 0 #0", "dispatched 0 #1", "2 2 #0"])
    #expect(
      try told(.skip([2])) == ["1 0 #0", "dispatched 0 #1", "dispatched 1 #2", "2 0 #2"])
    #expect(
      try told(.insert(4, type: "add", 1)) == [
        "1 0 #0", "dispatched 0 #1", "dispatched 1 #2", "2 2 #0", "3 0 #2", "4 0 #0",
      ])
  }

  @Test("what was dispatched in a gap or behind it was in no list of one type")
  func inGap() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.gap(2, lost: 2)
    builder.add(Self.dispatched(2, "Load", ["page": 1]))
    builder.whole(2, ["total": 1])
    builder.add(Self.dispatched(2, "Load", ["page": 2]))
    builder.add(Self.action(3, "add", 1))
    builder.patch(3, to: ["total": 2])
    builder.end(3)
    var sample = try SampleWorkspace(builder)
    let all = words(sample.verb("log")).filter { $0.contains("Load") }
    #expect(all.count == 2)
    #expect(words(sample.verb("log", "--type", "Load")) == all)
  }
}
