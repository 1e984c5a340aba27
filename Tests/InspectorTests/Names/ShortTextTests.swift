import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("Untrusted text, cut to a bounded length")
struct ShortTextTests {
  @Test(
    "of a value the first characters are shown, and a sign for the rest; a cut value looked whole",
    arguments: [
      "null", "true", "-12.50", #""""#, #""a text""#, #""👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦""#, "[]", "[1,2,[3,[4]],5]",
      #"{"a":{"b":[1,"two",null]},"c":"é"}"#, #"[{"name":"Brötchen"},{"name":"Kaffee"}]"#,
    ])
  func small(text: String) throws {
    let value = try JSONValue(parsing: text)
    for value in [value, .array([value, value]), .array([.array([value]), value, value])] {
      let whole = value.description
      for count in 0...whole.count + 1 {
        let expected = count >= whole.count ? whole : "\(whole.prefix(count))…"
        #expect(ShortText.beginning(of: value, count) == expected)
      }
    }
  }

  @Test("so it is of a value of any depth and length")
  func large() {
    var source = RandomDocuments(seed: 3)
    let long = JSONValue.string(String(repeating: "é\"x", count: 3000))
    let values =
      (0..<300).map { _ in source.document(depth: 4) } + [
        long, [1, long], ["a": [long], "b": 2], .array(Array(repeating: long, count: 9)),
        .object((0..<2000).map { ("m\($0)", [.number($0)]) }),
      ]
    for value in values {
      let whole = value.description
      for count in [1, 7, 400] {
        let expected = whole.count <= count ? whole : "\(whole.prefix(count))…"
        #expect(ShortText.beginning(of: value, count) == expected)
      }
    }
  }
}
