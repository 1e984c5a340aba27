import SessionFormat
import TestSupport
import Testing

@Suite("Applying JSON Patch")
struct JSONPatchApplyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let document: String
    let patch: String
    let result: String
    init(_ document: String, _ patch: String, _ result: String) {
      (self.document, self.patch, self.result) = (document, patch, result)
    }
    var testDescription: String { "\(document) \(patch)" }
  }

  static func op(_ name: String, _ path: String, _ value: String? = nil, from: String? = nil)
    -> String
  {
    let last = value.map { ",\"value\":\($0)" } ?? from.map { ",\"from\":\"\($0)\"" } ?? ""
    return "{\"op\":\"\(name)\",\"path\":\"\(path)\"\(last)}"
  }

  static let applied: [Case] = [
    // add: a new member, an existing member, each place of an array, the whole document
    .init(#"{"a":1}"#, op("add", "/b", "2"), #"{"a":1,"b":2}"#),
    .init(#"{"a":1,"b":2}"#, op("add", "/a", "[]"), #"{"a":[],"b":2}"#),
    .init("[1,2]", op("add", "/0", "0"), "[0,1,2]"),
    .init("[1,2]", op("add", "/1", "0"), "[1,0,2]"),
    .init("[1,2]", op("add", "/2", "0"), "[1,2,0]"),
    .init("[1,2]", op("add", "/-", "[0]"), "[1,2,[0]]"),
    .init("[]", op("add", "/-", "1"), "[1]"), .init("[]", op("add", "/0", "1"), "[1]"),
    .init("{}", op("add", "/-", "1"), #"{"-":1}"#), .init("{}", op("add", "/", "1"), #"{"":1}"#),
    .init("{}", op("add", "/01", "1"), #"{"01":1}"#), .init("{}", op("add", "", "[1]"), "[1]"),
    .init(#"{"a":{"b":[{"c":1}]}}"#, op("add", "/a/b/0/d", "2"), #"{"a":{"b":[{"c":1,"d":2}]}}"#),
    .init(#"{"é":1}"#, op("add", "/e\u{301}", "2"), "{\"é\":1,\"e\u{301}\":2}"),
    // remove
    .init(#"{"a":1,"b":2,"c":3}"#, op("remove", "/b"), #"{"a":1,"c":3}"#),
    .init("[1,2,3]", op("remove", "/0"), "[2,3]"), .init("[1,2,3]", op("remove", "/2"), "[1,2]"),
    .init(#"{"a":null}"#, op("remove", "/a"), "{}"), .init("[1]", op("remove", ""), "null"),
    // replace
    .init(#"{"a":1,"b":2}"#, op("replace", "/a", "{}"), #"{"a":{},"b":2}"#),
    .init("[1,2]", op("replace", "/1", "null"), "[1,null]"),
    .init("{}", op("replace", "", "1"), "1"),
    // move
    .init(#"{"a":1,"b":2}"#, op("move", "/c", from: "/a"), #"{"b":2,"c":1}"#),
    .init(#"{"a":1,"b":2}"#, op("move", "/b", from: "/a"), #"{"b":1}"#),
    .init("[1,2,3]", op("move", "/2", from: "/0"), "[2,3,1]"),
    .init("[1,2,3]", op("move", "/0", from: "/2"), "[3,1,2]"),
    .init("[1,2,3]", op("move", "/-", from: "/0"), "[2,3,1]"),
    .init(#"{"a":1}"#, op("move", "/a", from: "/a"), #"{"a":1}"#),
    .init("[1]", op("move", "", from: ""), "[1]"),
    .init(#"{"a":{"b":1}}"#, op("move", "/a", from: "/a/b"), #"{"a":1}"#),
    .init(#"{"a":{"b":1}}"#, op("move", "", from: "/a"), #"{"b":1}"#),
    .init(#"{"a":1}"#, op("move", "/ab", from: "/a"), #"{"ab":1}"#),
    // copy
    .init(#"{"a":[1]}"#, op("copy", "/b", from: "/a"), #"{"a":[1],"b":[1]}"#),
    .init("[1,2]", op("copy", "/0", from: "/1"), "[2,1,2]"),
    .init(#"{"a":1}"#, op("copy", "/b", from: ""), #"{"a":1,"b":{"a":1}}"#),
    .init(#"{"a":{}}"#, op("copy", "/a/b", from: "/a"), #"{"a":{"b":{}}}"#),
    .init(#"{"a":[1]}"#, op("copy", "", from: "/a"), "[1]"),
    // test: by value
    .init("[1.0]", op("test", "/0", "10e-1"), "[1.0]"),
    .init(
      #"{"a":{"b":1,"c":[2]}}"#, op("test", "", #"{"a":{"c":[2e0],"b":1}}"#),
      #"{"a":{"b":1,"c":[2]}}"#),
    .init(#"{"a":null}"#, op("test", "/a", "null"), #"{"a":null}"#),
    .init(#"["é"]"#, op("test", "/0", #""\u00e9""#), #"["é"]"#),
    // one after the other
    .init(
      "[1]", op("add", "/-", "2") + "," + op("remove", "/0") + "," + op("test", "", "[2]"), "[2]"),
    .init("[]", "", "[]"),
  ]

  @Test("each operation does what RFC 6902 says, and nothing else", arguments: applied)
  func applies(_ row: Case) throws {
    let patch = try JSONPatch(JSONValue(parsing: "[\(row.patch)]"))
    let result = try patch.applied(to: try JSONValue(parsing: row.document))
    #expect(result.description == row.result)
  }

  static let refused: [Case] = [
    .init("{}", op("add", "/a/b", "1"), #"operation 0 at "/a/b": the document has no such place"#),
    .init("1", op("add", "/a", "1"), #"operation 0 at "/a": the document has no such place"#),
    .init("[1]", op("add", "/2", "1"), #"operation 0 at "/2": "2" is no place in that array"#),
    .init("[1]", op("add", "/01", "1"), #"operation 0 at "/01": "01" is no place in that array"#),
    .init("[1]", op("add", "/a", "1"), #"operation 0 at "/a": "a" is no place in that array"#),
    .init("[1]", op("add", "/-/a", "1"), #"operation 0 at "/-/a": the document has no such place"#),
    .init("[1]", op("add", "/-1", "1"), #"operation 0 at "/-1": "-1" is no place in that array"#),
    .init("{}", op("remove", "/a"), #"operation 0 at "/a": the document has no such place"#),
    .init("[1]", op("remove", "/1"), #"operation 0 at "/1": "1" is no place in that array"#),
    .init("[1]", op("remove", "/-"), #"operation 0 at "/-": "-" is no place in that array"#),
    .init("{}", op("replace", "/a", "1"), #"operation 0 at "/a": the document has no such place"#),
    .init("[]", op("replace", "/0", "1"), #"operation 0 at "/0": "0" is no place in that array"#),
    .init("[]", op("replace", "/-", "1"), #"operation 0 at "/-": "-" is no place in that array"#),
    .init(
      "{}", op("move", "/b", from: "/a"), #"operation 0 at "/a": the document has no such place"#),
    .init(
      #"{"a":{}}"#, op("move", "/a/b", from: "/a"),
      #"operation 0 at "/a/b": a value cannot move into itself"#),
    .init(
      "{}", op("move", "/a", from: ""), #"operation 0 at "/a": a value cannot move into itself"#),
    .init(
      "[1,2]", op("move", "/2", from: "/0"), #"operation 0 at "/2": "2" is no place in that array"#),
    .init(
      "[]", op("copy", "/0", from: "/-"), #"operation 0 at "/-": the document has no such place"#),
    .init("{}", op("test", "/a", "null"), #"operation 0 at "/a": the document has no such place"#),
    .init("[0]", op("test", "/0", "-0"), #"operation 0 at "/0": the value there is another"#),
    .init("[1]", op("test", "/0", #""1""#), #"operation 0 at "/0": the value there is another"#),
    .init(
      "[\"e\u{301}\"]", op("test", "/0", #""é""#),
      #"operation 0 at "/0": the value there is another"#),
    .init(
      "[]", op("add", "/-", "1") + "," + op("remove", "/1"),
      #"operation 1 at "/1": "1" is no place in that array"#),
  ]

  @Test("what cannot be done is an error that names operation and path", arguments: refused)
  func refuses(_ row: Case) throws {
    let patch = try JSONPatch(JSONValue(parsing: "[\(row.patch)]"))
    let document = try JSONValue(parsing: row.document)
    let error = try #require(throws: JSONPatchError.self) { try patch.applied(to: document) }
    #expect(error.description == row.result)
    #expect(document.description == row.document)
  }

  @Test("a patch that doubles the document stops at the limit of size, long before memory ends")
  func stopsDoubling() throws {
    let double = JSONPatch.Operation.copy(
      from: try JSONPointer("/a"), path: try JSONPointer("/a/-"))
    let patch = JSONPatch(Array(repeating: double, count: 1000))
    let error = try #require(throws: JSONPatchError.self) {
      try patch.applied(to: ["a": ["x"]], limits: .init(depth: .max, textSize: 1 << 28))
    }
    #expect(error.reason == .tooLarge(limit: 1 << 28))
    #expect(error.operation == 25)
    let deep = try #require(throws: JSONPatchError.self) { try patch.applied(to: ["a": ["x"]]) }
    #expect(deep.reason == .tooLarge(limit: 1 << 28))
    let small = try #require(throws: JSONPatchError.self) {
      try patch.applied(to: ["a": ["x"]], limits: .init(textSize: 100))
    }
    #expect(small.description == #"operation 3 at "/a/-": the result is larger than 100 bytes"#)
  }

  @Test("a patch that nests the document stops at the limit of depth")
  func stopsNesting() throws {
    let nest = JSONPatch.Operation.copy(from: .root, path: try JSONPointer("/a"))
    let patch = JSONPatch(Array(repeating: nest, count: 1000))
    let error = try #require(throws: JSONPatchError.self) { try patch.applied(to: [:]) }
    #expect(
      error.description == #"operation 511 at "/a": the result is nested deeper than 512 levels"#)
    let fitting = JSONPatch(Array(repeating: nest, count: 511))
    #expect(try fitting.applied(to: [:]).height == 512)
  }

  @Test("a document above the limit of size may still shrink")
  func mayShrink() throws {
    let patch = JSONPatch([.remove(try JSONPointer("/0"))])
    let large = JSONValue.array(Array(repeating: "0123456789", count: 10))
    #expect(try patch.applied(to: large, limits: .init(textSize: 20)).array?.count == 9)
  }
}
