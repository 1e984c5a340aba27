import Testing

@testable import SessionFormat

struct ParsedTextTests {
  @Test("a text is freed with the last value that looks into it")
  func freesText() throws {
    weak var text: ParsedText?
    var part: JSONValue?
    do {
      let value = try JSONValue(parsing: #"{"a": [1, "two", {"b": null}], "c": "d"}"#)
      if case .text(let place) = value.node { text = place.text }
      part = value["a"]?[2]
    }
    #expect(text != nil)
    #expect(part?["b"] == .null)
    part = nil
    #expect(text == nil)
  }

  @Test("a text of many values is the same however its tape is kept, and freed too")
  func takesTape() throws {
    // More nodes than are copied, with tables of names and of places.
    for count in [16_380, 16_384, 50_000] {
      let elements = (0..<count).map { "\($0)" }.joined(separator: ",")
      let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
      let source = "{\"a\":[\(elements)],\"o\":{\(members)}}"
      weak var text: ParsedText?
      do {
        let value = try JSONValue(parsing: source)
        if case .text(let place) = value.node { text = place.text }
        #expect(value.description == source)
        #expect(value["a"]?[count - 1]?.int == count - 1)
        #expect(value["o"]?["k\(count / 2)"]?.int == count / 2)
        // Of each container a comma too many.
        #expect(value.textSize == source.utf8.count + 3)
        #expect(text?.memorySize ?? 0 >= count * 3 * 16)
        // A text that follows it, of which the nodes are copied.
        let changed = Array(source.replacing("\"k7\":7,", with: "\"k7\":8,").utf8)
        #expect(value.followed(by: changed)?.value["o"]?["k7"] == 8)
      }
      #expect(text == nil)
    }
  }
}
