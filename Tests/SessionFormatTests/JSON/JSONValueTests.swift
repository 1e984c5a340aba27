import SessionFormat
import TestSupport
import Testing

@Suite("JSON values")
struct JSONValueTests {
  static let kinds: [(JSONValue, JSONValue.Kind)] = [
    (nil, .null), (true, .bool), (1, .number), ("1", .string), ([], .array), ([:], .object),
  ]

  @Test("a value is of one kind, and only that kind's accessor answers", arguments: kinds.indices)
  func answersOneAccessor(row: Int) {
    let (value, kind) = Self.kinds[row]
    #expect(value.kind == kind)
    #expect(value.isNull == (kind == .null))
    #expect((value.bool != nil) == (kind == .bool))
    #expect((value.number != nil) == (kind == .number))
    #expect((value.int != nil) == (kind == .number))
    #expect((value.string != nil) == (kind == .string))
    #expect((value.array != nil) == (kind == .array))
    #expect((value.object != nil) == (kind == .object))
    #expect(Self.kinds.indices.filter { Self.kinds[$0].0 == value } == [row])
  }

  /// Values that are equal within a row and unequal between rows.
  static let classes: [[String]] = [
    ["1", "1.0", "10e-1"], ["0"], ["-0"], ["\"1\""], ["true"], ["null"], ["[]"], ["{}"], ["[null]"],
    ["[1,2]", "[1.0,2]"], ["[2,1]"], [#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#], [#"{"a":1}"#],
    [#"{"a":1,"b":null}"#], [#"{"a":2,"b":1}"#], ["\"\u{E9}\"", #""\u00e9""#], ["\"e\u{301}\""],
    ["{\"\u{E9}\":1}"], ["{\"e\u{301}\":1}"], [#"{"a":{"b":1,"c":2}}"#, #"{"a":{"c":2,"b":1}}"#],
    ["9007199254740993"], ["9007199254740992"],
  ]

  @Test("equality is by value, bytes and name, not by text or order")
  func comparesByValue() throws {
    for (row, texts) in Self.classes.enumerated() {
      for (other, others) in Self.classes.enumerated() {
        for left in texts {
          for right in others {
            let isEqual = try JSONValue(parsing: left) == JSONValue(parsing: right)
            #expect(isEqual == (row == other), "\(left) and \(right)")
          }
        }
      }
    }
  }

  @Test("objects of any number of members are equal in any order, and unequal by one value or name")
  func comparesObjectsOfAnySize() {
    var generator = SplitMix64(seed: 7)
    for count in 1...24 {
      let members = (0..<count).map { (name: "n\($0)", value: JSONValue.number($0)) }
      let object = JSONValue.object(members)
      #expect(object == .object(members.shuffled(using: &generator)))
      for place in 0..<count {
        var changed = members
        changed[place].value = "other"
        #expect(object != .object(changed.shuffled(using: &generator)))
        changed[place] = ("other", members[place].value)
        #expect(object != .object(changed.shuffled(using: &generator)))
      }
    }
  }

  @Test("of a name given twice the last value stands in the first place, among few or many")
  func keepsLastOfDuplicates() {
    for count in [2, 8, 9, 20] {
      let names = (0..<count).map { "n\($0)" }
      let twice = names.map { (name: $0, value: JSONValue.string("old")) }
      let object = JSONValue.object(twice + twice.reversed().map { ($0.name, "new") }).object
      #expect(object?.map(\.name) == names)
      #expect(object?.allSatisfy { $0.value == "new" } == true)
    }
  }

  @Test("members are found, set and removed by the bytes of their names, among few or many")
  func looksUpMembers() throws {
    for count in [0, 1, 7, 8, 9, 100] {
      let names = (0..<count).map { "n\($0)" } + ["\u{E9}"]
      let value = JSONValue.object(names.enumerated().map { ($1, .number($0)) })
      let object = try #require(value.object)
      for (place, name) in names.enumerated() {
        #expect(object.index(of: name) == place)
        #expect(value[name] == .number(place))
        let set = try #require(object.setting(name, to: "set").object)
        #expect(set.map(\.name) == names)
        #expect(set.map(\.value) == names.indices.map { $0 == place ? "set" : .number($0) })
        let removed = try #require(object.removing(name).object)
        #expect(removed.map(\.name) == names.filter { $0 != name })
        #expect(removed.indices.allSatisfy { removed.index(of: removed[$0].name) == $0 })
      }
      #expect(value["e\u{301}"] == nil)
      #expect(object.removing("e\u{301}") == value)
      let added = try #require(object.setting("e\u{301}", to: nil).object)
      #expect(added.map(\.name) == names + ["e\u{301}"])
    }
  }

  @Test("a look-up that names nothing is nil, whatever the value")
  func answersNilForNothing() {
    for (value, _) in Self.kinds {
      #expect(value["a"] == nil)
      #expect(value[0] == nil)
      #expect(value[-1] == nil)
    }
    let array: JSONValue = [1, 2]
    #expect([array[-1], array[0], array[1], array[2], array[Int.max]] == [nil, 1, 2, nil, nil])
  }

  @Test("height counts the levels of arrays and objects")
  func measuresHeight() throws {
    let heights = [
      ("1", 0), ("[]", 1), ("{}", 1), ("[1]", 1), ("[[]]", 2), (#"{"a":[1,{}]}"#, 3),
      ("[[[]],[]]", 3),
    ]
    for (text, height) in heights { #expect(try JSONValue(parsing: text).height == height) }
  }

  @Test("the size estimate is never below the text without escapes, and saturates")
  func measuresTextSize() {
    var documents = RandomDocuments(seed: 3)
    for _ in 0..<300 {
      let document = documents.document(depth: 4)
      let plain = document.description.replacing(#/\\u[0-9a-f]{4}|\\./#) { _ in "x" }
      #expect(document.textSize >= plain.utf8.count)
    }
    var doubled: JSONValue = ["some text"]
    var last = 0
    for _ in 0..<200 {
      doubled = .object([("a", doubled), ("b", doubled)])
      #expect(doubled.textSize >= last)
      last = doubled.textSize
    }
    #expect(last == Int.max / 2)
    #expect(JSONValue.array([doubled, doubled]).textSize == Int.max / 2)
    #expect(doubled.height == 201)
    #expect(doubled == doubled)
  }
}
