import SessionFormat
import Testing

@testable import Commands

@Suite("Places as they are shown")
struct PlaceTextTests {
  private static let names = [
    "a", "items", "0", "12", "01", "-1", "", " ", "a b", "a.b", "[", "]", "\"", "'", "\"]", "']",
    "\"]']", "é", "名前", "_", "$", "*", "/", "~", "a\nb", "\\", "start",
  ]

  /// All places of up to three names.
  private static let places: [[String]] = {
    let one = names.map { [$0] }
    let two = one.flatMap { start in names.map { start + [$0] } }
    return [[]] + one + two + two.flatMap { start in names.map { start + [$0] } }
  }()

  @Test("each can be typed as it is shown, and means the same")
  func typed() throws {
    for tokens in Self.places {
      let text = PlaceText.shorthand(tokens)
      let path = try ValuePath.parse(text)
      #expect(path == JSONPointer(tokens: tokens), "\(tokens) as \(text)")
    }
  }

  @Test(
    "plain names need no quotes",
    arguments: [
      (["items", "0", "message"], "items[0].message"), (["0", "a"], "[0].a"),
      (["odd key", "b"], "[\"odd key\"].b"), (["a\"]b"], #"["a\"]b"]"#),
      (["\"]']"], #"["\"]']"]"#), (["名前"], "名前"),
    ])
  func shorthand(tokens: [String], text: String) {
    #expect(PlaceText.shorthand(tokens) == text)
  }

  @Test("what does not fit keeps its first name as long as it can, and the last ones whole")
  func ending() {
    let place = "archiveState.cells[1].isStored"
    let shown = [30, 29, 19, 18, 13, 12, 10, 9, 3].map {
      PlaceText.ending(place, $0, ascii: false)
    }
    #expect(
      shown == [
        place, "archiveState…[1].isStored", "….cells[1].isStored", "…[1].isStored",
        "…[1].isStored", "….isStored", "….isStored", "isStored", "i…d",
      ])
    for columns in 1...40 {
      let ending = PlaceText.ending(place, columns, ascii: true)
      #expect(DisplayWidth.columns(of: ending) <= columns)
    }
  }

  @Test("a pattern has a star for the elements of an array")
  func pattern() {
    func text(_ pointer: String) -> String {
      Page.inline([PlaceText.pattern(pointer)], RenderOptions())
    }
    #expect(text("/items/*/id") == "$.items[*].id")
    #expect(text("/a b/0") == "$[\"a b\"][0]")
    #expect(text("") == "(the whole state)")
  }
}
