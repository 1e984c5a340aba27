import SessionFormat
import TestSupport
import Testing

@testable import Query

@Suite("Matching by bytes says what matching by characters says")
struct PatternMatchTests {
  /// Random patterns and texts over few characters, of one to four bytes.
  private struct Samples {
    var generator: SplitMix64
    static let letters = ["a", "b", "c", "é", "名", "🎌", "\n", " "]

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    mutating func letter() -> String { Self.letters[below(Self.letters.count)] }

    mutating func pattern(_ depth: Int) -> String {
      switch depth > 0 ? below(12) : below(5) {
      case 0...2: letter()
      case 3: [".", "[^a]", "[a-c]", #"\p{L}"#, #"\P{Ll}"#, "[é🎌]", "^", "$", ""][below(9)]
      case 4: (0..<below(5)).map { _ in letter() }.joined()
      case 5...7: pattern(depth - 1) + pattern(depth - 1)
      case 8, 9: "(\(pattern(depth - 1))|\(pattern(depth - 1)))"
      default:
        "(\(pattern(depth - 1)))" + ["*", "+", "?", "{2}", "{1,3}", "{0}", "{2,}"][below(7)]
      }
    }

    mutating func text() -> String {
      let length = below(4) == 0 ? below(200) : below(8)
      return (0..<length).map { _ in letter() }.joined()
    }
  }

  @Test(
    "over random patterns and texts, whole and in part",
    arguments: (0..<32 as Range<UInt64>).thinned(8))
  func law(seed: UInt64) throws {
    var samples = Samples(generator: SplitMix64(seed: seed))
    var found = [0, 0]
    for _ in 0..<60 {
      let source = samples.pattern(4)
      guard let pattern = try IRegexp(source) else { continue }
      let oracle = PatternOracle(pattern)
      for _ in 0..<40 {
        let text = samples.text()
        for isWhole in [false, true] {
          let expected = oracle.matches(text, isWhole: isWhole)
          let budget = QueryBudget(limit: 10_000_000)
          let answer = try pattern.matches(text, isWhole: isWhole, within: budget)
          #expect(answer == expected, "\(source) on \(text.debugDescription), whole: \(isWhole)")
          found[expected ? 1 : 0] += 1
        }
      }
    }
    #expect(found.allSatisfy { $0 > 300 }, "\(found)")
  }

  @Test("a string of a document with escapes is matched as what it says")
  func escapes() throws {
    let document = try JSONValue(parsing: #"{"a":"x\u00e9\ny","b":"xé y"}"#)
    #expect(
      try Condition(overAny: "search($.a, 'é\\ny') && match($.b, 'xé y')").holds(in: document))
    #expect(try !Condition(overAny: "search($.a, 'u00e9')").holds(in: document))
  }

  @Test("a pattern of more states than are kept is matched all the same")
  func manyStates() throws {
    // After each `a`, a set of places of its own.
    let pattern = try #require(try IRegexp("(a|b)*a(a|b){12}c"))
    var generator = SplitMix64(seed: 7)
    let oracle = PatternOracle(pattern)
    for ending in ["aabbaabbaabbac", "bbbbbbbbbbbbbc"] {
      let text =
        (0..<30_000).map { _ in Bool.random(using: &generator) ? "a" : "b" }.joined() + ending
      let budget = QueryBudget(limit: 10_000_000)
      #expect(
        try pattern.matches(text, isWhole: true, within: budget)
          == oracle.matches(text, isWhole: true), "\(ending)")
    }
  }

  @Test("one pattern on many threads", arguments: [false, true])
  func threads(isWhole: Bool) async throws {
    let pattern = try #require(try IRegexp("(ab|a)*é+[^x]"))
    let oracle = PatternOracle(pattern)
    let texts = (0..<200).map { n in
      String(repeating: "aba", count: n % 7) + String(repeating: "é", count: n % 3) + "ab\(n)"
    }
    let expected = texts.map { oracle.matches($0, isWhole: isWhole) }
    try await withThrowingTaskGroup(of: [Bool].self) { group in
      for _ in 0..<8 {
        group.addTask {
          try texts.map {
            let budget = QueryBudget(limit: 10_000_000)
            return try pattern.matches($0, isWhole: isWhole, within: budget)
          }
        }
      }
      for try await answers in group { #expect(answers == expected) }
    }
  }

  @Test(
    "what a pattern says literally",
    arguments: [
      ("abc", "abc", "abc"), ("^abc$", "abc", "abc"), ("a(bc)d", "abcd", "abcd"),
      ("é名", "é名", "é名"), ("a.bcd", nil, "bcd"), ("(ab|cd)e", nil, "e"), ("a*bc", nil, "bc"),
      ("(abc)+d", nil, "abc"), ("(abc)*", nil, ""), ("ab$c", nil, "ab"), ("$^", nil, ""),
      (#"a\.b"#, "a.b", "a.b"), ("[a]b", "ab", "ab"), ("[^a]bc", nil, "bc"), ("", "", ""),
    ] as [(String, String?, String)])
  func literals(pattern: String, whole: String?, required: String) throws {
    let literals = try #require(try IRegexp(pattern)).matcher.literals
    #expect(literals.whole.map { String(decoding: $0.bytes, as: UTF8.self) } == whole)
    #expect(String(decoding: literals.required, as: UTF8.self) == required)
  }

  @Test("a text that is made to be compared again and again is given up in time")
  func comparisons() throws {
    let word = ByteSearch(Array(repeating: UInt8(ascii: "a"), count: 200))
    let text = String(repeating: String(repeating: "a", count: 199) + "b", count: 100)
    #expect(Array(text.utf8).withUnsafeBufferPointer { word.isFound(in: $0) } == nil)
    let condition = try Condition(overAny: "search($.a, '\(String(repeating: "a", count: 200))')")
    #expect(try !condition.holds(in: ["a": .string(text)]))
    #expect(try condition.holds(in: ["a": .string(text + String(repeating: "a", count: 200))]))
  }
}
