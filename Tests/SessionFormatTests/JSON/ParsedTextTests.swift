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
}
