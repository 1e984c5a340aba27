import SessionFormat
import TestSupport
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let marked: String
    let kind: JSONSyntaxError.Kind
    init(_ marked: String, _ kind: JSONSyntaxError.Kind) {
      (self.marked, self.kind) = (marked, kind)
    }
    var testDescription: String { marked }
  }

  static let accepted: [(text: String, written: String)] = [
    ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"),
    ("0.0", "0.0"), ("-0e-0", "-0e-0"), ("1E+2", "1E+2"), ("1e400", "1e400"), ("10", "10"),
    ("123456789012345678901234567890.1", "123456789012345678901234567890.1"),
    (#""""#, #""""#), (" \t\r\n1 \t\r\n", "1"), ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"),
    ("{ }", "{}"), ("[1 , 2]", "[1,2]"), (#"{ "a" : 1 , "b" : [ ] }"#, #"{"a":1,"b":[]}"#),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u0041\u00e9\u00C9""#, #""AéÉ""#),
    (#""\ud83c\udf8c""#, #""🎌""#), (#""\uDBFF\uDFFF""#, "\"\u{10FFFF}\""),
    (#""\u0000""#, #""\u0000""#), ("\"\u{7F}\"", #""\u007f""#), ("\"日本語\"", "\"日本語\""),
    ("{\"é\":1,\"e\u{301}\":2}", "{\"é\":1,\"e\u{301}\":2}"), (#"{"":1}"#, #"{"":1}"#),
    (#"{"a":{"a":{"a":1}}}"#, #"{"a":{"a":{"a":1}}}"#),
    ("\"\u{FFFE}\u{FFFF}\"", "\"\u{FFFE}\u{FFFF}\""),
  ]

  @Test("what RFC 8259 allows is read, and written in the one compact form", arguments: accepted)
  func accepts(text: String, written: String) throws {
    #expect(try JSONValue(parsing: text).description == written)
  }

  static let refused: [Refusal] = [
    .init("«", .unexpectedEnd), .init(" \n «", .unexpectedEnd), .init("nul«", .unexpectedEnd),
    .init("tru«x", .unexpectedByte), .init("«True", .unexpectedByte),
    .init("«NaN", .unexpectedByte),
    .init("«Infinity", .unexpectedByte), .init("«\u{FEFF}1", .unexpectedByte),
    .init("«'a'", .unexpectedByte), .init("«//c\n1", .unexpectedByte), .init("«]", .unexpectedByte),
    .init("«,", .unexpectedByte), .init("«\u{A0}1", .unexpectedByte),
    .init("«\u{0}", .unexpectedByte),
    .init("1 «2", .trailingText), .init("{}«}", .trailingText), .init("1«\u{0}", .trailingText),
    .init("1«a", .trailingText), .init("0«x1", .trailingText), .init("1.5«.2", .trailingText),
    .init("«-", .badNumber), .init("«01", .badNumber), .init("«-01", .badNumber),
    .init("[«00]", .badNumber), .init("[«1.]", .badNumber), .init("[«1e]", .badNumber),
    .init("[«1e+]", .badNumber), .init("[«-]", .badNumber), .init("[«-a]", .badNumber),
    .init("[«-.5]", .badNumber), .init("[«1.e1]", .badNumber), .init("[«-Infinity]", .badNumber),
    .init("«.5", .unexpectedByte), .init("«+1", .unexpectedByte),
    .init("[«", .unexpectedEnd), .init("[1«", .unexpectedEnd), .init("[1,«", .unexpectedEnd),
    .init("[1,«]", .unexpectedByte), .init("[«,1]", .unexpectedByte),
    .init("[1«}", .expectedCommaOrEnd),
    .init("[1 «2]", .expectedCommaOrEnd), .init("[1«:2]", .expectedCommaOrEnd),
    .init("{«", .unexpectedEnd), .init("{\"a\"«", .unexpectedEnd),
    .init("{\"a\":«", .unexpectedEnd),
    .init("{\"a\":1«", .unexpectedEnd), .init("{\"a\":1,«", .unexpectedEnd),
    .init("{\"a\":1,«}", .expectedName), .init("{«a:1}", .expectedName),
    .init("{«1:1}", .expectedName),
    .init("{«,}", .expectedName), .init("{\"a\"«,1}", .expectedColon),
    .init("{\"a\" «1}", .expectedColon),
    .init("{\"a\":1«]", .expectedCommaOrEnd), .init("{\"a\":«}", .unexpectedByte),
    .init("\"«", .unexpectedEnd), .init("\"abc«", .unexpectedEnd), .init("\"\\«", .unexpectedEnd),
    .init("\"a«\u{1F}\"", .controlCharacter), .init("\"a«\n\"", .controlCharacter),
    .init("\"\\n«\t\"", .controlCharacter), .init("\"«\u{0}\"", .controlCharacter),
    .init(#""«\x41""#, .badEscape), .init(#""«\U0041""#, .badEscape), .init(#""«\'""#, .badEscape),
    .init(#""a\n«\u00g0""#, .badEscape), .init(#""«\u 041""#, .badEscape),
    .init(#""«\u12""#, .badEscape),
    .init(#""\u12«"#, .unexpectedEnd), .init(#""\ud83c«"#, .unexpectedEnd),
    .init(#""\ud83c\«"#, .unexpectedEnd), .init(#""\ud83c\udf«"#, .unexpectedEnd),
    .init(#""«\ud83c""#, .loneSurrogate), .init(#""«\ud83cx""#, .loneSurrogate),
    .init(#""«\ud83c\n""#, .loneSurrogate), .init(#""«\ud83c\u0041""#, .loneSurrogate),
    .init(#""«\ud83c\ud83c\udf8c""#, .loneSurrogate), .init(#""a«\udf8c""#, .loneSurrogate),
    .init("[\n  1,\n  \"日本語\" «x\n]", .expectedCommaOrEnd),
    .init("{\"é\": 1,\r\n «\"é\": 2}", .duplicateName("é")),
    .init(#"{"a":1,«"a":1}"#, .duplicateName("a")),
    .init(#"{"a":1,«"\u0061":1}"#, .duplicateName("a")),
    .init(#"{"":1,«"":1}"#, .duplicateName("")),
    .init(#"[{"b":{"a":1,"c":2,«"a":3}}]"#, .duplicateName("a")),
  ]

  @Test(
    "what RFC 8259 or the format forbids is refused at the place of the fault", arguments: refused)
  func refuses(_ refusal: Refusal) throws {
    let marked = MarkedText(refusal.marked)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: marked.text) }
    #expect(error.kind == refusal.kind)
    #expect(error.position(in: Array(marked.text.utf8)) == marked.position)
  }

  @Test("a name that comes again is found in an object of any number of members")
  func findsDuplicateNames() throws {
    for count in 1...20 {
      let names = (0..<count).map { "n\($0)" }
      let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",")
      let object = try JSONValue(parsing: text + "}")
      #expect(object.object?.map(\.name) == names)
      for name in names {
        let error = try #require(throws: JSONSyntaxError.self) {
          try JSONValue(parsing: text + ",\"\(name)\":1}")
        }
        #expect(error.kind == .duplicateName(name))
        #expect(error.offset == text.utf8.count + 1)
      }
    }
  }

  @Test("names that only look alike are different members, also among many")
  func keepsNormalizationForms() throws {
    let filler = (0..<10).map { ",\"\($0)\":0" }.joined()
    let object = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2\(filler)}")
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test("512 levels are read and the 513th is refused where it begins")
  func limitsDepth() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ levels: Int) -> String {
        String(repeating: open, count: levels - 1) + (open == "[" ? "[]" : "{}")
          + String(repeating: close, count: levels - 1)
      }
      #expect(try JSONValue(parsing: nested(512)).height == 512)
      for levels in [513, 10_000, 1_000_000] {
        let error = try #require(throws: JSONSyntaxError.self) {
          try JSONValue(parsing: nested(levels))
        }
        #expect(error.kind == .tooDeep(limit: 512))
        #expect(error.offset == open.utf8.count * 512)
      }
    }
    #expect(throws: JSONSyntaxError.self) { try JSONParser(depthLimit: 0).parse(Array("[]".utf8)) }
    #expect(try JSONParser(depthLimit: 0).parse(Array("1".utf8)) == 1)
  }

  @Test("an array or object of many members is read whole")
  func readsManyMembers() throws {
    let count = 50_000
    let array = try JSONValue(
      parsing: "[" + repeatElement("0", count: count).joined(separator: ",") + "]")
    #expect(array.array?.count == count)
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let object = try JSONValue(parsing: "{\(members)}")
    #expect(object.object?.count == count)
    #expect((0..<count).allSatisfy { object["k\($0)"]?.int == $0 })
  }
}
