import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("A state that is larger than reflection shows: what is left out is unknown")
struct CutAnswerTests {
  private func run(_ arguments: String...) throws -> Inspect.Result {
    try Inspect.run(arguments)
  }

  private static let remedy =
    "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"
  private static let leftOut =
    "the state is cut, with 5 of its members and elements left out"

  /// Three of seven rows are shown in states 0 to 2 and 5, and `isLoading` is behind the cut.
  private static let lines = [
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"feed","stateType":"Feed","actionType":"Act"}"#,
    #"{"kind":"state","n":0,"state":{"rows":[{"id":0},{"id":1},{"id":2},"… 4 more"],"…":"1 more"},"opaque":[""],"cut":["/rows/3","/…"]}"#,
    #"{"kind":"action","n":1,"t":1000000,"type":"loaded","action":{}}"#,
    #"{"kind":"state","n":1,"patch":[],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"action","n":2,"t":2000000,"type":"read","action":{}}"#,
    #"{"kind":"state","n":2,"patch":[{"op":"replace","path":"/rows/1/id","value":7}],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"action","n":3,"t":3000000,"type":"trimmed","action":{}}"#,
    #"{"kind":"state","n":3,"state":{"rows":[{"id":0}],"isLoading":false},"opaque":[""],"took":10}"#,
    #"{"kind":"action","n":4,"t":4000000,"type":"reloads","action":{},"opaque":true}"#,
    #"{"kind":"state","n":4,"patch":[{"op":"replace","path":"/isLoading","value":true}],"took":10}"#,
    #"{"kind":"action","n":5,"t":5000000,"type":"grown","action":{}}"#,
    #"{"kind":"state","n":5,"state":{"rows":[{"id":0},{"id":1},{"id":2},"… 4 more"],"…":"1 more"},"opaque":[""],"cut":["/rows/3","/…"],"took":10}"#,
    #"{"kind":"end","n":5,"t":9000000}"#,
  ]

  private static func written() throws -> String {
    let path = Scratch.folder.appendingPathComponent("cut-\(UUID().uuidString).ndjson").path
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("the outline counted the texts that stand for what is left out, and told them as values")
  func outline() throws {
    let path = try Self.written()
    #expect(
      try run("-e", "goto 0", "-e", "tree", path).output.hasSuffix(
        """
        (the whole state) 1 member and more
          rows 3 elements and more
            0 {id 0}
            1 {id 1}
            2 {id 2}
            … others that were left out when it was recorded
          … others that were left out when it was recorded
        unknown: \(Self.leftOut); \(Self.remedy)

        """))
    let json = try run("-e", "tree rows --depth 1", "--format", "json", path).output
    #expect(
      json
        == #"{"report":"outline","version":1,"path":"/rows","n":0,"nodes":["#
        + #"{"path":"/rows","kind":"array","count":3,"cut":true},"#
        + #"{"path":"/rows/0","kind":"object","count":1},{"path":"/rows/1","kind":"object","count":1},"#
        + #"{"path":"/rows/2","kind":"object","count":1},{"path":"/rows","more":0,"cut":true}],"#
        + #""leftOut":5}"# + "\n")
  }

  @Test("a cut action was in no list: info counts it, and its step says so")
  func cutAction() throws {
    let path = Scratch.path("cut-action.ndjson")
    let lines = [
      Self.lines[0], #"{"kind":"state","n":0,"state":{"total":0}}"#,
      #"{"kind":"action","n":1,"t":1000000,"type":"load","action":{"rows":[1,2,"… 4 more"]},"opaque":true}"#,
      #"{"kind":"state","n":1,"patch":[{"op":"replace","path":"/total","value":6}],"took":10}"#,
      #"{"kind":"end","n":1,"t":9000000}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let info = try run("-e", "info", path).output.split(separator: "\n").map(String.init)
    #expect(
      info.first { $0.hasPrefix("cut ") }
        == "cut      1 action, with more values than are shown of what is not Encodable: what is left "
        + "out is unknown; \(Self.remedy)")
    #expect(
      try run("-e", "goto 1", path).output == """
        ── 1/1 load  opaque ── +0.001 s  took 10 ns ──
           action    {"rows":[1,2,"… 4 more"]}
           unknown: the action is cut, with 4 of its members and elements left out; \(Self.remedy)
           ~ total  0 → 6

        """)
    #expect(
      try run("find", path, "$.action.rows[3] == 7").output == """
        no step matches $.action.rows[3] == 7
        unknown at 1 step, 1: it depends on what was left out of the action; \(Self.remedy)

        """)
  }

  @Test("log says \"no change\" no more where the change may lie behind the cut")
  func log() throws {
    let log = try run("log", Self.written())
    #expect(
      log.output == """
           1  +0.001 s           10 ns  loaded   unknown: the state is cut
           2  +0.002 s  +1.0 ms  10 ns  read     - rows[1] and 1 more, the rest unknown: the state is cut
           3  +0.003 s  +1.0 ms  10 ns  trimmed  - rows[1] and 1 more, the rest unknown: the state is cut
           4  +0.004 s  +1.0 ms  10 ns  reloads  isLoading  false → true
           5  +0.005 s  +1.0 ms  10 ns  grown    + rows[1]  {id 1} and 1 more, the rest unknown: the state is cut
        unknown: at 4 steps the state is cut, as it has more values than are shown of what is not \
        Encodable, and what changed there is not known; \(Self.remedy)
        opaque: the state Feed, and the action reloads: not encoded but shown by reflection; a \
        host reads such a state only by chance, and no replay of it is compared

        """)
  }

  @Test("why says \"gone since then\" no more, and history where nothing is known")
  func causes() throws {
    let file = try Self.written()
    for n in ["0", "1", "5"] {
      let unknown = try run("why", file, "isLoading", n)
      #expect(unknown.status == .exited(2) && unknown.output.isEmpty)
      #expect(
        unknown.error
          == "inspect: /isLoading is unknown in state \(n): the state was cut when it was recorded, "
          + "with 5 of its members and elements left out; \(Self.remedy)\n")
    }
    #expect(
      try run("why", file, "isLoading", "4").output == """
        isLoading was last changed by action 4 reloads
          from false
          to   true
          at   +0.004 s, with {}

        """)
    #expect(
      try run("history", file, "isLoading").output == """
        start  (from the beginning)               unknown: the state is cut
            3  (behind a cut, before this state)  false
            4  reloads                            false → true
            5  grown                              unknown: the state is cut
        unknown at 2 steps, 1, 2: it depends on what was left out of the state; \(Self.remedy)

        """)
    #expect(
      try run("why", file, "isLoading", "3").output == """
        isLoading may have been changed behind a cut of the state, before state 3
          from unknown: the state is cut
          to   false

        """)
    #expect(
      try run("why", file, "nothing", "3").output == """
        nothing may have been changed behind a cut of the state, before state 3
          from unknown: the state is cut
          to   nothing

        """)
    #expect(
      try run("why", file, "isLoading", "3", "--format", "json").output
        == #"{"report":"why","version":1,"path":"/isLoading","n":3,"cause":{"by":"unrecorded","#
        + #""before":3,"new":false,"oldUnknown":true}}"# + "\n")
  }

  @Test("find and first are neither yes nor no of what is behind the cut")
  func conditions() throws {
    let file = try Self.written()
    let absent = try run("find", file, "$.state.rows[5]")
    #expect(absent.status == .exited(2))
    #expect(
      absent.output == """
        no step matches $.state.rows[5]
        unknown at 4 steps, 0, 1, 2, 5: it depends on what was left out of the state; \
        \(Self.remedy)

        """)
    let found = try run("find", file, "$.state.isLoading == false", "--format", "json")
    #expect(found.status == .exited(0))
    #expect(
      found.output
        == #"{"report":"find","version":1,"condition":"$.state.isLoading == false","steps":[{"n":3,"#
        + #""t":3000000,"took":10,"type":"trimmed","changed":["/rows/1","/rows/2"],"leftOut":5}],"#
        + #""unknown":[0,1,2,5]}"# + "\n")
    #expect(try run("first", file, "$.state.rows[1].id == 8").status == .exited(1))
    #expect(try run("first", file, "$.state.isLoading == 1").status == .exited(2))
  }

  @Test("print, diff and continue say what is left out")
  func looks() throws {
    let file = try Self.written()
    for query in ["isLoading", "$.isLoading", "/rows/3", "/rows/6/id"] {
      let printed = try run("print", file, "1", query)
      #expect(printed.status == .exited(2) && printed.error.contains("is unknown in state 1"))
    }
    #expect(try run("print", file, "1", "/rows/2/id").output == "2\n")
    #expect(try run("print", file, "1", "/nothing/at").status == .exited(2))
    let same = try run("diff", file, "0", "1")
    #expect(same.status == .exited(2))
    #expect(
      same.output == """
        state 0 → state 1  0 differences
          unknown: \(Self.leftOut), and what changed there is not known; \(Self.remedy)

        """)
    let stops = try Inspect.run([
      "-e", "watch isLoading", "-e", "continue", "-e", "continue", "-e", "continue", file,
    ])
    let watched = stops.output.split(separator: "\n").filter { $0.hasPrefix("1 watch") }
    #expect(
      watched == [
        "1 watch isLoading", "1 watch isLoading  unknown: the state is cut → false",
        "1 watch isLoading  false → true",
        "1 watch isLoading  true → unknown: the state is cut",
      ])
    let info = try Inspect.run(["-e", "info", file]).output
    #expect(
      info.contains("the state Feed, and the action reloads: not encoded but shown by reflection"))
    #expect(info.contains("4 states, with more values than are shown of what is not Encodable"))
  }

  @Test("every form of the session has the same answers, that without the member `cut` too")
  func forms() throws {
    let file = try CutFeed.record(CutFeed.changedBehindTheCut)
    let (whole, small, copy) = (file + ".whole", file + ".small", file + ".copy")
    #expect(try run("expand", file, "-o", whole).status == .exited(0))
    #expect(try run("compact", whole, "-o", small).status == .exited(0))
    #expect(try run("repair", file, "-o", copy).status == .exited(0))
    let older = try text(of: file) { $0.removing("cut").object }
    let questions = [
      ["log"], ["history", "isLoading"], ["find", "$.state.isLoading == false"], ["stats"],
      ["blame", "/rows/3", "2"], ["diff", "0", "1"],
    ]
    for question in questions {
      let answer = try Inspect.run([question[0], file] + question.dropFirst())
      #expect(answer.output.contains("unknown") || question[0] == "blame")
      for form in [whole, small, copy, older] {
        let other = try Inspect.run([question[0], form] + question.dropFirst())
        // How many states are recorded whole differs.
        let isStats = question[0] == "stats"
        #expect(isStats || other.output == answer.output, "\(question) of \(form)")
        #expect(other.output.contains("unknown") == answer.output.contains("unknown"))
      }
    }
    for form in [file, whole, small, copy, older] {
      #expect(try run("check", form).status == .exited(0))
    }
  }

  /// A file of the same lines, each changed, without checksums.
  private func text(
    of file: String, _ change: (JSONObject) -> JSONObject?
  ) throws -> String {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let text = try lines.map { line in
      let object = try #require(JSONValue(parsing: String(line)).object)
      let open = try #require(object.removing("crc").object)
      return JSONValue.object(Array(try #require(change(open)))).description + "\n"
    }
    let path = file + ".older"
    try text.joined().write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("the app is told once, with what helps; a higher limit leaves nothing out")
  func troubles() throws {
    let told = Told()
    _ = try CutFeed.record(CutFeed.changedBehindTheCut) { told.add($0) }
    #expect(
      told.all.map(\.description) == [
        #""Feed" does not encode and is recorded as opaque: the type is not Encodable, or its "#
          + "conformance belongs to an actor that this did not run on: declare the type "
          + "`nonisolated`",
        #""Feed" is recorded in part: 204 of its members and elements, with all in them, are left "#
          + "out, as reflection shows 2500 values at the most: raise renderings.nodeLimit "
          + "(HINDSIGHT_NODE_LIMIT), or make the type Encodable",
      ])
    let more = Told()
    let file = try CutFeed.record(CutFeed.changedBehindTheCut, nodeLimit: 4_000) { more.add($0) }
    #expect(more.all.count == 1)
    let lines = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!lines.contains("\"cut\"") && !lines.contains("…"))
    #expect(try run("log", file).output.contains("isLoading"))
    #expect(try run("why", file, "isLoading", "1").output.contains("action 1"))
  }

  private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var troubles: [RecorderError] = []
    var all: [RecorderError] { lock.withLock { troubles } }
    func add(_ trouble: RecorderError) { lock.withLock { troubles.append(trouble) } }
  }

  @Test("of the start what depends on a cut was true, and bisect and minimize said nothing of it")
  func start() throws {
    let path = Scratch.path("cut-start.ndjson")
    let state = #","state":{"rows":[1,"… 698 more"]},"opaque":[""],"cut":["/rows/1"]}"#
    let lines = [
      Self.lines[0], #"{"kind":"state","n":0"# + state,
      #"{"kind":"action","n":1,"t":1000000,"type":"x","action":null}"#,
      #"{"kind":"state","n":1"# + state, #"{"kind":"end","n":1,"t":9000000}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let condition = "count($.state.rows[*]) == 2"
    let unknown =
      "unknown at 2 steps, 0, 1: it depends on what was left out of the state; \(Self.remedy)\n"
    for verb in ["find", "first"] {
      let answer = try run(verb, path, condition)
      #expect(answer.output == "no step matches \(condition)\n" + unknown)
      #expect(answer.status == .exited(2))
    }
    let bisected = try run("bisect", path, condition)
    #expect(bisected.output.hasSuffix(unknown), "\(bisected.output)")
    #expect(bisected.status == .exited(2))
    let minimized = try run("minimize", path, condition, "--host", "sh -c 'head -n 1'")
    #expect(
      minimized.output == "no step matches \(condition); " + unknown, "\(minimized.error)")
    #expect(minimized.status == .exited(2))
    // What is known of it in spite of the cut is told.
    #expect(
      try run("find", path, "$.state.rows[0] == 1").output.hasPrefix(
        "true at the start, in state 0\n"))
  }

  @Test("a tree of differences said that cut places are the same, are gone and came")
  func tree() throws {
    let file = try Self.written()
    #expect(
      try run("diff", file, "0", "1", "--as", "tree").output == """
        state 0 → state 1  0 differences
          unknown: the state is cut, with 5 of its members and elements left out, and what changed there is not known; \(Self.remedy)

        """)
    #expect(
      try run("diff", file, "2", "3", "--as", "tree").output == """
        state 2 → state 3  2 differences
        ~ rows
            … 1 element the same, as far as they are shown
        -   [1]  {id 7}
        -   [2]  {id 2}
        ?   [3]  unknown: the state is cut
        ? "…"  unknown: the state is cut
        ? isLoading  unknown: the state is cut
          unknown: the state is cut, with 5 of its members and elements left out, and what changed there is not known; \(Self.remedy)

        """)
    let json = try run("diff", file, "2", "3", "--as", "tree", "--format", "json").output
    #expect(
      json
        == #"{"report":"diff","version":1,"from":2,"to":3,"tree":{"change":"changed","#
        + #""members":[{"change":"changed","name":"rows","elements":[{"change":"same","oldIndex":0,"#
        + #""newIndex":0,"count":1,"unknown":true},{"change":"removed","oldIndex":1,"old":{"id":7}},"#
        + #"{"change":"removed","oldIndex":2,"old":{"id":2}},{"change":"removed","oldIndex":3,"#
        + #""old":"… 4 more","unknown":true}]},{"change":"removed","name":"…","old":"1 more","#
        + #""unknown":true},{"change":"added","name":"isLoading","new":false,"unknown":true}]},"#
        + #""leftOut":5}"# + "\n")
  }

  @Test("why passed over what came after the last action and is left out in part")
  func sinceUnknown() throws {
    let behind =
      #"{"kind":"outside","n":3,"t":3500000,"opaque":[""],"patch":[{"op":"replace","path":"/rows/0","value":{"…":"1 more"}}],"cut":["/rows/0/…"]}"#
    let path = Scratch.path("cut-since.ndjson")
    try (Self.lines[..<8].joined(separator: "\n") + "\n" + behind + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(
      try run("why", path, "/rows").output == """
        rows was last changed by action 3 trimmed
          from [{"id":0},{"id":7},{"id":2},"… 4 more"]
          to   [{"id":0}]
          at   +0.003 s, with {}
          since then, without an action: unknown, as the state after it is cut

        """)
    #expect(
      try run("why", path, "/rows", "--format", "json").output.contains(#""sinceUnknown":true"#))
    #expect(!(try run("why", path, "/isLoading").output.contains("since")))
  }

  @Test("of a dictionary that stands for its cuts one was counted, and why counted the texts")
  func amounts() throws {
    let path = Scratch.path("cut-amounts.ndjson")
    let rows = (0..<40).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let lines = [
      Self.lines[0],
      #"{"kind":"state","n":0,"state":{"map":{"a":[1,"… 2 more"],"b":[2,"… 3 more"]},"#
        + #""rows":["# + rows + #","… 9 more"]},"opaque":[""],"cut":["/map","/rows/40"]}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let leftOut = "with 14 of its members and elements left out"
    #expect(
      try run("print", path, "0", "map").error == """
        inspect: /map is unknown in state 0: the state was cut when it was recorded, \(leftOut); \(Self.remedy)

        """)
    #expect(
      try run("why", path, "/rows").output == """
        rows is so from the beginning, as far as it is seen
          is   [40+: id 0, id 1, id 2, id 3, id 4, id 5, id 6, id 7, id 8, id 9, id 10, id 11, id 12, id 13, …]
          unknown: the state is cut, \(leftOut), and what changed there is not known; \(Self.remedy)

        """)
  }
}
