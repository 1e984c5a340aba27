import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Actions that are opaque or cut: nothing is made of what is not known of them")
struct CutActionTests {
  private func run(_ arguments: String...) throws -> Inspect.Result {
    try Inspect.run(arguments)
  }

  private static let remedy =
    "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"

  private static func dispatched() throws -> String {
    try Scratch.file(
      "cut-dispatched.ndjson",
      """
      {"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"feed","stateType":"Feed","actionType":"Act"}
      {"kind":"state","n":0,"state":{"value":0}}
      {"kind":"action","n":1,"t":100,"type":"add","action":{"add":3}}
      {"kind":"state","n":1,"state":{"value":3}}
      {"kind":"dispatched","n":1,"t":103,"type":"Th","action":{"rows":[1,"… 3 more"]},"opaque":true,"cut":["/rows/1"]}
      {"kind":"end","n":1,"t":2000}

      """)
  }

  @Test("two sessions whose actions are cut were the same")
  func compared() throws {
    func session(_ name: String, _ cut: String) throws -> String {
      try Scratch.file(
        "cut-compared-\(name).ndjson",
        """
        {"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"feed","stateType":"Feed","actionType":"Act"}
        {"kind":"state","n":0,"state":{"value":0}}
        {"kind":"action","n":1,"t":100,"type":"add","action":{"rows":[1,"… 3 more"]}\(cut)}
        {"kind":"state","n":1,"state":{"value":3}}
        {"kind":"end","n":1,"t":2000}

        """)
    }
    let cut = try session("cut", #","opaque":true,"cut":["/rows/1"]"#)
    #expect(
      try run("diff", cut, cut).output
        == "not comparable  1 action, and none can be compared\n")
    let whole = try session("whole", "")
    #expect(try run("diff", whole, whole).output == "the same  1 action compared\n")
  }

  @Test("a cut action that was dispatched and not reduced was asked as if it were known")
  func dispatched() throws {
    let path = try Self.dispatched()
    let unknown =
      "unknown at 1 step, 1: it depends on what was left out of the action; \(Self.remedy)\n"
    for condition in [
      "$.action.rows[1] == 2", "$.action.rows[1] == '… 3 more'", "!($.action.rows[1] == 2)",
      "count($.action.rows[*]) < 3 && $.type == 'Th'",
    ] {
      let found = try run("find", path, condition)
      #expect(found.output.hasSuffix(unknown), "\(condition): \(found.output)")
      #expect(!found.output.contains("Th  "), "\(condition): \(found.output)")
      let rows = try run("log", path, "--where", condition, "--format", "ndjson").output
      #expect(!rows.contains(#""dispatched":true"#), "\(condition): \(rows)")
    }
    let known = try run("find", path, "$.action.rows[0] == 1")
    #expect(known.output.contains("Th") && !known.output.contains("unknown"), "\(known.output)")
  }

  @Test("a cut action that was only dispatched was not counted, and its JSON did not say so")
  func counted() throws {
    let path = try Self.dispatched()
    let info = try run("-e", "info", path).output
    #expect(info.contains("\ncut      1 action, with more values than are shown"), "\(info)")
    let json = try run("-e", "info", path, "--format", "json").output
    #expect(json.contains(#""cutActions":1"#), "\(json)")
    let rows = try run("log", path, "--format", "json").output
    #expect(
      rows.contains(#""action":{"rows":[1,"… 3 more"]},"opaque":true,"leftOut":3}"#), "\(rows)")
  }

  /// A host that does not know that an action was only rendered, and takes it as it stands.
  private static func host(_ name: String) throws -> String {
    let script =
      #"sed -u 's/,"opaque":true//' | '"# + (try BuiltBinary.inspect.path) + "' host counter\n"
    return "/bin/sh \(try Scratch.file("opaque-\(name).sh", script))"
  }

  @Test("an action that was only rendered was given to a host, and what it made of it was judged")
  func rendered() throws {
    let lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"counter"}"#,
      #"{"kind":"state","n":0,"state":{"value":0,"steps":0}}"#,
      #"{"kind":"action","n":1,"t":100,"type":"add","action":{"add":{"_0":1}}}"#,
      #"{"kind":"state","n":1,"state":{"value":1,"steps":1}}"#,
      #"{"kind":"action","n":2,"t":200,"type":"add","action":{"add":{"_0":1}},"opaque":true}"#,
      #"{"kind":"state","n":2,"state":{"value":3,"steps":2}}"#,
      #"{"kind":"action","n":3,"t":300,"type":"add","action":{"add":{"_0":4}}}"#,
      #"{"kind":"state","n":3,"state":{"value":7,"steps":3}}"#,
      #"{"kind":"end","n":3,"t":2000}"#,
    ]
    let path = try Scratch.file("opaque.ndjson", lines.joined(separator: "\n") + "\n")
    let host = try Self.host("verify")
    #expect(
      try run("verify", path, "--host", host, "--steps", "--twice").output == """
        ✓ reproduces  opaque.ndjson  2 of 3 actions equal, 1 not comparable (2)
          opaque    action 2: it was not encoded when it was recorded; its value is not compared
          by step   none of 2 steps differs from its own recorded state on
          twice     two replays are equal in 2 steps

        """)
    #expect(
      try run("replay", path, "--host", host, "-o", Scratch.path("opaque-replayed.ndjson")).output
        == """
        replayed  2 actions of the store counter
        refused   action 2: undecodable-action: the action was not encoded when it was recorded
        written   opaque-replayed.ndjson

        """)
    #expect(
      try run(path, "--host", host, "-e", "reload").output == """
        recording  3 states as before

        """)
    let damaged = try Scratch.file(
      "opaque-damaged.ndjson",
      (lines[..<5] + lines[6...]).joined(separator: "\n") + "\n")
    #expect(
      try run("repair", damaged, "--host", host, "-o", Scratch.path("opaque-repaired.ndjson"))
        .output.contains("\nnot made    state 2: action 2 is opaque\n"))
  }
}
