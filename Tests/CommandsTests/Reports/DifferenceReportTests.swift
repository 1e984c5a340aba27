import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The report of what differs between two states")
struct DifferenceReportTests {
  private static let old = #"""
    {"rows":[{"id":1,"n":"a","on":true},{"id":2,"n":"b"},{"id":3},{"id":4}],"total":0,
     "same":1,"gone":[1]}
    """#
  private static let new = #"""
    {"total":-0,"same":1.0,"rows":[{"id":9},{"id":2,"n":"b"},{"id":3},{"id":1,"n":"A","on":true}],
     "come":{"x":null}}
    """#

  private func report(
    _ old: String = old, _ new: String = new, as form: DifferenceReport.Form
  ) throws -> DifferenceReport {
    DifferenceReport(
      from: 3, to: 7,
      tree: DifferenceTree(from: try JSONValue(parsing: old), to: try JSONValue(parsing: new)),
      form: form)
  }

  @Test(
    "a member that went, and one that came under a name that looks the same, were told as if nothing differed"
  )
  func likeNames() throws {
    let report = try report(
      #"{"é":1,"a b":2,"x":{"é":3},"y":4}"#, "{\"e\u{301}\":1,\"a\u{A0}b\":2,\"x\":{},\"z\":4}",
      as: .paths)
    #expect(
      report.text == """
        state 3 → state 7  7 differences
        - é  1
        - ["a b"]  2
        - x.é  3
        - y  4
        + é  1  (its name and that of one that is gone: the same letters of other code points: composed and decomposed)
        + ["a b"]  2  (its name and that of one that is gone: they differ in space only)
        + z  4

        """)
    let notes = report.json["changes"]?.array?.map { $0["nameNote"]?.string }
    #expect(notes == [nil, nil, nil, nil, "normalization", "whitespace", nil])
  }

  @Test("as paths, one a line")
  func paths() throws {
    #expect(
      try report(as: .paths).text == """
        state 3 → state 7  7 differences
        ~ rows  4 elements
          + [0]  {id 9}
          - [3]  {id 4}
          > [3]  from [0]  {id 1, n "A", on true}
          ~ [3].n  "a" → "A"
        ~ total  0 → -0  (-0 and 0 are two numbers)
        - gone  [1]
        + come  {"x":null}

        """)
    #expect(
      try report(as: .paths).json.description
        == #"{"report":"diff","version":1,"from":3,"to":7,"changes":[{"path":"/rows/0","new":{"id":9}},{"path":"/rows/3","old":{"id":4}},{"path":"/rows/3","from":"/rows/0","moved":true,"old":{"id":1,"n":"a","on":true},"new":{"id":1,"n":"A","on":true}},{"path":"/rows/3/n","from":"/rows/0/n","old":"a","new":"A"},{"path":"/total","old":0,"new":-0,"note":"zero"},{"path":"/gone","old":[1]},{"path":"/come","new":{"x":null}}]}"#
    )
    #expect(try report(as: .paths).rows.count == 7)
  }

  @Test("as a tree, with what is equal folded")
  func tree() throws {
    #expect(
      try report(as: .tree).text == """
        state 3 → state 7  7 differences
        ~ rows
        +   [0]  {id 9}
            … 2 elements the same
        -   [3]  {id 4}
        >   [3]  from [0]
              … 1 member the same
        ~     n  "a" → "A"
              … 1 member the same
        ~ total  0 → -0  (-0 and 0 are two numbers)
          … 1 member the same
        - gone  [1: 1]
        + come  {x null}

        """)
    #expect(
      try report(as: .tree).json.description
        == #"{"report":"diff","version":1,"from":3,"to":7,"tree":{"change":"changed","members":[{"change":"changed","name":"rows","identity":"id","elements":[{"change":"added","newIndex":0,"new":{"id":9}},{"change":"same","oldIndex":1,"newIndex":1,"count":2},{"change":"removed","oldIndex":3,"old":{"id":4}},{"change":"moved","oldIndex":0,"newIndex":3,"members":[{"change":"same","count":1},{"change":"changed","name":"n","old":"a","new":"A"},{"change":"same","count":1}]}]},{"change":"changed","name":"total","old":0,"new":-0,"note":"zero"},{"change":"same","count":1},{"change":"removed","name":"gone","old":[1]},{"change":"added","name":"come","new":{"x":null}}]}}"#
    )
    #expect(try report(as: .tree).rows == [report(as: .tree).json])
  }

  @Test("as a patch, which is a JSON Patch document and nothing else")
  func patch() throws {
    let report = try report(as: .patch)
    #expect(
      report.text == """
        [
          {"op":"remove","path":"/rows/3"},
          {"op":"move","path":"/rows/2","from":"/rows/0"},
          {"op":"add","path":"/rows/0","value":{"id":9}},
          {"op":"replace","path":"/rows/3/n","value":"A"},
          {"op":"replace","path":"/total","value":-0},
          {"op":"remove","path":"/gone"},
          {"op":"add","path":"/come","value":{"x":null}}
        ]

