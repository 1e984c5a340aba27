import Foundation
import TestSupport
import Testing

@Suite("A look at a state that is larger than reflection shows says what is left out of it")
struct CutLookTests {
  private func run(_ arguments: String...) throws -> Inspect.Result {
    try Inspect.run(arguments)
  }

  @Test("the outline counted the texts that stand for what is left out, and told them as values")
  func outline() throws {
    let path = try CutRows.written()
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
        unknown: \(CutRows.leftOut); \(CutRows.remedy)

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
      CutRows.lines[0], #"{"kind":"state","n":0,"state":{"total":0}}"#,
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
        + "out is unknown; \(CutRows.remedy)")
    #expect(
      try run("-e", "goto 1", path).output == """
        ── 1/1 load  opaque ── +0.001 s  took 10 ns ──
           action    {"rows":[1,2,"… 4 more"]}
           unknown: the action is cut, with 4 of its members and elements left out; \(CutRows.remedy)
           ~ total  0 → 6

        """)
    #expect(
      try run("find", path, "$.action.rows[3] == 7").output == """
        no step matches $.action.rows[3] == 7
        unknown at 1 step, 1: it depends on what was left out of the action; \(CutRows.remedy)

        """)
  }

  @Test("print, diff and continue say what is left out")
  func looks() throws {
    let file = try CutRows.written()
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
          unknown: \(CutRows.leftOut), and what changed there is not known; \(CutRows.remedy)

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

  @Test("a tree of differences said that cut places are the same, are gone and came")
  func tree() throws {
    let file = try CutRows.written()
    #expect(
      try run("diff", file, "0", "1", "--as", "tree").output == """
        state 0 → state 1  0 differences
          unknown: the state is cut, with 5 of its members and elements left out, and what changed there is not known; \(CutRows.remedy)

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
          unknown: the state is cut, with 5 of its members and elements left out, and what changed there is not known; \(CutRows.remedy)

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

  @Test("of a dictionary that stands for its cuts one was counted, and why counted the texts")
  func amounts() throws {
    let path = Scratch.path("cut-amounts.ndjson")
    let rows = (0..<40).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let lines = [
      CutRows.lines[0],
      #"{"kind":"state","n":0,"state":{"map":{"a":[1,"… 2 more"],"b":[2,"… 3 more"]},"#
        + #""rows":["# + rows + #","… 9 more"]},"opaque":[""],"cut":["/map","/rows/40"]}"#,
    ]
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let leftOut = "with 14 of its members and elements left out"
    #expect(
      try run("print", path, "0", "map").error == """
        inspect: /map is unknown in state 0: the state was cut when it was recorded, \(leftOut); \(CutRows.remedy)

        """)
    #expect(
      try run("why", path, "/rows").output == """
        rows is so from the beginning, as far as it is seen
          is   [40+: id 0, id 1, id 2, id 3, id 4, id 5, id 6, id 7, id 8, id 9, id 10, id 11, id 12, id 13, …]
          unknown: the state is cut, \(leftOut), and what changed there is not known; \(CutRows.remedy)

        """)
  }
}
