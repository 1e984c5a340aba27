import Query
import SessionFormat
import TestSupport
import Testing

@Suite("Values are compared as RFC 9535 says")
struct QueryComparisonTests {
  /// Each list rises; values of one inner list are equal; nothing has an order with another list.
  static let ordered: [[[String]]] = [
    [
      ["-1e400"], ["-9007199254740993"], ["-9007199254740992", "-9.007199254740992e15"], ["-1.5"],
      ["0", "-0", "0.0", "-0e5"], ["1e-400"], ["1", "1.0", "10e-1", "0.1e1"], ["1.01"],
      ["2", "2e0"],
      ["9007199254740992"], ["9007199254740993"], ["1e400", "10e399"],
    ],
    [
      [#""""#], [#""A""#], [#""a""#, #""\u0061""#], [#""aa""#], [#""b""#], [#""e\u0301""#],
      [#""\u00e9""#], [#""\uffff""#], [#""\ud800\udc00""#],
    ],
    [["null"]], [["true"]], [["false"]],
    [["[]"]], [["[0]", "[-0]"]], [["[[1]]", "[[1.0]]"]], [["[0, 1]"]], [["[1, 0]"]],
    [["{}"]], [[#"{"a": 1, "b": [0]}"#, #"{"b": [-0.0], "a": 1e0}"#]], [[#"{"a": 1, "b": [1]}"#]],
    [[#"{"a": 1, "c": [0]}"#]], [[#"{"a": 1}"#]], [["Nothing"]],
  ]

  struct Entry {
    let list: Int
    let place: Int
    let value: JSONValue?
  }

  static func entries() throws -> [Entry] {
    var entries: [Entry] = []
    for (list, values) in ordered.enumerated() {
      for (place, texts) in values.enumerated() {
        for text in texts {
          // A bare nil would be JSON's null here.
          let value = text == "Nothing" ? JSONValue?.none : try JSONValue(parsing: text)
          entries.append(Entry(list: list, place: place, value: value))
        }
      }
    }
    return entries
  }

  @Test("six operators over every pair of values agree with equality and order")
  func operators() throws {
    let conditions = try ["==", "!=", "<", "<=", ">", ">="].map {
      try Condition(overAny: "$.a \($0) $.b")
    }
    let entries = try Self.entries()
    for left in entries {
      for right in entries {
        let members = [("a", left.value), ("b", right.value)]
        let document = JSONValue.object(
          members.compactMap { name, value in value.map { (name, $0) } })
        let isEqual = left.list == right.list && left.place == right.place
        let isLess = left.list == right.list && left.place < right.place
        let isGreater = left.list == right.list && left.place > right.place
        let expected = [
          isEqual, !isEqual, isLess, isLess || isEqual, isGreater, isGreater || isEqual,
        ]
        let found = try conditions.map { try $0.holds(in: document) }
        #expect(found == expected, "\(document)")
      }
    }
  }

  @Test("a literal is the value that it writes")
  func literals() throws {
    for (literal, value) in [
      ("'a'", "a"), (#""a""#, "a"), (#"'\'"'"#, "'\""), (#""'\"""#, "'\""), (#"'\u00e9'"#, "é"),
      (#"'\uD83D\ude00'"#, "😀"), (#"'\b\f\n\r\t\/\\'"#, "\u{8}\u{C}\n\r\t/\\"), ("''", ""),
      ("-1.50E+1", -15), ("true", true), ("false", false), ("null", nil), ("-0", 0),
    ] as [(String, JSONValue)] {
      #expect(try Condition(overAny: "$ == \(literal)").holds(in: value), "\(literal)")
    }
  }

  @Test("length counts characters, elements or members, and else is Nothing")
  func length() throws {
    for (value, expected) in [
      ("", 0), ("é", 1), ("e\u{301}", 2), ("😀", 1), ([], 0), ([1, [2, 3]], 2), (["a": 1], 1),
    ] as [(JSONValue, Int)] {
      #expect(try Condition(overAny: "length($) == \(expected)").holds(in: value), "\(value)")
    }
    for value in [1, true, nil] as [JSONValue] {
      #expect(try Condition(overAny: "length($) == $.nothing").holds(in: value), "\(value)")
    }
  }
}
