import Foundation
import SessionFormat
import TestTraits
import Testing

@Suite("Encoding values", .alsoByPublicAPI)
struct ValueEncoderTests {
  /// Encodes, compares the exact text, decodes, and encodes again.
  private func check<T: Codable>(
    _ value: T, _ text: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let encoded = try ValueEncoder().encode(value)
    #expect(encoded.value.description == text, sourceLocation: location)
    #expect(encoded.opaque == [], sourceLocation: location)
    let decoded = try ValueDecoder().decode(T.self, from: encoded.value)
    let again = try ValueEncoder().encode(decoded).value
    #expect(again.description == text, sourceLocation: location)
  }

  /// As above, and what is decoded is equal to what was encoded.
  private func checkEqual<T: Codable & Equatable>(
    _ value: T, _ text: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    try check(value, text, at: location)
    let decoded = try ValueDecoder().decode(T.self, from: try JSONValue(parsing: text))
    #expect(decoded == value, sourceLocation: location)
  }

  @Test("leaves are exact")
  func encodesLeaves() throws {
    try checkEqual(true, "true")
    try checkEqual(Int.max, "9223372036854775807")
    try checkEqual(Int.min, "-9223372036854775808")
    try checkEqual(UInt64.max, "18446744073709551615")
    try checkEqual(Int8.min, "-128")
    try checkEqual(0.1, "0.1")
    try checkEqual(-0.0, "-0.0")
    try checkEqual(Float(0.1), "0.1")
    try checkEqual(1e300, "1e+300")
    try checkEqual("日本\u{1B}", #""日本\u001b""#)
    try checkEqual(Date(timeIntervalSinceReferenceDate: 0.1), "0.1")
    try checkEqual(try #require(URL(string: "https://a.b/c?d=1#e")), #""https://a.b/c?d=1#e""#)
    try checkEqual(Data([0, 1, 254, 255]), #""AAH+/w==""#)
    try checkEqual(Data(), #""""#)
    try checkEqual(try #require(Decimal(string: "-0.0010")), "-0.001")
    try checkEqual(
      try #require(Decimal(string: "12345678901234567890.123456789")),
      "12345678901234567890.123456789")
    try checkEqual(CGFloat(1.5), "1.5")
    try checkEqual(
      try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
  }

  @Test("NaN and the infinities are strings and come back")
  func encodesNonFinite() throws {
    try check(Double.nan, #""NaN""#)
    try check(Float.nan, #""NaN""#)
    try check(Decimal.nan, #""NaN""#)
    try checkEqual(Double.infinity, #""Infinity""#)
    try checkEqual(-Float.infinity, #""-Infinity""#)
    try check([Double.nan, 1], #"["NaN",1.0]"#)
    #expect(try ValueDecoder().decode(Double.self, from: "NaN").isNaN)
    #expect(try ValueDecoder().decode(Decimal.self, from: "NaN").isNaN)
  }

  @Test("integers of 128 bits are exact in every container")
  @available(macOS 15.0, iOS 18.0, *)
  func encodesWideIntegers() throws {
    let (most, least) = (
      "340282366920938463463374607431768211455", "-170141183460469231731687303715884105728"
    )
    try checkEqual(UInt128.max, most)
    try checkEqual(Int128.min, least)
    try checkEqual(Holder(value: UInt128.max), #"{"value":\#(most)}"#)
    try checkEqual(Holder(value: Int128?.some(.min)), #"{"value":\#(least)}"#)
    try checkEqual([Int128.min, 0], "[\(least),0]")
  }

  @Test("enums with payloads, nested and alone")
  func encodesEnums() throws {
    try checkEqual(Action.plain, #"{"plain":{}}"#)
    try checkEqual(Action.named(text: "a", count: nil), #"{"named":{"text":"a"}}"#)
    try checkEqual(Action.named(text: "a", count: 2), #"{"named":{"text":"a","count":2}}"#)
    try checkEqual(Action.unnamed(1, false), #"{"unnamed":{"_0":1,"_1":false}}"#)
    try checkEqual(
      Action.nested(.nested(.plain)), #"{"nested":{"_0":{"nested":{"_0":{"plain":{}}}}}}"#)
    try checkEqual([Level.high, .low], "[10,1]")
    try checkEqual(Holder(value: Side.left), #"{"value":"left"}"#)
  }

  @Test("optionals, present, absent and one inside the other")
  func encodesOptionals() throws {
    try checkEqual(Int?.none, "null")
    try checkEqual(Int?.some(1), "1")
    try checkEqual([1, nil], "[1,null]")
    try checkEqual(Holder(value: Int?.none), #"{"value":null}"#)
    try checkEqual(["a": Int?.none], #"{"a":null}"#)
    try checkEqual([URL?.none, URL(string: "a:b")], #"[null,"a:b"]"#)
    // JSON has one null: an inner nil comes back as an outer one, which encodes the same.
    try check(Int??.some(nil), "null")
    try check([Int??.some(nil), .some(3)], "[null,3]")
    try check(Holder(value: Int??.some(nil)), #"{"value":null}"#)
  }

  @Test("dictionaries and sets are written in an order that no hash decides")
  func encodesHashedCollections() throws {
    try checkEqual(["b": 1, "a": 2, "é": 3, "B": 4], #"{"B":4,"a":2,"b":1,"é":3}"#)
    try checkEqual([10: "a", 9: "b", -1: "c"], #"{"-1":"c","10":"a","9":"b"}"#)
    try checkEqual([Level.high: 1, .low: 2], "[1,2,10,1]")
    try checkEqual([Side.right: 1, .left: 2], #"["left",2,"right",1]"#)
    try checkEqual([Color.red: 1, .green: 2], #"{"green":2,"red":1}"#)
    try checkEqual([1.5: "a", 0.5: "b", 10: "c"], #"[0.5,"b",1.5,"a",10.0,"c"]"#)
    try checkEqual(Set([10, 9, 1]), "[1,10,9]")
    try checkEqual(Set(["b", "a", "é"]), #"["a","b","é"]"#)
    try checkEqual(Set([Set([3, 1]), [2]]), "[[1,3],[2]]")
    try checkEqual(Set([[3, 1], [2]]), "[[2],[3,1]]")
    try checkEqual([Set([2, 1]): ["x": Set([4, 3])]], #"[[1,2],{"x":[3,4]}]"#)
    try checkEqual(Holder(value: Set([2, 1])), #"{"value":[1,2]}"#)
    try checkEqual(Set<Int>?.some([2, 1]), "[1,2]")
    try checkEqual([Set<Int>](), "[]")
    try checkEqual(Set<Int>(), "[]")
    try checkEqual([String: Int](), "{}")
    try checkEqual([Side: Int](), "[]")
  }

  @Test("sets inside sets are encoded once each, not twice at every level")
  func encodesNestedSets() throws {
    var tree = Tree()
    for _ in 0..<60 { tree = Tree(children: [tree]) }
    let text = String(repeating: #"{"children":["#, count: 61) + String(repeating: "]}", count: 61)
    try checkEqual(tree, text)
  }

  @Test("structs, classes and nested containers")
  func encodesContainers() throws {
    let item = Item(
      id: try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001")), name: nil,
      due: Date(timeIntervalSinceReferenceDate: -1.5), tags: ["b", "a"])
    try checkEqual(
      item, #"{"id":"00000000-0000-0000-0000-000000000001","due":-1.5,"tags":["a","b"]}"#)
    try checkEqual(Empty(), "{}")
    try checkEqual([Empty()], "[{}]")
    try check(Dog(name: "Rex", age: 3), #"{"age":3,"super":{"name":"Rex"}}"#)
    try checkEqual(Nested(), #"{"list":[null,[1,2],{"list":true}],"object":{}}"#)
  }

  @Test("what lies deeper than the limit is named as opaque, whatever it is")
  func limitsDepth() throws {
    let text = #""nested deeper than 2 levels""#
    let encoder = ValueEncoder(depthLimit: 2)
    func check(_ value: some Encodable, _ expected: String, _ opaque: [String]) throws {
      let encoded = try encoder.encode(value)
      #expect(encoded.value.description == expected)
      #expect(encoded.opaque.map(\.description) == opaque)
    }
    try check([[1], []], "[[1],[]]", [])
    try check([[Int?.some(1), nil]], "[[1,null]]", [])
    try check([[Level.high]], "[[10]]", [])
    try check([[[1]], [[]]], "[[\(text)],[\(text)]]", ["/0/0", "/1/0"])
    try check([["a/b": Empty()]], #"[{"a/b":\#(text)}]"#, ["/0/a~1b"])
    try check(
      ["b": ["x": [1]], "a": ["x": [2]]], #"{"a":{"x":\#(text)},"b":{"x":\#(text)}}"#,
      ["/a/x", "/b/x"])
    try check([Set([[1], [2]])], "[[\(text),\(text)]]", ["/0/0", "/0/1"])
    try check(Nested(), #"{"list":[null,\#(text),\#(text)],"object":{}}"#, ["/list/1", "/list/2"])
    #expect(try ValueEncoder(depthLimit: 0).encode([1]).opaque == [.root])
    #expect(try ValueEncoder(depthLimit: 0).encode(1).opaque == [])
  }

  @Test("the usual limit fits a line, and what never ends ends there")
  func endsEndlessNesting() throws {
    for count in [499, 500, 501, 3000] {
      let encoded = try ValueEncoder().encode(Link.chain(count))
      #expect(encoded.value.height == min(count, 500))
      let place = JSONPointer(tokens: Array(repeating: "next", count: 500))
      #expect(encoded.opaque == (count > 500 ? [place] : []))
    }
    var wrapper = Wrapper(nil)
    for _ in 0..<100 { wrapper = Wrapper(wrapper) }
    #expect(try ValueEncoder().encode(wrapper).value == "inside")
    for _ in 0..<3000 { wrapper = Wrapper(wrapper) }
    let encoded = try ValueEncoder().encode([wrapper])
    #expect(encoded.opaque.map(\.description) == ["/0"])
  }

  @Test("an error of the type's own goes through")
  func passesErrorsOn() {
    struct Refusal: Error, Equatable {}
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    #expect(throws: Refusal()) { try ValueEncoder().encode(["a": [Refusing()]]) }
  }
}
