import TestSupport
import Testing

@testable import SessionFormat

/// Values that were parsed, that were made, and that were changed since are the same values.
struct ChangedValueTests {
  /// The value as one that shares nothing with it and was never changed.
  private static func parsed(_ value: JSONValue) throws -> JSONValue {
    try JSONParser().parse(JSONWriter.bytes(of: value))
  }

  /// The value made of its parts.
  private static func made(_ value: JSONValue) -> JSONValue {
    if let array = value.array { return .array(array.map(made)) }
    if let object = value.object { return .object(object.map { ($0.name, made($0.value)) }) }
    if let string = value.string { return .string(string) }
    return value.number.map(JSONValue.number) ?? value
  }

  @Test("however a value came to be, it is equal to itself and told alike", arguments: 0..<60)
  func isItself(seed: UInt64) throws {
    var documents = RandomDocuments(seed: seed)
    let document = documents.document(depth: 4)
    let forms = [document, try Self.parsed(document), Self.made(document)]
    let edited = documents.edited(document, edits: 2)
    for form in forms {
      for other in forms {
        #expect(form == other)
        #expect(JSONWriter.bytes(of: form) == JSONWriter.bytes(of: other))
        #expect((form.height, form.kind) == (other.height, other.kind))
        #expect(Difference.list(from: form, to: other).isEmpty)
        #expect((form == edited) == (other == edited))
      }
      let patch = JSONPatch(from: form, to: edited)
      #expect(try patch.applied(to: form) == edited)
      #expect(try Self.parsed(patch.applied(to: form)) == edited)
    }
  }

  @Test(
    "an object follows its members, as they come, go and come again",
    arguments: [0, 5, 31, 32, 33, 34, 64, 65, 200])
  func followsMembers(count: Int) throws {
    let first = JSONValue.object((0..<count).map { ("n\($0)", .number($0)) })
    for start in [first, try Self.parsed(first)] {
      var generator = SplitMix64(seed: UInt64(count))
      var model = (0..<count).map { (name: "n\($0)", value: JSONValue.number($0)) }
      var object = start
      for round in 0..<300 {
        let name = "n\(Int.random(in: 0..<count + 8, using: &generator))"
        let place = model.firstIndex { $0.name == name }
        if Bool.random(using: &generator) {
          if let place {
            model[place].value = .number(round)
          } else {
            model.append((name, .number(round)))
          }
          object = object.object?.setting(name, to: .number(round)) ?? nil
        } else {
          if let place { model.remove(at: place) }
          object = object.object?.removing(name) ?? nil
        }
        let members = try #require(object.object)
        #expect(members.count == model.count)
        #expect(object[name] == model.first { $0.name == name }?.value)
        if case .object(let node) = object.node { #expect(node.checkInvariants() == []) }
        guard round % 25 == 0 else { continue }
        #expect(members.map(\.name) == model.map(\.name))
        for (place, member) in model.enumerated() {
          #expect(members[place].name == member.name && members.index(of: member.name) == place)
          #expect(object[member.name] == member.value)
        }
        #expect(object == .object(model) && .object(model.reversed()) == object)
      }
      #expect(start == first)
    }
  }

  @Test(
    "a child of a long text is found by its place and by its name",
    arguments: [1, 63, 64, 65, 128, 129, 1000])
  func findsChildren(count: Int) throws {
    let elements = (0..<count).map { JSONValue.array([.number($0), ["a": "b"]]) }
    let array = try #require(try Self.parsed(.array(elements)).array)
    #expect(Array(array) == elements)
    #expect(array.indices.allSatisfy { array[$0] == elements[$0] })
    let members = (0..<count).map { (name: "é\($0)", value: JSONValue.array([.number($0)])) }
    let object = try #require(try Self.parsed(.object(members)).object)
    for (place, member) in members.enumerated() {
      #expect(object[place].name == member.name && object[place].value == member.value)
      #expect(object.index(of: member.name) == place && object[member.name] == member.value)
    }
    #expect(object["e\u{301}0"] == nil)
  }

  @Test("names with escapes are found by what they stand for, among few and many")
  func findsEscapedNames() throws {
    let filler = (0..<40).map { #""f\#($0)": 0"# }.joined(separator: ",")
    for text in [#"{"\u0061\n": 1, "b": 2}"#, #"{\#(filler), "\u0061\n": 1, "b": 2}"#] {
      let value = try JSONValue(parsing: text)
      #expect(value["a\n"] == 1)
      #expect(value.object?.setting("a\n", to: 3).object?["a\n"] == 3)
      #expect(value.object?.setting("a\n", to: 3).object?.count == value.object?.count)
      #expect(value.object?.removing("a\n").object?["a\n"] == nil)
    }
  }
}
