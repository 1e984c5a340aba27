import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Statistics count every line")
struct SessionStatisticsTests {
  @Test("a change from outside after the last action was not counted")
  func lastOutside() throws {
    var builder = SessionBuilder.counter([5], closed: false)
    builder.outside(1, to: ["total": 8])
    builder.end(1)
    #expect(try SessionStatistics(Timeline(builder.session())).outsides == 1)
  }

  @Test("what stands for a cut was counted as a change of the state")
  func cutMarks() throws {
    func state(_ rows: Int, _ more: Int) -> JSONValue {
      ["count": .number(more), "rows": [.number(rows), .string("… \(more) more")]]
    }
    var first = StateLine(n: 0, content: .whole(state(1, 7)))
    (first.opaque, first.cut) = ([""], ["/rows/1"])
    var lines: [SessionLine] = [
      .session(SessionHeader(id: "s", started: "2026-01-02T03:04:05Z", store: "cut")),
      .state(first),
    ]
    for (n, (old, new)) in [(state(1, 7), state(1, 8)), (state(1, 8), state(2, 9))].enumerated() {
      lines.append(.action(ActionLine(n: n + 1, t: n, type: "a", action: 0)))
      var line = StateLine(n: n + 1, content: .patch(JSONPatch(from: old, to: new)))
      line.cut = ["/rows/1"]
      lines.append(.state(line))
    }
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    let session = try Session(bytes: Data(bytes), file: "cut.ndjson")
    let statistics = try SessionStatistics(Timeline(session))
    #expect(statistics.hotPaths.map(\.name) == ["/count", "/rows/*"])
    #expect(statistics.hotPaths.map(\.count) == [2, 1])
  }

