import Inspector
import SessionFormat
import Testing

@Suite("Untrusted text, cut to a bounded length")
struct ShortTextTests {
  @Test(
    "of a value the first characters are shown, and a sign for the rest; a cut value looked whole",
    arguments: [
      "null", "true", "-12.50", #""""#, #""a text""#, #""👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦""#, "[]", "[1,2,[3,[4]],5]",
      #"{"a":{"b":[1,"two",null]},"c":"é"}"#, #"[{"name":"Brötchen"},{"name":"Kaffee"}]"#,
    ])
  func beginning(of text: String) throws {
    let value = try JSONValue(parsing: text)
    for value in [value, .array([value, value]), .array([.array([value]), value, value])] {
      let whole = value.description
      for count in 0...whole.count + 1 {
        let expected = count >= whole.count ? whole : "\(whole.prefix(count))…"
        #expect(ShortText.beginning(of: value, count) == expected)
      }
    }
  }
}
