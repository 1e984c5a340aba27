import TestSupport
import Testing

@testable import SessionFormat

@Suite("A small text with other leaves is the value with these leaves")
struct SplicedTextTests {
  /// The children's values, in order.
  private func children(_ value: JSONValue) -> [JSONValue] {
    value.array.map { Array($0) } ?? value.object?.map(\.value) ?? []
  }

  /// The same value with other children, made without any of its memory.
  private func rebuilt(_ value: JSONValue, _ children: [JSONValue]) throws -> JSONValue {
    let made: JSONValue =
      value.array != nil
      ? .array(children)
      : .object(
        zip(value.object ?? JSONObject(ObjectNode(unique: [])), children).map { ($0.name, $1) })
    return try JSONValue(parsing: made.description)
  }

  @Test("whatever leaves are put in, again and again", arguments: UInt64(0)..<300)
  func law(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var documents = RandomDocuments(seed: seed)
    var value = try JSONValue(parsing: documents.document(depth: 2).description)
    for _ in 0..<20 {
      var children = children(value)
      let places = children.indices.filter { _ in Bool.random(using: &generator) }
      let changes = try places.map { place in
        (place: place, element: try JSONValue(parsing: documents.document(depth: 0).description))
      }
      for change in changes { children[change.place] = change.element }
      guard case .text(let text) = value.node, text.measure.height > 0 else { return }
      let expected = try rebuilt(value, children)
      guard let spliced = text.splicing(changes) else {
        let isLeafless = places.contains { self.children(value)[$0].height > 0 }
        #expect(isLeafless)
        return
      }
      #expect(spliced.description == expected.description)
      #expect(spliced == expected)
      #expect(spliced.textSize == expected.textSize && spliced.height == expected.height)
      for member in expected.object ?? JSONObject(ObjectNode(unique: [])) {
        #expect(spliced[member.name] == member.value)
      }
      value = spliced
    }
  }

  @Test("a large text, and one with tables of names or places, is left to others")
  func large() throws {
    func isSpliced(_ text: String) throws -> Bool {
      let value = try JSONValue(parsing: text)
      guard case .text(let place) = value.node else { return false }
      return place.splicing([(0, .null)]) != nil
    }
    func array(_ count: Int) -> String {
      "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
    }
    #expect(try isSpliced(array(62)))
    #expect(try !isSpliced(array(63)))
    func object(_ count: Int) -> String {
      "{" + (0..<count).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    }
    #expect(try isSpliced(object(16)))
    #expect(try !isSpliced(object(17)))
    let long = String(repeating: "x", count: 1020)
    #expect(try isSpliced("[1,\"\(long)\"]"))
    #expect(try !isSpliced("[1,\"xxxx\(long)\"]"))
    #expect(try !isSpliced("[[]]"))
  }
}
