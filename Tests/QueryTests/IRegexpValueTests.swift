import Query
import Testing

@Suite("A regular expression as a value")
struct IRegexpValueTests {
  @Test(
    "it matches whole texts and finds parts",
    arguments: [
      ("a+b", "aab", true, true), ("a+b", "xaabx", false, true), ("a+b", "ba", false, false),
      ("", "", true, true), ("", "a", false, true), ("^b", "ab", false, false),
      (#"\p{Lu}[a-z]*"#, "Anna", true, true), (#"\p{Lu}[a-z]*"#, "to Anna", false, true),
    ])
  func matching(_ pattern: String, _ text: String, matches: Bool, isFound: Bool) throws {
    let expression = try #require(try IRegexp(pattern))
    #expect(try expression.matches(text) == matches)
    #expect(try expression.isFound(in: text) == isFound)
  }

  @Test("a text that is no pattern gives none", arguments: ["(", "a**", "[", #"\d"#, "a{2,1}"])
  func invalid(_ text: String) throws {
    #expect(try IRegexp(text) == nil)
  }

  @Test("a pattern of too many states is refused, and so is too long a text for the limit")
  func limits() throws {
    let large = #expect(throws: QueryError.self) { try IRegexp("(a{1000}){1000}") }
    #expect(
      large?.description == "a pattern takes at most 10000 states and 64 levels: repeat less in it")
    let expression = try #require(try IRegexp("(a|a)*b"))
    let text = String(repeating: "a", count: 100_000)
    let long = #expect(throws: QueryError.self) { try expression.matches(text, limit: 100) }
    #expect(long?.kind == .limitExceeded(limit: 100))
    #expect(try !expression.matches(text))
  }
}
