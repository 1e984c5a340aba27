import TestSupport
import Testing

@testable import SessionFormat

@Suite("The number of values that a patch may make")
struct ValueLimitTests {
  private func count(_ value: JSONValue) -> Int {
    if let array = value.array { return array.reduce(1) { $0 + count($1) } }
    if let object = value.object { return object.reduce(1) { $0 + count($1.value) } }
    return 1
  }

  @Test("each value knows its own, however it was made", arguments: 0..<20 as Range<UInt64>)
  func measures(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    var document = documents.document(depth: 5)
    for _ in 0..<40 {
      #expect(document.measure.values == count(document))
      let parsed = try JSONValue(parsing: document.description)
      #expect(parsed.measure.values == count(document))
      let other = documents.edited(document, edits: 3)
      document = try JSONPatch(from: parsed, to: other).applied(to: parsed)
      #expect(document == other)
    }
  }

  @Test("small numbers that are copied were bounded by their text alone, a tenth of their memory")
  func copies() throws {
    let numbers = JSONValue.array(Array(repeating: 1, count: 100))
    let document = JSONValue.object([("a", numbers)])
    let limits = JSONPatch.Limits(values: 1_000)
    func copies(_ count: Int) -> JSONPatch {
      let operations = (0..<count).map {
        JSONPatch.Operation.copy(
          from: JSONPointer(tokens: ["a"]), path: JSONPointer(tokens: ["\($0)"]))
      }
      return JSONPatch(operations)
    }
    for count in 0...8 { _ = try copies(count).applied(to: document, limits: limits) }
    #expect {
      try copies(9).applied(to: document, limits: limits)
    } throws: {
      ($0 as? JSONPatchError)?.description
        == "operation 8 at \"/8\": the result has more than 1000 values"
    }
  }

  @Test("members that are added together are bounded as those that are added one by one")
  func members() throws {
    let limits = JSONPatch.Limits(values: 100)
    let add = (0..<120).map {
      JSONPatch.Operation.add(JSONPointer(tokens: ["m\($0)"]), .number($0))
    }
    let document = JSONValue.object([("a", [1, 2, 3])])
    let fits = try JSONPatch(Array(add.prefix(95))).applied(to: document, limits: limits)
    #expect(fits.measure.values == 100)
    #expect {
      try JSONPatch(add).applied(to: document, limits: limits)
    } throws: {
      ($0 as? JSONPatchError)?.reason == .tooManyValues(limit: 100)
    }
    // A document that has more may keep them.
    let large = try JSONPatch(add).applied(to: document)
    let changed = try JSONPatch([JSONPatch.Operation.replace(JSONPointer(tokens: ["a"]), 1)])
      .applied(to: large, limits: limits)
    #expect(changed.measure.values == large.measure.values - 3)
  }
}