  @Test("a member with an empty name is shown by it, and not as an element of an array")
  func emptyName() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["": ["a": 1], "list": [1, 2]])
    for n in 1...2 {
      builder.action(n)
      builder.patch(n, to: ["": ["a": .number(n + 1)], "list": [1, 3]])
    }
    let statistics = try SessionStatistics(Timeline(builder.session()))
    #expect(statistics.hotPaths.map(\.name) == ["//a", "/list/*"])
    #expect(statistics.hotPaths.map(\.count) == [2, 1])
  }

  @Test("the counts are those of the parsed lines, over random sessions", arguments: 0..<12)
  func law(seed: Int) throws {
    let session = try RandomRecording(seed: seed).session()
    let statistics = try SessionStatistics(Timeline(session))
    var types: [String: Int] = [:]
    var paths: [String: Int] = [:]
    // The first state is whole.
    var (threw, whole, outsides) = (0, 1, 0)
    var took: [String: [Int]] = [:]
    func count(_ patch: JSONPatch) {
      for operation in patch.operations {
        let tokens = operation.path.tokens.map {
          $0 == "-" || !$0.isEmpty && $0.allSatisfy(\.isNumber) ? "*" : $0
        }
        paths[JSONPointer(tokens: tokens).description, default: 0] += 1
      }
    }
    for n in 1...session.last + 1 {
      var before: JSONValue = session.hasState(n - 1) ? try session.state(n - 1) : .null
      for (line, state) in session.hasState(n - 1) ? try session.outsideChanges(n - 1) : [] {
        outsides += 1
        switch line.content {
        case .patch(let patch): count(patch)
        case .whole: count(JSONPatch(from: before, to: state))
        }
        before = state
      }
      if session.hasState(n) {
        let line = try session.stateLine(n)
        if line.threw != nil { threw += 1 }
        switch line.content {
        case .patch(let patch): count(patch)
        case .whole:
          whole += 1
          if Timeline(session).isWhole(n) {
            count(JSONPatch(from: try session.before(n), to: try session.state(n)))
          }
        }
        if session.hasAction(n), let time = line.took { took["t\(n)", default: []].append(time) }
      }
      if session.hasAction(n) { types[try session.action(n).type, default: 0] += 1 }
    }
    #expect(statistics.actions == types.values.reduce(0, +))
    #expect(
      statistics.types.map(\.type)
        == types.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    for type in statistics.types {
      #expect(type.count == types[type.type])
      #expect(type.took?.max == took[type.type]?.max())
    }
    #expect(statistics.threw == threw)
    #expect(statistics.wholeStates == whole)
    #expect(statistics.outsides == outsides)
    #expect(statistics.gaps == session.steps.gaps.count)
    let ranked = paths.sorted {
      $0.value != $1.value
        ? $0.value > $1.value : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    #expect(statistics.hotPaths.map(\.name) == ranked.prefix(10).map(\.key))
    #expect(statistics.hotPaths.map(\.count) == ranked.prefix(10).map(\.value))
    #expect(statistics.otherPaths == max(0, ranked.count - 10))
    for size in statistics.sizes {
      #expect(try size.bytes == session.state(size.n).textSize)
    }
  }

  @Test("percentiles are by the nearest rank")
  func percentiles() {
    #expect(SessionStatistics.Times([]) == nil)
    #expect(
      SessionStatistics.Times([7])
        == SessionStatistics.Times(count: 1, p50: 7, p90: 7, p99: 7, max: 7))
    #expect(
      SessionStatistics.Times((1...200).reversed())
        == SessionStatistics.Times(count: 200, p50: 100, p90: 180, p99: 198, max: 200))
  }

  @Test("the report tells types, sizes, places and the rest")
  func report() throws {
    var sample = try SampleWorkspace()
    let empty = try sample.workspace.timeline.state(0).textSize
    let full = try sample.workspace.timeline.state(1).textSize
    let bar = String(repeating: "#", count: (empty * 40 + full - 1) / full)
    let text = """
      actions  4, 1 threw
                   time in the reducer:     p50     p90     p99     max
        1  25.0 %  addItem               1.5 µs  1.5 µs  1.5 µs  1.5 µs
        1  25.0 %  clear
        1  25.0 %  pay
        1  25.0 %  refresh
      size of the state
        0  \(empty) B  \(bar)
        1  \(full) B  ########################################
        2  \(full) B  ########################################
        3  \(full) B  ########################################
        4  \(empty) B  \(bar)
      changed most
        3  $.total
        2  $.items[*]
      inputs
        1  uuid
      1 change from outside, 0 gaps, 1 state recorded whole

      """
    #expect(sample.told("stats") == text)
    #expect(sample.verb("stats") == text)
    #expect(
      try sample.json("stats")
        == #"{"report":"stats","version":1,"actions":4,"types":[{"type":"addItem","count":1,"#
        + #""took":{"count":1,"p50":1500,"p90":1500,"p99":1500,"max":1500}},"#
        + #"{"type":"clear","count":1},{"type":"pay","count":1},{"type":"refresh","count":1}],"#
        + #""threw":1,"dispatched":[],"sizes":[{"n":0,"bytes":\#(empty)},{"n":1,"bytes":\#(full)},"#
        + #"{"n":2,"bytes":\#(full)},{"n":3,"bytes":\#(full)},{"n":4,"bytes":\#(empty)}],"wholeStates":1,"#
        + #""paths":[{"path":"/total","count":3},{"path":"/items/*","count":2}],"otherPaths":0,"#
        + #""inputs":[{"is":"uuid","count":1}],"outsides":1,"gaps":0}"#)
  }

  @Test("a step of a branch counts too, and the scan can be interrupted")
  func branch() throws {
    var branch = Timeline(try SessionBuilder.counter([1, 2, 3]).session())
      .branch(named: "b", after: 1)
    branch.append(
      Step(
        action: ActionLine(n: 2, t: 7, type: "own", action: 1), inputs: [], threw: "X", took: 9,
        hasState: true), state: ["total": 3])
    let statistics = try SessionStatistics(branch)
    #expect(statistics.types.map(\.type) == ["add", "own"])
    #expect(statistics.threw == 1)
    #expect(statistics.hotPaths == [SessionStatistics.Named(name: "/total", count: 2)])
    #expect(throws: InspectorError.interrupted) {
      try SessionStatistics(branch, interrupted: { true })
    }
  }

  @Test("limits take the first steps and the last changes")
  func limits() throws {
    var sample = try SampleWorkspace(SessionBuilder.counter([5, 1, 0, 2]))
    let last = "there may be earlier ones without --limit\n"
    #expect(
      sample.told("history --limit 2 total")
        == "2  add  5 → 6\n4  add  6 → 8\nonly the last 2 changes: \(last)")
    #expect(
      sample.verb("history", "total", "--limit", "1")
        == "4  add  6 → 8\nonly the last change: \(last)")
    #expect(!sample.told("history --limit 9 total").contains("--limit"))
    #expect(try sample.json("history --limit 1 total").contains(#""limited":true"#))
    #expect(try sample.json("find --limit 1 $.n > 0").hasSuffix(#"],"limited":true}"#))
    #expect(!sample.told("find --limit 9 $.n > 0").contains("--limit"))
    let first =
      "   1  +0.001 s  add  total  0 → 5\nended after 1 step: there may be more without --limit\n"
    #expect(sample.told("find --limit 1 $.n > 0") == first)
    #expect(sample.told("find --limit=1 $.n > 0") == first)
    #expect(sample.verb("find", "$.n > 0", "--limit", "1") == first)
    #expect(
      sample.told("find --limit 0 $.n > 0")
        == "error: find: --limit is a number of 1 or more, not 0; usage: find COND [--limit N] [--anyway]\n"
    )
  }
}
