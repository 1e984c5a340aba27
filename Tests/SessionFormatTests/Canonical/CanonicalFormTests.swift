import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The canonical form of values")
struct CanonicalFormTests {
  private func canonical(_ text: String) throws -> String {
    String(decoding: try JSONValue(parsing: text).canonicalBytes(), as: UTF8.self)
  }

  @Test(
    "blanks go, order and number text become one",
    arguments: [
      ("null", "null"), (" true ", "true"), ("false", "false"), ("[ ]", "[]"), ("{ }", "{}"),
      (#"[1.0, "a", [], {}, null]"#, #"[1,"a",[],{},null]"#),
      (
        #"{"b": {"d": 1, "c": 2}, "a": [{"z": 0, "y": 0}]}"#,
        #"{"a":[{"y":0,"z":0}],"b":{"c":2,"d":1}}"#
      ),
      (#"{"aa": 1, "a": 2, "": 3, "A": 4}"#, #"{"":3,"A":4,"a":2,"aa":1}"#),
    ])
  func layout(_ text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
  }

  @Test("members are sorted by UTF-16 code units, so that surrogates come before U+E000")
  func order() throws {
    #expect(
      try canonical(
        #"{"\uffff":1,"\ud83d\ude00":2,"\ue000":3,"\ufb33":4,"\ud7ff":5,"\udbff\udfff":6}"#)
        == "{\"\u{D7FF}\":5,\"\u{1F600}\":2,\"\u{10FFFF}\":6,\"\u{E000}\":3,\"\u{FB33}\":4,\"\u{FFFF}\":1}"
    )
  }

  @Test("the order of names is that of their UTF-16 code units, for every pair of edge characters")
  func everyPair() throws {
    let edges: [UInt32] = [
      0, 0x7F, 0x80, 0x7FF, 0x800, 0xCFFF, 0xD7FF, 0xE000, 0xEFFF, 0xF000, 0xFFFF, 0x10000, 0x3FFFF,
      0x40000, 0xFFFFF, 0x10FFFF,
    ]
    let characters = edges.compactMap { Unicode.Scalar($0).map { String($0) } }
    #expect(characters.count == edges.count)
    let names = characters + characters.flatMap { first in characters.map { first + $0 } }
    for left in names {
      for right in characters where left != right {
        let value = JSONValue.object([(left, 0), (right, 1)])
        let first = left.utf16.lexicographicallyPrecedes(right.utf16) ? 0 : 1
        let parsed = try JSONParser().parse(try value.canonicalBytes())
        #expect(parsed.object?.first?.value == .number(first), "\(value)")
      }
    }
  }

  @Test("strings have the escapes of the standard and no others")
  func escapes() throws {
    for code in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let short: [UInt32: String] = [
        8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
      ]
      let escaped = code < 0x20 ? String(format: "\\u%04x", code) : String(scalar)
      let text = try JSONValue.string(String(scalar)).canonicalBytes()
      #expect(text == Array("\"\(short[code] ?? escaped)\"".utf8))
    }
  }

  @Test("texts that are equal only to the eye stay different")
  func normalization() throws {
    #expect(try canonical(#"["é", "e\u0301"]"#) == "[\"é\",\"e\u{301}\"]")
  }

  @Test(
    "a number beyond a double is an error that names its place",
    arguments: [
      ("1e400", "the number is beyond the range of a double, so it has no canonical form"),
      (
        #"{"a": [0, {"b/c": -1e999}]}"#,
        #"the number at "/a/1/b~1c" is beyond the range of a double, so it has no canonical form"#
      ),
    ])
  func tooLarge(_ text: String, message: String) throws {
    let value = try JSONValue(parsing: text)
    let error = try #require(throws: CanonicalError.self) { try value.canonicalBytes() }
    #expect(error.description == message)
    #expect(error.reason == .numberTooLarge)
    #expect(error.path.value(in: value)?.kind == .number)
  }

  @Test("nesting beyond what a line may have is written too")
  func nesting() throws {
    let depth = 1500
    let text =
      Array(repeating: UInt8(ascii: "["), count: depth)
      + Array(repeating: UInt8(ascii: "]"), count: depth)
    #expect(try JSONParser(depthLimit: depth).parse(text).canonicalBytes() == text)
  }

  @Test("the form reads back as itself, and tells apart what equality does")
  func laws() throws {
    for seed in 0..<400 {
      var documents = RandomDocuments(seed: UInt64(seed))
      let value = documents.document()
      let other = documents.edited(value)
      guard let bytes = try? value.canonicalBytes(), let others = try? other.canonicalBytes() else {
        #expect(value.description.contains("1e400") || other.description.contains("1e400"))
        continue
      }
      let parsed = try JSONParser().parse(bytes)
      #expect(try parsed.canonicalBytes() == bytes)
      // What a double does not hold apart is the difference between the two.
      let lossy = ["9007199254740993", "-0"]
      guard !lossy.contains(where: { "\(value)\(other)".contains($0) }) else { continue }
      #expect(parsed == value)
      #expect((bytes == others) == (value == other))
    }
  }
}

@Suite("The published cases of RFC 8785")
struct CanonicalCorpusTests {
  private static let folder = Corpora.folder(named: "jcs")

  @Test(
    "every input gives its output, byte for byte",
    .enabled(if: folder != nil, "no jcs folder beside the checkout or in CORPORA"))
  func cases() throws {
    let folder = try #require(Self.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/input")
    #expect(names.count == 6)
    for name in names.sorted() {
      let input = try Data(contentsOf: folder.appending(path: "input/\(name)"))
      let output = try Data(contentsOf: folder.appending(path: "output/\(name)"))
      #expect(try JSONParser().parse([UInt8](input)).canonicalBytes() == [UInt8](output), "\(name)")
    }
  }
}
