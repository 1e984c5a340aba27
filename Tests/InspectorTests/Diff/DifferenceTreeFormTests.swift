import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What the tree of differences makes of a pair of values")
struct DifferenceTreeFormTests {
  /// The patch of two texts.
  private func patch(_ old: String, _ new: String) throws -> String {
    let tree = DifferenceTree(
      from: try JSONValue(parsing: old), to: try JSONValue(parsing: new))
    #expect(try tree.patch.applied(to: tree.old) == tree.new)
    return tree.patch.document.description
  }

  static let patches: [(old: String, new: String, patch: String)] = [
    ("1", "1.0", "[]"), (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#, "[]"),
    ("0", "-0", #"[{"op":"replace","path":"","value":-0}]"#),
    ("[]", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
    ("[1,2,3]", "[9,1,2,3]", #"[{"op":"add","path":"/0","value":9}]"#),
    ("[1,2,3]", "[2,3,4]", #"[{"op":"remove","path":"/0"},{"op":"add","path":"/2","value":4}]"#),
    ("[1,2,3]", "[1,9,3]", #"[{"op":"replace","path":"/1","value":9}]"#),
    (
      "[1,2,3,4]", "[]",
      #"[{"op":"remove","path":"/3"},{"op":"remove","path":"/2"},{"op":"remove","path":"/1"},{"op":"remove","path":"/0"}]"#
    ),
    (
      "[[1],[2],[3]]", "[[0],[1],[2,2],[3]]",
      #"[{"op":"add","path":"/0","value":[0]},{"op":"add","path":"/2/1","value":2}]"#
    ),
    (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":2}}"#, #"[{"op":"replace","path":"/a~1b/~0","value":2}]"#),
    (
      #"{"-":1,"a":null}"#, #"{"-":2}"#,
      #"[{"op":"replace","path":"/-","value":2},{"op":"remove","path":"/a"}]"#
    ),
    (
      "{\"e\u{301}\":1}", "{\"é\":1}",
      "[{\"op\":\"remove\",\"path\":\"/e\u{301}\"},{\"op\":\"add\",\"path\":\"/é\",\"value\":1}]"
    ),
    // By a member that identifies: the first goes to the end, and the second changes.
    (
      #"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"}]"#,
      #"[{"id":2,"n":"B"},{"id":3,"n":"c"},{"id":1,"n":"a"}]"#,
      #"[{"op":"move","path":"/2","from":"/0"},{"op":"replace","path":"/0/n","value":"B"}]"#
    ),
    // A row of another identity is another row.
    (
      #"[{"key":"x","n":1}]"#, #"[{"key":"y","n":1}]"#,
      #"[{"op":"remove","path":"/0"},{"op":"add","path":"/0","value":{"key":"y","n":1}}]"#
    ),
    // The same id twice, in what differs, identifies nothing.
    (
      #"[{"id":1,"n":1},{"id":1,"n":2}]"#, #"[{"id":2,"n":1},{"id":1,"n":4}]"#,
      #"[{"op":"replace","path":"/0/id","value":2},{"op":"replace","path":"/1/n","value":4}]"#
    ),
    // Nor does one that is no text or number, or that one of them lacks.
    (
      #"[{"id":true,"n":1}]"#, #"[{"id":false,"n":1}]"#,
      #"[{"op":"replace","path":"/0/id","value":false}]"#
    ),
    (
      #"[{"id":1},{"id":2}]"#, #"[{"id":3},{}]"#,
      #"[{"op":"replace","path":"/0/id","value":3},{"op":"remove","path":"/1/id"}]"#
    ),
    // Numbers identify by value, text by its bytes.
    (
      #"[{"id":1,"n":1},{"id":2}]"#, #"[{"id":2.0},{"id":10e-1,"n":2}]"#,
      #"[{"op":"move","path":"/0","from":"/1"},{"op":"replace","path":"/1/n","value":2}]"#
    ),
    (
      "[{\"id\":\"é\"}]", "[{\"id\":\"e\u{301}\"}]",
      "[{\"op\":\"remove\",\"path\":\"/0\"},{\"op\":\"add\",\"path\":\"/0\",\"value\":{\"id\":\"e\u{301}\"}}]"
    ),
  ]

  @Test("patches come in the fixed order", arguments: patches)
  func patchesInOrder(old: String, new: String, patch: String) throws {
    #expect(try self.patch(old, new) == patch)
  }

  @Test("a row before a thousand others is one addition, with an id and without")
  func insertion() throws {
    for name in ["id", "text"] {
      let rows = (0..<1000).map { JSONValue.object([(name, .number($0)), ("on", true)]) }
      let row = JSONValue.object([(name, -1), ("on", true)])
      var altered = rows
      altered[700] = altered[700].object?.setting("on", to: false) ?? nil
      let tree = DifferenceTree(from: .array(rows), to: .array([row] + altered))
      #expect(
        tree.changes == [
          ValueChange(
            path: JSONPointer(tokens: ["0"]), from: nil, old: nil, new: row, isMove: false),
          ValueChange(
            path: JSONPointer(tokens: ["701", "on"]), from: JSONPointer(tokens: ["700", "on"]),
            old: true, new: false, isMove: false),
        ])
    }
  }

  @Test("without the effort to align, elements are paired by index, and the tree says so")
  func withoutEffort() throws {
    let old = JSONValue.array((0..<100).map { .number($0) })
    let new = JSONValue.array((0..<100).map { .number(99 - $0) })
    var few = DifferenceEffort(rest: 1 << 20, edits: 5)
    let tree = DifferenceTree(from: old, to: new, effort: &few)
    #expect(tree.cuts == [.root])
    #expect(tree.changes.count == 100)
    #expect(try tree.patch.applied(to: old) == new)
    var least = DifferenceEffort(rest: 300)
    let none = DifferenceTree(from: [old, 1], to: [new, 2], effort: &least)
    #expect(none.cuts.map(\.description) == ["", "/0"])
    #expect(none.patch.operations.count == 2)
    #expect(try none.patch.applied(to: [old, 1]) == [new, 2])
  }

  @Test("values that are deep, wide or made to collide are compared in bounded work")
  func hostile() throws {
    var (deep, other) = (JSONValue.array([1, 2]), JSONValue.array([1, 3]))
    for _ in 0..<500 { (deep, other) = ([deep, 0], [other, 0]) }
    #expect(DifferenceTree(from: deep, to: other).changes.count == 1)
    // All of them round to infinity.
    let huge = try (0..<3000).map { try JSONValue(parsing: "1e\(1000 + $0)") }
    let tree = DifferenceTree(from: .array(huge), to: .array(huge.reversed()))
    #expect(try tree.patch.applied(to: .array(huge)) == .array(huge.reversed()))
    // Many rows in the opposite order: the patch replaces them rather than moving each.
    let rows = (0..<20_000).map { JSONValue.object([("id", .number($0))]) }
    let turned = DifferenceTree(from: .array(rows), to: .array(rows.reversed()))
    #expect(turned.changes.count == 19_999)
    #expect(turned.patch.operations == [.replace(.root, .array(rows.reversed()))])
  }
}
