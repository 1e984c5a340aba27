import SessionFormat
import Testing

@Suite("Reading JSON Patch")
struct JSONPatchTests {
  static let documents = [
    "[]", #"[{"op":"add","path":"/a/-","value":{"b":[1.0]}}]"#, #"[{"op":"remove","path":""}]"#,
    #"[{"op":"replace","path":"/m~0n","value":null}]"#,
    #"[{"op":"move","path":"/a","from":"/b"},{"op":"copy","path":"/c","from":"/a"}]"#,
    #"[{"op":"test","path":"/","value":"x"}]"#,
  ]

  @Test("a patch document is written as it was read", arguments: documents)
  func roundTrips(text: String) throws {
    let patch = try JSONPatch(JSONValue(parsing: text))
    #expect(patch.document.description == text)
    #expect(try JSONPatch(patch.document) == patch)
    #expect(patch.isEmpty == (text == "[]"))
  }

  @Test("members that RFC 6902 does not name are passed over, and their order does not count")
  func passesOverUnknownMembers() throws {
    let text = #"[{"value":1,"x":[],"from":3,"path":"/a","op":"add"}]"#
    let patch = try JSONPatch(JSONValue(parsing: text))
    #expect(patch.operations == [.add(try JSONPointer("/a"), 1)])
    #expect(patch.operations.map(\.path.description) == ["/a"])
  }

  static let refused: [(text: String, words: String)] = [
    ("{}", "the patch: not an array of operations"),
    ("null", "the patch: not an array of operations"),
    ("[1]", "operation 0: not an object"), ("[[]]", "operation 0: not an object"),
    ("[{}]", "operation 0: has no valid op"), (#"[{"op":1}]"#, "operation 0: has no valid op"),
    (#"[{"op":"add","value":1}]"#, "operation 0: has no valid path"),
    (#"[{"op":"add","path":null,"value":1}]"#, "operation 0: has no valid path"),
    (#"[{"op":"add","path":"/a"}]"#, "operation 0: has no valid value"),
    (#"[{"op":"replace","path":"/a"}]"#, "operation 0: has no valid value"),
    (#"[{"op":"test","path":"/a"}]"#, "operation 0: has no valid value"),
    (#"[{"op":"move","path":"/a"}]"#, "operation 0: has no valid from"),
    (#"[{"op":"copy","path":"/a","from":0}]"#, "operation 0: has no valid from"),
    (#"[{"op":"Add","path":"/a","value":1}]"#, #"operation 0: unknown operation "Add""#),
    (
      #"[{"op":"remove","path":""},{"op":"\u001b","path":""}]"#,
      #"operation 1: unknown operation "\u001b""#
    ),
    (
      #"[{"op":"remove","path":"a"}]"#,
      #"operation 0: a JSON pointer is empty or begins with a slash: "a""#
    ),
    (
      #"[{"op":"move","path":"/a","from":"/~2"}]"#,
      #"operation 0: in a JSON pointer ~ is followed by 0 or 1: "/~2""#
    ),
  ]

  @Test("what is no patch is refused with the operation at fault", arguments: refused)
  func refuses(text: String, words: String) throws {
    let document = try JSONValue(parsing: text)
    let error = try #require(throws: JSONPatchError.self) { try JSONPatch(document) }
    #expect(error.description == words)
  }
}
