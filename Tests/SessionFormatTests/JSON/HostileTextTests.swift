import SessionFormat
import TestSupport
import Testing

@Suite("Damaged and hostile JSON")
struct HostileTextTests {
  static let rich = #"""
    {"a":[1,-0.5e+2,true,false,null,"x\n\u00e9\ud83c\udf8c日本🎌"], "é":{"":{}, "b":[[],{}]}}
    """#

  /// Byte sequences that are no UTF-8 (RFC 3629, section 3), by the class of the fault.
  static let notUTF8: [(name: String, bytes: [UInt8])] = [
    ("lone continuation", [0x80]), ("lone continuation, last", [0xBF]),
    ("overlong slash of 2", [0xC0, 0xAF]), ("overlong of 2, last", [0xC1, 0xBF]),
    ("overlong of 3", [0xE0, 0x80, 0x80]), ("overlong of 3, last", [0xE0, 0x9F, 0xBF]),
    ("overlong of 4", [0xF0, 0x80, 0x80, 0x80]), ("overlong of 4, last", [0xF0, 0x8F, 0xBF, 0xBF]),
    ("high surrogate", [0xED, 0xA0, 0x80]), ("low surrogate", [0xED, 0xBF, 0xBF]),
    ("surrogate pair", [0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x8C]),
    ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("far above", [0xF5, 0x80, 0x80, 0x80]),
    ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("FE", [0xFE]), ("FF", [0xFF]),
    ("cut off after 1 of 2", [0xC3]), ("cut off after 1 of 3", [0xE6]),
    ("cut off after 2 of 3", [0xE6, 0x97]), ("cut off after 1 of 4", [0xF0]),
    ("cut off after 2 of 4", [0xF0, 0x9F]), ("cut off after 3 of 4", [0xF0, 0x9F, 0x8E]),
    ("bad second of 3", [0xE6, 0x41, 0x80]), ("bad third of 3", [0xE6, 0x97, 0x41]),
    ("bad fourth of 4", [0xF0, 0x9F, 0x8E, 0x41]),
  ]

  @Test(
    "bytes that are not UTF-8 are refused at their first byte, wherever they stand",
    arguments: notUTF8)
  func refusesInvalidUTF8(name: String, bytes: [UInt8]) throws {
    let places = [
      "", "\"", "\"日", "\"\\n", "[1,", "{", "{\"a\"", "{\"a\":", "1", "[1", "{\"", "tru",
    ]
    for before in places {
      for after in ["", "\"", "\"]}"] {
        let text = Array(before.utf8) + bytes + Array(after.utf8)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser().parse(text) }
        #expect(error.kind == .invalidUTF8, "after \(before)")
        #expect(error.offset == before.utf8.count, "after \(before)")
      }
    }
  }

  @Test("every start of a document ends in the middle of a value, or of a character or number")
  func refusesEveryTruncation() throws {
    let bytes = Array(Self.rich.utf8)
    #expect(try JSONParser().parse(bytes).height == 4)
    for length in 0..<bytes.count {
      let error = try #require(throws: JSONSyntaxError.self) {
        try JSONParser().parse(Array(bytes[..<length]))
      }
      let isCharacterCut = length > 0 && bytes[length] & 0xC0 == 0x80
      let isNumberCut =
        error.kind == .badNumber && Self.rich.utf8.dropFirst(error.offset).first == 45
      #expect(
        error.kind == (isCharacterCut ? .invalidUTF8 : .unexpectedEnd) || isNumberCut,
        "length \(length)")
    }
  }

  @Test(
    "every change of one byte is read or refused inside the text, and what is read is read again")
  func survivesEveryMutation() throws {
    let original = Array(Self.rich.utf8)
    var (read, refused) = (0, 0)
    for place in original.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = original
        bytes[place] = byte
        do throws(JSONSyntaxError) {
          let value = try JSONParser().parse(bytes)
          let written = JSONWriter.bytes(of: value)
          let again = try JSONParser().parse(written)
          if again != value || JSONWriter.bytes(of: again) != written {
            Issue.record("byte \(byte) at \(place) does not come back")
          }
          read += 1
        } catch {
          if !(0...bytes.count ~= error.offset) {
            Issue.record("byte \(byte) at \(place): \(error)")
          }
          refused += 1
        }
      }
    }
    #expect(read + refused == original.count * 256)
    #expect(read > original.count)
  }

  @Test("random documents come back from their text, and their text from them")
  func parseAndWriteAreInverse() throws {
    var documents = RandomDocuments(seed: 1)
    for _ in 0..<500 {
      let document = documents.document(depth: 5)
      let bytes = JSONWriter.bytes(of: document)
      let again = try JSONParser().parse(bytes)
      #expect(again == document)
      #expect(JSONWriter.bytes(of: again) == bytes)
    }
  }
}
