import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Making a value as small as it can be")
struct ValueReductionTests {
  /// The smallest value, as text, for which a test holds that holds of a whole one.
  private func smallest(_ text: String, _ holds: (JSONValue) -> Bool) throws -> String {
    var reduction = ValueReduction(try JSONValue(parsing: text))
    reduction.run { value in holds(value) ? .some(value) : .none }
    return reduction.value.description
  }

  @Test(
    "a number goes to 0, or to the nearest to it that does",
    arguments: [
      ("1000", 0, "0"), ("1000", 17, "17"), ("1000", 1000, "1000"), ("-1000", -12, "-12"),
      ("1e3", 5, "5"), ("999.75", 40, "40"), ("9223372036854775807", 3, "3"),
      ("-9223372036854775808", -3, "-3"),
    ])
  func numbers(text: String, border: Int, smallest expected: String) throws {
    let found = try smallest(text) { value in
      guard let number = value.number?.double else { return false }
      return border < 0 ? number <= Double(border) : number >= Double(border)
    }
    #expect(found == expected)
  }

  @Test("true goes to false, a text loses what it can, an array keeps what is needed")
  func leaves() throws {
    #expect(try smallest("true") { $0.bool != nil } == "false")
    #expect(try smallest("true") { $0.bool == true } == "true")
    #expect(try smallest("\"what is that?\"") { $0.string?.contains("at") == true } == "\"at\"")
    #expect(try smallest("\"👩‍👩‍👧é\"") { $0.string != nil } == "\"\"")
    #expect(
      try smallest("[1,2,3,40,5,60]") { $0.array?.filter { $0.int ?? 0 > 30 }.count == 2 }
        == "[31,31]")
  }

  @Test("a member that is not needed goes, and one that must be there becomes null if it can")
  func members() throws {
    let text = #"{"add":{"id":5,"name":"pen","tags":["a","b"],"note":"x"}}"#
    let found = try smallest(text) { value in
      let payload = value["add"]
      return payload?["name"]?.string != nil && payload?.object?.index(of: "note") != nil
    }
    #expect(found == #"{"add":{"name":"","note":null}}"#)
  }

  @Test("whatever the test, the result holds, and each run gives the same")
  func anyTest() throws {
    var documents = RandomDocuments(seed: 5)
    for seed in 0..<300 {
      let document = documents.document()
      func holds(_ value: JSONValue) -> Bool {
        value == document
          || (value.description.utf8.reduce(seed) { ($0 &* 31 &+ Int($1)) % 97 }) % 3 == 0
      }
      var (one, two) = (ValueReduction(document), ValueReduction(document))
      var standing = document
      one.run { value in
        #expect(ValueSize.isSmaller(value, than: standing))
        if holds(value) { standing = value }
        return holds(value) ? .some(value) : .none
      }
      two.run { value in holds(value) ? .some(value) : .none }
      #expect(holds(one.value))
      #expect(one.value.description == two.value.description)
      #expect(one.tests == two.tests)
    }
  }

  @Test(
    "a value that is encoded again as one that is no smaller was taken",
    arguments: [
      (#"{"x":5}"#, ["x": 100], #"{"x":1}"#),
      (#"{"x":1}"#, ["x": 1], #"{"x":1}"#),
      (#"{"x":5}"#, ["x": 0, "y": "abc"], #"{"x":5}"#),
      (#"{"x":5,"y":"abcdef"}"#, ["x": 7, "y": "abc"], #"{"x":1,"y":null}"#),
    ] as [(String, JSONValue, String)])
  func encodedAgain(text: String, defaults: JSONValue, smallest: String) throws {
    var reduction = ValueReduction(try JSONValue(parsing: text))
    reduction.run { value in
      guard let object = value.object else { return nil }
      let missing = (defaults.object.map(Array.init) ?? []).filter { value[$0.name] == nil }
      let members = (Array(object) + missing).map { (name: $0.name, value: $0.value) }
      let encoded = JSONValue.object(members)
      return encoded["x"]?.int ?? 0 > 0 ? .some(encoded) : .none
    }
    #expect(reduction.value.description == smallest)
  }

  @Test("what is encoded again counts where the test holds of that as well, which stays as it is")
  func encodedAgainAndAgain() throws {
    // It becomes another value each time.
    var restless = ValueReduction(9)
    restless.run { value in .number((value.int ?? 0) - 1) }
    #expect(restless.value.description == "9")
    // Of what becomes of it the test does not hold.
    var lossy = ValueReduction(9)
    lossy.run { value in value.int ?? 0 > 3 ? .some(3) : .none }
    #expect(lossy.value.description == "9")
  }

  @Test("what is nested without end is left as it is, deep inside")
  func deep() throws {
    let text = String(repeating: "[", count: 500) + "7" + String(repeating: "]", count: 500)
    #expect(try smallest(text) { $0.description.contains("7") } == text)
  }
}
