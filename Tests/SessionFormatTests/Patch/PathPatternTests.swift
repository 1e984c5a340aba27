import SessionFormat
import TestSupport
import Testing

@Suite("Path patterns")
struct PathPatternTests {
  /// A pattern, the places that it covers, and places that it does not.
  static let patterns: [(pattern: String, covered: [String], other: [String])] = [
    ("$", ["", "/a", "/a/0"], []),
    ("$.a", ["/a", "/a/b/c"], ["", "/b", "/b/a", "/A", "/ab", "/0"]),
    ("$.a.b", ["/a/b", "/a/b/0"], ["/a", "/b", "/a/c/b"]),
    ("$['a b']", ["/a b"], ["/a", "/a b c"]), (#"$["a.b"]"#, ["/a.b"], ["/a/b"]),
    (#"$['it\'s']"#, ["/it's"], []), (#"$["\\\""]"#, [#"/\""#], []), ("$['']", ["/"], ["", "/a"]),
    ("$['a/b']", ["/a~1b"], ["/a/b"]), ("$['*']", ["/*"], ["/a"]), ("$['0']", ["/0"], ["/1"]),
    ("$[0]", ["/0", "/0/a"], ["/1", "/00", "/-", ""]), ("$[10].a", ["/10/a"], ["/1/a", "/10"]),
    ("$[*]", ["/0", "/a", "/a/b"], [""]), ("$.*", ["/0", "/a"], [""]),
    ("$.a[*].b", ["/a/0/b", "/a/x/b/c"], ["/a/b", "/a/0/c", "/a/0/0/b"]),
    ("$..a", ["/a", "/b/a", "/b/0/a/c", "/a/a"], ["", "/b", "/b/c"]),
    ("$.a..b", ["/a/b", "/a/c/b", "/a/b/b"], ["/b", "/a", "/c/a/b"]),
    ("$..a.b", ["/a/b", "/a/a/b", "/x/a/b/c"], ["/a", "/a/c/b", "/b"]),
    ("$..a..b", ["/a/b", "/x/a/y/b"], ["/b/a", "/a/x"]),
    ("$..['a-b']", ["/a-b", "/x/a-b/0"], ["", "/a"]), ("$..[*]", ["/a", "/a/b"], [""]),
    ("$..*", ["/a", "/a/b"], [""]), ("$..*.a", ["/x/a", "/x/y/a"], ["/a", "/x"]),
    ("$..a[*]", ["/a/0", "/b/a/x"], ["/a"]), ("$.日本_1", ["/日本_1"], ["/日本"]),
    ("$.é", ["/é"], ["/e\u{301}"]), ("$.e\u{301}", ["/e\u{301}"], ["/é"]),
    ("$['\u{301}']", ["/\u{301}"], []), ("$['a']['b'][1]", ["/a/b/1"], ["/a/b"]),
  ]

  @Test(
    "a pattern covers what it selects and everything below, and nothing else", arguments: patterns)
  func covers(pattern: String, covered: [String], other: [String]) throws {
    let path = try PathPattern(pattern)
    #expect(path.description == pattern)
    for place in covered { #expect(path.covers(try JSONPointer(place)), "\(place)") }
    for place in other { #expect(!path.covers(try JSONPointer(place)), "\(place)") }
  }

  @Test("in a value an index was taken for a name, and a name for an index")
  func kindsOfPlaces() throws {
    let value: JSONValue = ["a": ["1": 2, "b": [3, ["0": 4, "c": 5]]], "e": []]
    func covered(_ pattern: String, _ places: String...) throws -> [String] {
      let pattern = try PathPattern(pattern)
      return try places.filter { pattern.covers(try JSONPointer($0), in: value) }
    }
    #expect(try covered("$.a[1]", "/a/1", "/a/b/1") == [])
    #expect(try covered("$.a['1']", "/a/1") == ["/a/1"])
    #expect(try covered("$.a.b['1']", "/a/b/1", "/a/b/1/c") == [])
    #expect(try covered("$.a.b[1]", "/a/b/1", "/a/b/1/c", "/a/b/0") == ["/a/b/1", "/a/b/1/c"])
    #expect(try covered("$..['0']", "/a/b/0", "/a/b/1/0") == ["/a/b/1/0"])
    #expect(try covered("$.a.b[*].c", "/a/b/1/c", "/a/b/1/0") == ["/a/b/1/c"])
    // What is missing itself, or is something else, as one of two values that differ may be.
    #expect(try covered("$.a.b[2]", "/a/b/2", "/a/b/3") == ["/a/b/2"])
    #expect(try covered("$.e.x", "/e/x", "/x/e/x") == [])
    #expect(try covered("$.a.x", "/a/x") == ["/a/x"])
    #expect(try covered("$.a.b", "/a/b", "/a/b/9/x") == ["/a/b", "/a/b/9/x"])
    #expect(try PathPattern("$.e[0]").covers(JSONPointer("/e/0"), in: ["e": 1], value))
    #expect(try !PathPattern("$.e[0]").covers(JSONPointer("/e/0"), in: ["e": ["0": 1]]))
  }

  static let refused = [
    "«", "«a", "«.a", "« $", "$«a", "$« ", "$.«", "$..«", "$..«.a",
    "$.«1a", "$.«-", "$.a«-b", "$.a.«", "$[«", "$[«]", "$[«a]", "$[0«", "$[0«x]", "$[0«,1]",
    "$[«01]",
    "$[«-1]", "$[*«", "$[*«x", "$['a«", "$['a'«", "$['a'«x]", #"$['\«n']"#, #"$['\«"#, "$.日本«!",
    "$..«[0]", "$..[«", "$..['a«", "$..[«a]",
    "$['日本'].«'", "$.a«]", "$.*«a", "$[«?(@.a)]", "$[0«:1]", "$[«9223372036854775808]",
  ]

  @Test("what is no pattern is refused at the character at fault", arguments: refused)
  func refuses(marked: String) throws {
    let text = MarkedText(marked)
    let error = try #require(throws: PathPatternError.self) { try PathPattern(text.text) }
    #expect(error.column == text.position.column)
    #expect(error.text == text.text)
  }

  @Test("a refusal says what a pattern is")
  func explains() throws {
    let error = try #require(throws: PathPatternError.self) { try PathPattern("a\u{1B}") }
    #expect(
      error.description
        == #"column 1 of "a\u001b": a pattern is $ and then .name, ['name'], [0], "#
        + "[*], .*, ..name, ..['name'] or ..*, for example $.items[*].id")
  }

  @Test("a pattern of many descendants is matched without trying every combination")
  func matchesManyDescendants() throws {
    let place = JSONPointer(tokens: Array(repeating: "a", count: 500))
    let many = String(repeating: "..a", count: 60)
    #expect(try PathPattern("$" + many).covers(place))
    #expect(try !PathPattern("$" + many + ".b").covers(place))
    #expect(try !PathPattern("$" + String(repeating: "..*", count: 60) + "..b").covers(place))
    #expect(try !PathPattern("$" + String(repeating: ".*", count: 501)).covers(place))
  }
}
