import SessionFormat
import TestSupport
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  static let strings: [(string: String, text: String)] = [
    ("", #""""#), ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{B}\u{1B}\u{1F}", #""\u0000\u0001\u000b\u001b\u001f""#),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009b\\u009f\u{A0}\""),
    ("\u{AD}\u{61C}\u{180E}", #""\u00ad\u061c\u180e""#),
    (
      "\u{200A}\u{200B}\u{200D}\u{200E}\u{200F}\u{2010}",
      "\"\u{200A}\\u200b\\u200d\\u200e\\u200f\u{2010}\""
    ),
    ("\u{202A}\u{202E}\u{2028}\u{2029}\u{202F}", "\"\\u202a\\u202e\\u2028\\u2029\u{202F}\""),
    ("\u{2060}\u{2064}\u{2066}\u{2069}", #""\u2060\u2064\u2066\u2069""#),
    ("\u{FEFF}\u{FFF9}\u{FFFB}\u{FFFD}", "\"\\ufeff\\ufff9\\ufffb\u{FFFD}\""),
    ("\u{E0001}\u{E007F}", #""\udb40\udc01\udb40\udc7f""#),
    ("日本語 é e\u{301} 🎌", "\"日本語 é e\u{301} 🎌\""), ("a\u{1B}b\u{202E}", #""a\u001bb\u202e""#),
    ("👩\u{200D}🚀", "\"👩\\u200d🚀\""),
  ]

  @Test("strings are written with exactly these escapes", arguments: strings)
  func escapes(string: String, text: String) {
    #expect(JSONValue.string(string).description == text)
    #expect(JSONValue.object([(string, nil)]).description == "{\(text):null}")
  }

  @Test("every character comes back, and none that is unsafe is written raw")
  func writesEveryScalar() throws {
    // One string of many characters a time; the checks are on bytes, for speed.
    let all = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
    var count = 0
    var chunk = String.UnicodeScalarView()
    func check(_ chunk: String) throws {
      let bytes = JSONWriter.bytes(of: .string(chunk))
      let raw = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter(UnsafeText.contains)
      #expect(raw.isEmpty)
      #expect(try JSONParser().parse(bytes).string?.utf8.elementsEqual(chunk.utf8) == true)
      #expect(
        UnsafeText.escaped(chunk).unicodeScalars.contains(where: UnsafeText.contains) == false)
    }
    for scalar in all {
      chunk.append(scalar)
      count += 1
      if count % 0x1000 == 0 {
        try check(String(chunk))
        chunk.removeAll()
      }
    }
    try check(String(chunk))
    #expect(count == 0x110000 - 0x800)
  }

  @Test("a text for the terminal keeps its quotes and escapes what acts there")
  func escapesTerminalText() {
    #expect(UnsafeText.escaped(#"say "日本" \ é"#) == #"say "日本" \ é"#)
    #expect(UnsafeText.escaped("\u{1B}[2J\n\"") == #"\u001b[2J\n""#)
  }

  @Test("containers are written compactly, members and numbers as they came")
  func writesContainers() throws {
    let text = #"{"b":[1.50,1E2,-0,[],{}],"a":{"z":null,"y":[true,false]}}"#
    #expect(try JSONValue(parsing: text).description == text)
    var out = Array("before ".utf8)
    JSONWriter.write(["a": 1], to: &out)
    JSONWriter.write("s", to: &out)
    #expect(String(decoding: out, as: UTF8.self) == #"before {"a":1}"s""#)
  }

  @Test("the pieces of a value are its text, none much longer than 64 KiB")
  func pieces() throws {
    let elements = (0..<40_000).map { n -> JSONValue in ["id": .number(n), "é": ["x", nil, true]] }
    let made = JSONValue.object([("a", .array(elements)), ("b", 1)])
    let parsed = try JSONValue(parsing: made.description)
    let mixed = JSONValue.array([parsed, made, "x", 1, [], [:]])
    for value in [made, parsed, mixed, 1, "a", [], true] {
      var pieces: [[UInt8]] = []
      JSONWriter.write(value, inPieces: { pieces.append($0) })
      #expect(pieces.joined().elementsEqual(JSONWriter.bytes(of: value)))
      #expect(pieces.allSatisfy { $0.count < 70_000 && !$0.isEmpty })
    }
  }
}