        """)
    #expect(try JSONValue(parsing: report.text) == report.json)
    #expect(report.rows == report.json.array.map(Array.init))
    let patch = try JSONPatch(report.json)
    #expect(
      try patch.applied(to: JSONValue(parsing: Self.old)) == JSONValue(parsing: Self.new))
  }

  @Test("equal states are said to be the same in every form")
  func same() throws {
    let pair = (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":10e-1}"#)
    for (form, text, json) in [
      (
        DifferenceReport.Form.paths, "states 3 and 7 are the same\n",
        #"{"report":"diff","version":1,"from":3,"to":7,"changes":[]}"#
      ),
      (
        .tree, "states 3 and 7 are the same\n",
        #"{"report":"diff","version":1,"from":3,"to":7,"tree":{"change":"same"}}"#
      ),
      (.patch, "[]\n", "[]"),
    ] {
      let report = try report(pair.0, pair.1, as: form)
      #expect(report.text == text)
      #expect(report.json.description == json)
    }
  }

  @Test("values that look alike are told why they differ, and long texts where")
  func alike() throws {
    let a = String(repeating: "a", count: 100)
    let old = JSONValue.array(["é", "ab", "a b", .string(a + "x" + a), "plain"])
    let new = JSONValue.array(
      ["e\u{301}", "a\u{200B}b", "a\u{A0}b", .string(a + "y" + a), "other"])
    let text = try report(old.description, new.description, as: .paths).text
    #expect(
      text == """
        state 3 → state 7  5 differences
        ~ [0]  "é" → "e\u{301}"  (the same letters of other code points: composed and decomposed)
        ~ [1]  "ab" → "a\\u200bb"  (they differ in characters that cannot be seen)
        ~ [2]  "a b" → "a\u{A0}b"  (they differ in space only)
        ~ [3]  "…\(a.prefix(20))[-x-]{+y+}\(a.prefix(20))…"
        ~ [4]  "plain" → "other"

        """)
    #expect(
      try report(old.description, new.description, as: .paths).rows.map { $0["note"] }
        == ["normalization", "invisible", "whitespace", nil, nil])
  }

  @Test("what was too much to align is said")
  func cuts() {
    let old = JSONValue.array((0..<9).map { .number($0) })
    let new = JSONValue.array((0..<9).map { .number(8 - $0) })
    var effort = DifferenceEffort(rest: 1 << 20, edits: 2)
    let tree = DifferenceTree(from: ["a": old], to: ["a": new], effort: &effort)
    let report = DifferenceReport(from: 0, to: 1, tree: tree, form: .tree)
    #expect(
      report.text == """
        state 0 → state 1  8 differences
        ~ a
        ~   [0]  0 → 8
        ~   [1]  1 → 7
        ~   [2]  2 → 6
        ~   [3]  3 → 5
            … 1 element the same
        ~   [5]  5 → 3
        ~   [6]  6 → 2
        ~   [7]  7 → 1
        ~   [8]  8 → 0
          a  too much to align: compared by index or as a whole

        """)
    #expect(report.json["cuts"] == ["/a"])
  }

  @Test("hostile names and values are shown escaped, and a deep tree stays narrow")
  func hostile() throws {
    var (old, new) = (JSONValue.object([("\u{1B}[2J\u{202E}", "\u{9B}")]), JSONValue.null)
    #expect(
      DifferenceReport(
        from: 0, to: 1, tree: DifferenceTree(from: old, to: [:]), form: .tree
      ).text == """
        state 0 → state 1  1 difference
        - "\\u001b[2J\\u202e"  "\\u009b"

        """)
    (old, new) = ([1, 0], [2, 0])
    for _ in 0..<400 { (old, new) = ([old, 0], [new, 0]) }
    let text = DifferenceReport(
      from: 0, to: 1, tree: DifferenceTree(from: old, to: new), form: .tree
    ).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 100 })
  }
}
