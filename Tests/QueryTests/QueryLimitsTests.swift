import Query
import SessionFormat
import Testing

@Suite("Hostile queries and documents end in an error, not in a hang")
struct QueryLimitsTests {
  /// Asks for an error of a query or of its evaluation.
  private func fault<T>(_ body: () throws -> T) throws -> String {
    try #require(throws: QueryError.self) { _ = try body() }.description
  }

  @Test("64 levels of parentheses are read, 65 are not")
  func parentheses() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "(", count: levels) + "$.a" + String(repeating: ")", count: levels)
    }
    #expect(try Condition(overAny: nested(64)).holds(in: ["a": 1]))
    for levels in [65, 200_000] {
      #expect(
        try fault { try Condition(overAny: nested(levels)) }
          == "column 65: nested deeper than 64 levels: write a flatter query")
    }
  }

  @Test("64 levels of filters are read and evaluated, 65 are not")
  func filters() throws {
    func nested(_ levels: Int) -> String {
      "$" + String(repeating: "[?@", count: levels) + String(repeating: "]", count: levels)
    }
    var document: JSONValue = 1
    for _ in 0..<64 { document = [document] }
    #expect(try JSONPath(nested(64)).nodes(in: document).count == 1)
    #expect(try JSONPath(nested(64)).nodes(in: [document]).count == 1)
    #expect(try JSONPath(nested(64)).nodes(in: 1).isEmpty)
    #expect(
      try fault { try JSONPath(nested(65)) }
        == "column 195: nested deeper than 64 levels: write a flatter query")
  }

  @Test("64 levels of functions are read, 65 are not")
  func functions() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "length(", count: levels) + "$" + String(repeating: ")", count: levels)
        + " == $.none"
    }
    #expect(try Condition(overAny: nested(64)).holds(in: []))
    #expect(
      try fault { try Condition(overAny: nested(65)) }
        == "column 455: nested deeper than 64 levels: write a flatter query")
  }

  @Test("levels beside each other do not add up")
  func siblings() throws {
    for term in ["($.a)", "!($.b)", "$[?@]", "length($.a) == 0", "match('a', 'a')"] {
      let text = Array(repeating: term, count: 200).joined(separator: " && ")
      #expect(try Condition(overAny: text).holds(in: ["a": []]), "\(term)")
    }
  }

  @Test("a chain of a hundred thousand terms, segments or selectors is no trouble")
  func chains() throws {
    let count = 100_000
    let ands = Array(repeating: "$.a", count: count).joined(separator: " && ")
    #expect(try Condition(overAny: ands).holds(in: ["a": 1]))
    let ors = Array(repeating: "$.b", count: count).joined(separator: "||")
    #expect(try !Condition(overAny: ors).holds(in: ["a": 1]))
    let segments = "$" + String(repeating: ".a", count: count)
    #expect(try JSONPath(segments).nodes(in: ["a": ["a": 1]]).isEmpty)
    let descents = "$" + String(repeating: "..a", count: count)
    #expect(try JSONPath(descents).nodes(in: ["a": ["a": 1]]).isEmpty)
    let selectors = "$[" + Array(repeating: "0", count: count).joined(separator: ",") + "]"
    #expect(try JSONPath(selectors).nodes(in: [1]).count == count)
  }

  @Test("a document as deep as a session may have is walked whole")
  func depth() throws {
    var document: JSONValue = 1
    for _ in 0..<512 { document = [document] }
    let nodes = try JSONPath("$..*").nodes(in: document)
    #expect(nodes.map(\.path.count) == Array(1...512))
  }

  @Test("a query that visits more nodes than allowed says so")
  func visits() throws {
    let document = JSONValue.array((0..<100).map { .array([.number($0)]) })
    let tooMany =
      "the query takes more than 500 visits and steps of patterns: write a narrower path or pattern"
    for text in [
      "$..*..*..*", "$[*,*,*,*,*,*]", "$[?count($..*) > 1]", "$[?@ == $[99] || $[?@ == 1]]",
    ] {
      let path = try JSONPath(text)
      #expect(try fault { try path.nodes(in: document, limit: 500) } == tooMany, "\(text)")
    }
    // A path that is kept costs a visit too, and one with a long name several.
    let pairs = try JSONPath("$[*][0]")
    #expect(try pairs.nodes(in: document, limit: 700).count == 100)
    #expect(try fault { try pairs.nodes(in: document, limit: 500) } == tooMany)
    let long = JSONValue.object([(String(repeating: "n", count: 32 * 600), 1)])
    #expect(try fault { try JSONPath("$.*").nodes(in: long, limit: 500) } == tooMany)
    #expect(
      try fault { try JSONPath("$.a").nodes(in: ["a": 1], limit: 0) }
        == "the query takes more than 0 visits and steps of patterns: write a narrower path or pattern"
    )
  }

  @Test("a small value that would be endless as text is walked and compared within the limit")
  func sharing() throws {
    func shared() -> JSONValue {
      (0..<60).reduce(1) { value, _ in .array([value, value]) }
    }
    let document: JSONValue = ["a": shared(), "b": shared()]
    let tooMany =
      "the query takes more than 5000 visits and steps of patterns: write a narrower path or pattern"
    #expect(try fault { try JSONPath("$..x").nodes(in: document, limit: 5000) } == tooMany)
    #expect(
      try fault { try Condition(overAny: "$.a == $.b").holds(in: document, limit: 5000) } == tooMany
    )
    #expect(try Condition(overAny: "$..*").holds(in: document, limit: 10))
  }

  @Test("long texts and numbers cost as much as they take to read")
  func longLeaves() throws {
    let text = String(repeating: "a", count: 100_000)
    let digits = String(repeating: "1", count: 100_000)
    let number = try JSONValue(parsing: "\(digits).5")
    // Read again, as a value equals itself without a look.
    let other = try JSONValue(parsing: "\(digits).5")
    let document: JSONValue = ["a": .string(text), "b": .string(text), "c": number, "d": other]
    for condition in [
      "$.a == $.b", "$.a < $.b", "$.c == $.d", "$.c < $.d", "length($.a) > 1", "search($.a, 'b')",
      "match('a', $.a)",
    ] {
      #expect(
        try fault { try Condition(overAny: condition).holds(in: document, limit: 100) }
          == "the query takes more than 100 visits and steps of patterns: write a narrower path or pattern",
        "\(condition)")
    }
    #expect(try Condition(overAny: "$.a == $.b && $.c == $.d").holds(in: document, limit: 20_000))
  }

  @Test("a pattern from the document costs as many visits as it has states")
  func computedPattern() throws {
    let condition = try Condition(overAny: "match($.text, $.pattern)")
    let document: JSONValue = ["text": "x", "pattern": "x{0,4000}"]
    #expect(
      try fault { try condition.holds(in: document, limit: 5000) }
        == "the query takes more than 5000 visits and steps of patterns: write a narrower path or pattern"
    )
    #expect(try condition.holds(in: document, limit: 20_000))
  }

  @Test("a test for existence stops at the first node")
  func existence() throws {
    let document = JSONValue.array((0..<1000).map { .number($0) })
    #expect(try Condition(overAny: "$..*").holds(in: document, limit: 5))
    #expect(try Condition(overAny: "$[*] || $[?@ > 2000]").holds(in: document, limit: 5))
  }
}
