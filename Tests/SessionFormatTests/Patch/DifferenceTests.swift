import SessionFormat
import TestSupport
import Testing

@Suite("Differences")
struct DifferenceTests {
  /// Random documents, some of them edits of the one before, so that pairs share much or little.
  static let documents: [JSONValue] = {
    var source = RandomDocuments(seed: 2024)
    var documents: [JSONValue] = []
    while documents.count < 200 {
      let document = source.document()
      documents += [document, source.edited(document), source.edited(document, edits: 3)]
    }
    return documents
  }()

  @Test("for all pairs the patch from one to the other makes it, by add, remove and replace only")
  func patchesAllPairs() throws {
    for old in Self.documents {
      for new in Self.documents {
        let patch = JSONPatch(from: old, to: new)
        if try patch.applied(to: old) != new { Issue.record("\(old) to \(new)") }
        if patch.isEmpty != (old == new) { Issue.record("emptiness: \(old) to \(new)") }
        let isPlain = patch.operations.allSatisfy {
          switch $0 {
          case .add, .remove, .replace: true
          case .move, .copy, .test, .splice: false
          }
        }
        if !isPlain { Issue.record("operations: \(patch.document)") }
      }
    }
  }

  @Test(
    "a patch within so many bytes is the patch, if its text has no more, and never longer than asked"
  )
  func patchesWithin() throws {
    for (place, old) in Self.documents.enumerated() {
      for new in Self.documents.dropFirst(place).prefix(12) {
        let patch = JSONPatch(from: old, to: new)
        let size = patch.document.textSize
        for bytes in [0, size / 2, size - 1, size, 2 * size, .max] {
          let within = JSONPatch(from: old, to: new, within: bytes)
          if bytes >= size { #expect(within == patch) }
          if let within { #expect(within == patch) }
        }
      }
    }
  }

  @Test("a long name above many changes made patches that took far more than both states")
  func longName() {
    let name = String(repeating: "n", count: 250_000)
    func state(_ first: Int) -> JSONValue {
      .object([(name, .array((0..<20_000).map { .number(first + $0) }))])
    }
    let (old, new) = (state(0), state(100_000))
    #expect(JSONPatch(from: old, to: new, within: new.textSize) == nil)
  }

  @Test("a difference names what stood and stands at its place, and patches go through their text")
  func agreesWithDocuments() throws {
    for (place, old) in Self.documents.enumerated() {
      for new in Self.documents.dropFirst(place).prefix(12) {
        let differences = Difference.list(from: old, to: new)
        for difference in differences {
          if let value = difference.new { #expect(difference.path.value(in: new) == value) }
          if let value = difference.old { #expect(difference.path.value(in: old) == value) }
          #expect(difference.old != difference.new)
        }
        let patch = JSONPatch(from: old, to: new)
        let again = try JSONPatch(try JSONValue(parsing: patch.document.description))
        #expect(again == patch)
      }
    }
  }

  @Test("what stands in texts differs as what was built, whatever writer and order")
  func textsAndValues() throws {
    /// The same value of values, none of which stands in a text.
    func built(_ value: JSONValue) -> JSONValue {
      if let object = value.object {
        return .object(object.map { (name: $0.name, value: built($0.value)) })
      }
      if let array = value.array { return .array(array.map(built)) }
      return value.string.map(JSONValue.string) ?? value
    }
    /// The members of all objects turned round.
    func turned(_ value: JSONValue) -> JSONValue {
      if let object = value.object {
        return .object(object.reversed().map { (name: $0.name, value: turned($0.value)) })
      }
      return value.array.map { .array($0.map(turned)) } ?? value
    }
    for (place, old) in Self.documents.enumerated() {
      for new in Self.documents.dropFirst(place).prefix(12) {
        for new in [new, turned(new)] {
          let texts = Difference.list(
            from: try JSONValue(parsing: old.description),
            to: try JSONValue(parsing: new.description))
          let values = Difference.list(from: built(old), to: built(new))
          if texts != values { Issue.record("\(old) to \(new)") }
        }
      }
    }
  }

  static let lists: [(old: String, new: String, patch: String)] = [
    ("1", "1.0", "[]"), ("0", "-0", #"[{"op":"replace","path":"","value":-0}]"#),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "[]"),
    (
      #"{"a":1,"b":2}"#, #"{"c":3,"b":4}"#,
      #"[{"op":"remove","path":"/a"},{"op":"replace","path":"/b","value":4},{"op":"add","path":"/c","value":3}]"#
    ),
    ("[]", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
    ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
    ("[1,3]", "[1,2,3]", #"[{"op":"add","path":"/1","value":2}]"#),
    (
      "[1,2,3,4]", "[]",
      #"[{"op":"remove","path":"/3"},{"op":"remove","path":"/2"},{"op":"remove","path":"/1"},{"op":"remove","path":"/0"}]"#
    ),
    ("[1,1]", "[1,1,1]", #"[{"op":"add","path":"/2","value":1}]"#),
    ("[[1],[2]]", "[[1],[2,3]]", #"[{"op":"add","path":"/1/1","value":3}]"#),
    (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":2}}"#, #"[{"op":"replace","path":"/a~1b/~0","value":2}]"#),
    (#"{"a":null}"#, "{}", #"[{"op":"remove","path":"/a"}]"#),
    (
      "{\"e\u{301}\":1}", "{\"é\":1}",
      "[{\"op\":\"remove\",\"path\":\"/e\u{301}\"},{\"op\":\"add\",\"path\":\"/é\",\"value\":1}]"
    ),
  ]

  @Test("differences come in the fixed order", arguments: lists)
  func ordersDifferences(old: String, new: String, patch: String) throws {
    let (old, new) = (try JSONValue(parsing: old), try JSONValue(parsing: new))
    #expect(JSONPatch(from: old, to: new).document.description == patch)
  }
}
