import SessionFormat
import TestSupport
import Testing

@Suite("JSON Pointer")
struct JSONPointerTests {
  /// The document and the pointers of RFC 6901, section 5.
  static let document = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
     " ": 7, "m~n": 8}
    """#
  static let examples: [(pointer: String, value: JSONValue)] = [
    ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
    ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
  ]

  @Test("the examples of RFC 6901 find what it says", arguments: examples)
  func findsExamples(pointer: String, value: JSONValue) throws {
    let document = try JSONValue(parsing: Self.document)
    #expect(try JSONPointer(pointer).value(in: document) == value)
    #expect(try JSONPointer("").value(in: document) == document)
  }

  static let texts: [(text: String, tokens: [String])] = [
    ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/~0", ["~"]), ("/~1", ["/"]),
    ("/~01", ["~1"]), ("/~10", ["/0"]), ("/~00~11", ["~0/1"]), ("/~0~1", ["~/"]), ("/-", ["-"]),
    ("/日本/e\u{301}", ["日本", "e\u{301}"]), ("/\u{301}/\u{301}", ["\u{301}", "\u{301}"]),
    ("/01", ["01"]),
  ]

  @Test("a text and its tokens stand for each other", arguments: texts)
  func readsAndWrites(text: String, tokens: [String]) throws {
    let pointer = try JSONPointer(text)
    #expect(pointer.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
    #expect(Array(pointer.description.utf8) == Array(text.utf8))
    #expect(pointer == JSONPointer(tokens: tokens))
    #expect(pointer.hashValue == JSONPointer(tokens: tokens).hashValue)
    #expect(pointer.isRoot == tokens.isEmpty)
  }

  static let refused: [(text: String, reason: JSONPointerError.Reason, words: String)] = [
    ("a", .noSlash, #"a JSON pointer is empty or begins with a slash: "a""#),
    (" /a", .noSlash, #"a JSON pointer is empty or begins with a slash: " /a""#),
    ("~0", .noSlash, #"a JSON pointer is empty or begins with a slash: "~0""#),
    ("#/a", .noSlash, ##"a JSON pointer is empty or begins with a slash: "#/a""##),
    ("/~", .badEscape, #"in a JSON pointer ~ is followed by 0 or 1: "/~""#),
    ("/~2", .badEscape, #"in a JSON pointer ~ is followed by 0 or 1: "/~2""#),
    ("/a~/b", .badEscape, #"in a JSON pointer ~ is followed by 0 or 1: "/a~/b""#),
    ("/~~0\u{1B}", .badEscape, #"in a JSON pointer ~ is followed by 0 or 1: "/~~0\u001b""#),
  ]

  @Test("what is no pointer is refused in words", arguments: refused)
  func refuses(text: String, reason: JSONPointerError.Reason, words: String) throws {
    let error = try #require(throws: JSONPointerError.self) { try JSONPointer(text) }
    #expect(error.reason == reason)
    #expect(error.text == text)
    #expect(error.description == words)
  }

  static let indexes: [(token: String, index: Int?)] = [
    ("0", 0), ("1", 1), ("10", 10), ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("", nil), ("-", nil), ("-0", nil), ("-1", nil), ("+1", nil), ("00", nil), ("01", nil),
    ("1 ", nil),
    (" 1", nil), ("1.0", nil), ("1e0", nil), ("0x1", nil), ("１", nil), ("0\u{301}", nil),
    ("1\0", nil),
  ]

  @Test("an index is digits without a leading zero", arguments: indexes)
  func readsIndexes(token: String, index: Int?) {
    #expect(JSONPointer.index(token) == index)
    let array = JSONValue.array((0...10).map { .number($0) })
    let found = JSONPointer(tokens: [token]).value(in: array)
    #expect(found == index.flatMap { $0 <= 10 ? .number($0) : nil })
  }

  @Test("nothing is found beside the document")
  func findsNothing() throws {
    let document = try JSONValue(parsing: #"{"a":[{"b":1}],"e\#u{301}":2,"0":3}"#)
    let missing = ["/b", "/a/1", "/a/-", "/a/0/c", "/a/0/b/c", "/a/0/b/0", "/\u{E9}", "/a/b", "/A"]
    for text in missing { #expect(try JSONPointer(text).value(in: document) == nil, "\(text)") }
    #expect(try JSONPointer("/a/0/b").value(in: document) == 1)
    #expect(try JSONPointer("/0").value(in: document) == 3)
  }

  @Test("a pointer is at or below exactly its own starts")
  func knowsWhatIsBelow() throws {
    let pointers = try ["", "/", "/a", "/a/b", "/a/b/c", "/ab", "/a/", "/\u{E9}", "/e\u{301}"]
      .map { try JSONPointer($0) }
    for pointer in pointers {
      for other in pointers {
        let starts = (0...pointer.tokens.count).map { Array(pointer.tokens.prefix($0)) }
        let isStart = starts.contains {
          $0.map { Array($0.utf8) } == other.tokens.map { Array($0.utf8) }
        }
        #expect(pointer.isAtOrBelow(other) == isStart, "\(pointer) below \(other)")
        #expect(
          (pointer == other) == (pointer.description.utf8.elementsEqual(other.description.utf8)))
      }
    }
    #expect(Set(pointers).count == pointers.count)
    #expect(JSONPointer.root.appending("a").appending(0).description == "/a/0")
  }
}
