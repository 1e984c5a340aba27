import Query
import SessionFormat
import TestSupport
import Testing

@Suite("Regular expressions are those of RFC 9485")
struct IRegexpTests {
  /// Whether a pattern matches a text, asked as a condition over a document that holds both.
  private func matches(
    _ pattern: String, _ text: String, _ function: String = "match", limit: Int = 100_000
  ) throws -> Bool {
    try Condition(overAny: "\(function)($.text, $.pattern)").holds(
      in: ["text": .string(text), "pattern": .string(pattern)], limit: limit)
  }

  @Test(
    "each construct matches what its rule says, and not more",
    arguments: [
      ("", [""], ["a"]),
      ("a", ["a"], ["", "b", "aa"]),
      ("a|bc|", ["a", "bc", ""], ["abc", "b"]),
      ("(a|b)c", ["ac", "bc"], ["c", "abc"]),
      ("a*", ["", "a", "aaa"], ["b", "aab"]),
      ("a+b?", ["a", "ab", "aaab"], ["", "b", "abb"]),
      ("a{2}", ["aa"], ["a", "aaa"]),
      ("a{0}", [""], ["a"]),
      ("a{1,}", ["a", "aaaa"], [""]),
      ("a{0,}", ["", "aaaa"], ["b"]),
      ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
      ("(ab){0,1}c", ["c", "abc"], ["ababc"]),
      (".", ["a", "é", "😀", "\u{2028}", "\u{0}"], ["", "\n", "\r", "ab"]),
      ("[.]", ["."], ["a"]),
      ("[abc]", ["a", "c"], ["d", ""]),
      ("[a-c-]", ["a", "b", "-"], ["d"]),
      ("[d-fa-yc-dx]", ["a", "d", "y"], ["z"]),
      ("[-a]", ["-", "a"], ["b"]),
      ("[^a-c]", ["d", "\n", "-"], ["a", "c"]),
      ("[^-]", ["a"], ["-"]),
      ("[a^]", ["a", "^"], ["b"]),
      ("[$(){}*+?|,]", ["$", "(", "}", "*", "|", ","], ["a"]),
      (#"[\n\r\t\-\[\]\\\^]"#, ["\n", "\r", "\t", "-", "[", "]", "\\", "^"], ["n"]),
      (#"[\(-\+]"#, ["(", ")", "*", "+"], [",", "-"]),
      (#"\.\*\+\?\(\)\[\]\{\}\|\^\-\\"#, [#".*+?()[]{}|^-\"#], ["a"]),
      (#"\n\r\t"#, ["\n\r\t"], ["nrt"]),
      (#"\p{Lu}"#, ["A", "É"], ["a", "1"]),
      (#"\P{Lu}"#, ["a", "1"], ["A"]),
      (#"\p{L}+"#, ["Aéǅªʰ"], ["1"]),
      (#"[\p{Nd}x]"#, ["0", "٣", "x"], ["a"]),
      (#"[^\p{Nd}x]"#, ["a"], ["0", "x"]),
      (#"[\P{L}a]"#, ["a", "1"], ["b"]),
      (#"\p{Zs}\p{Sc}\p{Pd}\p{Cc}\p{Mn}\p{Co}\p{Cn}"#, [" €-\u{0}\u{301}\u{E000}\u{378}"], [" "]),
      ("/,:;@_~ é-😀", ["/,:;@_~ é-😀"], ["/"]),
      ("^a$", ["a"], ["^a$", "b"]),
      (#"\^[$]"#, ["^$"], ["", "a"]),
      ("(^|a)*b", ["b", "ab"], ["ba"]),
      ("(a$|b)+", ["a", "ba", "bb"], ["ab"]),
      ("(){1000000000}a((){9}){2,}", ["a"], ["", "aa"]),
    ])
  func constructs(_ pattern: String, _ accepted: [String], _ refused: [String]) throws {
    for text in accepted { #expect(try matches(pattern, text), "\(pattern) on \(text)") }
    for text in refused { #expect(try !matches(pattern, text), "\(pattern) on \(text)") }
  }

  @Test(
    "what is no such expression matches nothing",
    arguments: [
      "(", ")", "a)", "(a", "*", "+a", "?", "a**", "a+?", "{1}", "a{", "a{}", "a{,1}", "a{1",
      "a{1,2",
      "a{2,1}", "a{-1}", "]", "}", "[", "[]", "[^]", "[a", "[b-a]", "[a-c-e]", "[--a]", "[[a]]",
      "[a-\\p{L}]", "\\", "\\a", "\\d", "\\$", "\\p", "\\pL", "\\p{}", "\\p{Lx}", "\\p{Cs}",
      "\\p{l}", "\\p{Lu", "\\p{Letter}", "(?:a)", "(?i)a", "\\u0061", "a|*",
    ])
  func invalid(_ pattern: String) throws {
    for text in ["", "a", "aa", "b", pattern] {
      #expect(try !matches(pattern, text))
      #expect(try !matches(pattern, text, "search"))
    }
    // Written in the query it is no error either (RFC 9535, section 2.4.6).
    let literal = pattern.replacing("\\", with: "\\\\")
    #expect(try !Condition(overAny: "match($, '\(literal)')").holds(in: .string(pattern)))
  }

  @Test("what is no text matches nothing")
  func noTexts() throws {
    for condition in ["match($, 'a')", "match('a', $)", "search($.none, '')", "search('', $.none)"]
    {
      for value in [1, nil, true, ["a"], ["a": "a"]] as [JSONValue] {
        #expect(try !Condition(overAny: condition).holds(in: value), "\(condition) of \(value)")
      }
    }
  }

  @Test("search finds a match of any part, and edges only where they are")
  func search() throws {
    for (pattern, text, expected) in [
      ("", "", true), ("", "abc", true), ("b", "abc", true), ("c", "abc", true),
      ("d", "abc", false),
      ("b.d|bc", "abc", true), ("ca", "abc", false), ("^b", "abc", false), ("^a", "abc", true),
      ("c$", "abc", true), ("b$", "abc", false), ("^$", "", true), ("^$", "a", false),
      ("(a|ab)(c|bcd)", "xabcd", true), ("b{2,}", "abab", false), ("b{2,}", "abba", true),
    ] {
      #expect(try matches(pattern, text, "search") == expected, "\(pattern) in \(text)")
    }
  }

  @Test("every small pattern matches exactly what a matcher by definition says")
  func definition() throws {
    let texts = Reference.texts(upTo: 4)
    for pattern in Reference.patterns(depth: 2) {
      let whole = try Condition(overAny: "match($, '\(pattern.text)')")
      let part = try Condition(overAny: "search($, '\(pattern.text)')")
      for text in texts {
        let value = JSONValue.string(String(text))
        let isWhole = pattern.ends(text, 0).contains(text.count)
        let isPart = (0...text.count).contains { !pattern.ends(text, $0).isEmpty }
        #expect(try whole.holds(in: value) == isWhole, "\(pattern.text) on \(String(text))")
        #expect(try part.holds(in: value) == isPart, "\(pattern.text) in \(String(text))")
      }
    }
  }

  @Test("patterns that make a backtracking matcher explode take steps in proportion to the text")
  func linear() throws {
    let text = String(repeating: "a", count: 30)
    let many = String(repeating: "a?", count: 30) + text
    for pattern in ["(a*)*b", "(a+)+b", "(a|aa)+b", "(a|a)*b", "((a*)*)*b", "(.*)(.*)(.*)(.*)b"] {
      #expect(try !matches(pattern, text, limit: 1000), "\(pattern)")
      #expect(try !matches(pattern, text, "search", limit: 1000), "\(pattern)")
    }
    #expect(try matches(many, text, limit: 1000))
    #expect(
      try matches(
        String(repeating: "(", count: 64) + "a+" + String(repeating: ")+", count: 64), text))
  }

  @Test(
    "a pattern of more than 10000 states or 64 levels is refused, also one from the document",
    arguments: [
      "(x{1000}){1000}", "x{10000}", "x{1000000000000000000000}", "(x{0,99}){0,999}",
      "((((x{9}){9}){9}){9}){9}", String(repeating: "x", count: 10_000),
      String(repeating: "(", count: 65) + "x" + String(repeating: ")", count: 65),
      String(repeating: "(", count: 100_000),
    ])
  func size(_ pattern: String) throws {
    let literal = try #require(throws: QueryError.self) {
      try Condition(overAny: "search($.text, '\(pattern)')")
    }
    #expect(literal.kind == .patternTooLarge(limit: 10_000))
    #expect(literal.column == 16)
    let computed = try #require(throws: QueryError.self) {
      try matches(pattern, "x", "search", limit: 1_000_000)
    }
    #expect(computed == literal)
  }

  @Test(
    "people were told that nothing matches where what they typed is no pattern",
    arguments: ["(", "[a-", "\\\\d+", "clear.*?", "(?i)clear"])
  func noPattern(text: String) throws {
    let condition = "search(items[0].message, '\(text)')"
    let error = try #require(throws: QueryError.self) { try Condition(condition) }
    #expect(error.kind == .notAPattern)
    #expect(error.column == 26)
    let query = try #require(throws: QueryError.self) {
      try JSONPath(typed: "items[?match(@.a, '\(text)')]")
    }
    #expect(query.kind == .notAPattern)
    // By RFC 9535 it never matches.
    _ = try JSONPath("$.items[?match(@.a, '\(text)')]")
  }

  @Test("a pattern of 10000 states is run")
  func largest() throws {
    #expect(try matches("x{9999}", String(repeating: "x", count: 9999), limit: 10_000_000))
  }

  @Test("a pattern that differs only in how a letter is composed is another pattern")
  func composition() throws {
    let document: JSONValue = ["a": "\u{E9}", "b": "e\u{301}"]
    #expect(try Condition(overAny: "match($.a, $.a) && match($.b, $.b)").holds(in: document))
    #expect(try !Condition(overAny: "match($.a, $.a) && match($.a, $.b)").holds(in: document))
  }
}

/// A matcher that follows the meaning of each construct, at any cost.
private indirect enum Reference {
  case letter(Character)
  case empty
  case joined(Reference, Reference)
  case either(Reference, Reference)
  case repeated(Reference, Int, Int?)

  var text: String {
    switch self {
    case .letter(let letter): String(letter)
    case .empty: "()"
    case .joined(let first, let second): "\(first.text)\(second.text)"
    case .either(let first, let second): "(\(first.text)|\(second.text))"
    case .repeated(let inner, 0, nil): "(\(inner.text))*"
    case .repeated(let inner, 1, nil): "(\(inner.text))+"
    case .repeated(let inner, 0, 1): "(\(inner.text))?"
    case .repeated(let inner, let least, let most):
      "(\(inner.text)){\(least),\(most.map(String.init) ?? "")}"
    }
  }

  /// Where a match that begins at a place may end.
  func ends(_ text: [Character], _ place: Int) -> Set<Int> {
    switch self {
    case .letter(let letter): return place < text.count && text[place] == letter ? [place + 1] : []
    case .empty: return [place]
    case .joined(let first, let second):
      return Set(first.ends(text, place).flatMap { second.ends(text, $0) })
    case .either(let first, let second):
      return first.ends(text, place).union(second.ends(text, place))
    case .repeated(let inner, let least, let most):
      var now: Set<Int> = [place]
      var found: Set<Int> = least == 0 ? now : []
      // After as many rounds as the text is long nothing new can come.
      for round in 1...(least + text.count + 1) where round <= most ?? .max {
        now = Set(now.flatMap { inner.ends(text, $0) })
        if round >= least { found.formUnion(now) }
      }
      return found
    }
  }

  static func patterns(depth: Int) -> [Reference] {
    guard depth > 0 else { return [.letter("a"), .letter("b"), .empty] }
    let inner = patterns(depth: depth - 1)
    var patterns = inner
    for first in inner {
      patterns.append(.repeated(first, 0, nil))
      patterns.append(.repeated(first, 1, nil))
      patterns.append(.repeated(first, 0, 1))
      patterns.append(.repeated(first, 1, 2))
      patterns.append(.repeated(first, 2, nil))
      for second in inner.prefix(8) {
        patterns.append(.joined(first, second))
        patterns.append(.either(first, second))
      }
    }
    return patterns
  }

  static func texts(upTo length: Int) -> [[Character]] {
    var texts: [[Character]] = [[]]
    var last = texts
    for _ in 0..<length {
      last = last.flatMap { text in ["a", "b"].map { text + [$0] } }
      texts += last
    }
    return texts
  }
}
