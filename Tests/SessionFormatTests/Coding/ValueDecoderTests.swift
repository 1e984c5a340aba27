import Foundation
import SessionFormat
import TestTraits
import Testing

@Suite("Decoding values", .alsoByPublicAPI)
struct ValueDecoderTests {
  struct Person: Codable, Equatable {
    var name: String
    var age: Int8
    var site: URL?
    var parts: [[Double]] = []
  }

  private func fault<T: Decodable>(_ type: T.Type, _ text: String) throws -> String {
    let value = try JSONValue(parsing: text)
    let error = try #require(throws: (any Error).self) {
      try ValueDecoder().decode(type, from: value)
    }
    return ValueDecoder.describe(error)
  }

  static let personFaults: [(text: String, words: String)] = [
    ("[]", "expected an object, found []"), ("null", "expected an object, found null"),
    (#"{"age":1,"parts":[]}"#, #"the member "name" is missing"#),
    (#"{"name":1,"age":1,"parts":[]}"#, "/name: expected String, found 1"),
    (#"{"name":"a","age":128,"parts":[]}"#, "/age: expected Int8, found 128"),
    (#"{"name":"a","age":1.5,"parts":[]}"#, "/age: expected Int8, found 1.5"),
    (#"{"name":"a","age":null,"parts":[]}"#, "/age: expected Int8, found null"),
    (#"{"name":"a","age":1,"site":"","parts":[]}"#, #"/site: expected URL, found """#),
    (#"{"name":"a","age":1,"parts":{}}"#, "/parts: expected an array, found {}"),
    (#"{"name":"a","age":1,"parts":[[1],[2,"x"]]}"#, #"/parts/1/1: expected Double, found "x""#),
    (#"{"name":"a","age":1,"parts":[[1e400]]}"#, "/parts/0/0: expected Double, found 1e400"),
    (
      #"{"name":"a","age":1,"parts":[{"a/~":[]}]}"#,
      #"/parts/0: expected an array, found {"a/~":[]}"#
    ),
  ]

  @Test("a fault is named by its path and what was expected there", arguments: personFaults)
  func namesFaults(text: String, words: String) throws {
    #expect(try fault(Person.self, text) == words)
  }

  @Test("a large value is named by its kind alone")
  func shortensValues() throws {
    let long = String(repeating: "1", count: 100)
    #expect(try fault(Int.self, "\"\(long)\"") == "expected Int, found a string")
    #expect(try fault(Int.self, long) == "expected Int, found a number")
    #expect(try fault(Int.self, "[\(long)]") == "expected Int, found an array")
    #expect(try fault([Int].self, "{\"a\":\(long)}") == "expected an array, found an object")
  }

  @Test("faults inside dictionaries, enums and superclasses have their path")
  func namesNestedFaults() throws {
    #expect(try fault([String: Int].self, #"{"a/b":"x"}"#) == #"/a~1b: expected Int, found "x""#)
    #expect(try fault([Level: Int].self, "[1,\"x\"]") == #"/1: expected Int, found "x""#)
    #expect(
      try fault(Dog.self, #"{"age":1,"super":{"name":2}}"#)
        == "/super/name: expected String, found 2")
    #expect(try fault(Dog.self, #"{"age":1}"#) == #"the member "super" is missing"#)
    #expect(
      try fault(Action.self, #"{"unnamed":{"_0":1}}"#) == #"/unnamed: the member "_1" is missing"#)
    #expect(try fault([Decimal].self, "[1e400]") == "/0: expected Decimal, found 1e400")
    #expect(try fault([Data].self, #"["?"]"#) == #"/0: expected Data, found "?""#)
    #expect(try fault([Bool].self, "[1]") == "/0: expected Bool, found 1")
    #expect(try fault(Nested.self, #"{"list":[]}"#) == "/list/0: the array has no more elements")
  }

  @Test("nothing in the words acts on a terminal")
  func escapesFaults() throws {
    #expect(
      try fault([String: Int].self, #"{"\u001b":"\u001b"}"#)
        == #"/\u001b: expected Int, found "\u001b""#)
    #expect(try fault(Nested.self, #"{"list":[1]}"#) == #"/list/0: no \u001bnull"#)
    struct Own: Error, CustomStringConvertible { let description = "own\u{9B}" }
    #expect(ValueDecoder.describe(Own()) == #"own\u009b"#)
  }

  @Test("numbers decode by value, however they are written")
  func decodesNumbersByValue() throws {
    let decoder = ValueDecoder()
    for text in ["100", "1e2", "100.0", "1000e-1"] {
      let value = try JSONValue(parsing: text)
      #expect(try decoder.decode(Int.self, from: value) == 100)
      #expect(try decoder.decode(UInt8.self, from: value) == 100)
      #expect(try decoder.decode(Double.self, from: value) == 100)
      #expect(try decoder.decode(Decimal.self, from: value) == 100)
    }
  }

  @Test("members that the type does not know are passed over, and any order is read")
  func passesOverUnknownMembers() throws {
    let text = #"{"more":1,"parts":[[0.5]],"age":1,"site":null,"name":"a"}"#
    let person = try ValueDecoder().decode(Person.self, from: try JSONValue(parsing: text))
    #expect(person == Person(name: "a", age: 1, site: nil, parts: [[0.5]]))
  }

  @Test("an array may be tried with another type where the first did not fit")
  func triesAgain() throws {
    struct Either: Decodable {
      var texts: [String] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let text = try? container.decode(String.self) {
            texts.append(text)
          } else {
            texts.append(String(try container.decode(Int.self)))
          }
        }
      }
    }
    let value: JSONValue = ["a", 1, "b", 2]
    #expect(try ValueDecoder().decode(Either.self, from: value).texts == ["a", "1", "b", "2"])
  }

  @Test("a dictionary of many keys is read")
  func decodesManyKeys() throws {
    let members = (0..<20_000).map { (name: "k\($0)", value: JSONValue.number($0)) }
    let decoded = try ValueDecoder().decode([String: Int].self, from: .object(members))
    #expect(decoded.count == 20_000)
    #expect(decoded["k19999"] == 19_999)
  }
}
