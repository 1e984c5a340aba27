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

  @Test("log says \"no change\" no more where the change may lie behind the cut")
  func log() throws {
    let log = try run("log", CutRows.written())
    #expect(
      log.output == """
           1  +0.001 s           10 ns  loaded   unknown: the state is cut
           2  +0.002 s  +1.0 ms  10 ns  read     - rows[1] and 1 more, the rest unknown: the state is cut
           3  +0.003 s  +1.0 ms  10 ns  trimmed  - rows[1] and 1 more, the rest unknown: the state is cut
           4  +0.004 s  +1.0 ms  10 ns  reloads  isLoading  false → true
           5  +0.005 s  +1.0 ms  10 ns  grown    + rows[1]  {id 1} and 1 more, the rest unknown: the state is cut
        unknown: at 4 steps the state is cut, as it has more values than are shown of what is not \
        Encodable, and what changed there is not known; \(CutRows.remedy)
        opaque: the state Feed, and the action reloads: not encoded but shown by reflection; a \
        host reads such a state only by chance, and no replay of it is compared

        """)
  }

  @Test("why says \"gone since then\" no more, and history where nothing is known")
  func causes() throws {
    let file = try CutRows.written()
    for n in ["0", "1", "5"] {
      let unknown = try run("why", file, "isLoading", n)
      #expect(unknown.status == .exited(2) && unknown.output.isEmpty)
      #expect(
        unknown.error
          == "inspect: /isLoading is unknown in state \(n): the state was cut when it was recorded, "
          + "with 5 of its members and elements left out; \(CutRows.remedy)\n")
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
        unknown at 2 steps, 1, 2: it depends on what was left out of the state; \(CutRows.remedy)

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
    let file = try CutRows.written()
    let absent = try run("find", file, "$.state.rows[5]")
    #expect(absent.status == .exited(2))
    #expect(
      absent.output == """
        no step matches $.state.rows[5]
        unknown at 4 steps, 0, 1, 2, 5: it depends on what was left out of the state; \
        \(CutRows.remedy)

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
      CutRows.lines[0], #"{"kind":"state","n":0"# + state,
      #"{"kind":"action","n":1,"t":1000000,"type":"x","action":null}"#,
      #"{"kind":"state","n":1"# + state, #"{"kind":"end","n":1,"t":9000000}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let condition = "count($.state.rows[*]) == 2"
    let unknown =
      "unknown at 2 steps, 0, 1: it depends on what was left out of the state; \(CutRows.remedy)\n"
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

  @Test("why passed over what came after the last action and is left out in part")
  func sinceUnknown() throws {
    let behind =
      #"{"kind":"outside","n":3,"t":3500000,"opaque":[""],"patch":[{"op":"replace","path":"/rows/0","value":{"…":"1 more"}}],"cut":["/rows/0/…"]}"#
    let path = Scratch.path("cut-since.ndjson")
    try (CutRows.lines[..<8].joined(separator: "\n") + "\n" + behind + "\n").write(
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
}
