import Query
import SessionFormat
import Testing

@Suite("JSONPath selects nodes")
struct JSONPathTests {
  static let store = #"""
    {"items": [{"id": "a", "price": 8, "tags": ["x", "y"]}, {"id": "b", "price": 12.5},
      {"id": "c", "price": 8.0, "sold": null}], "max": 10, "é": 1, "": {"0": true}}
    """#

  static let selections: [(query: String, paths: [String])] = [
    ("$", ["$"]),
    ("$.max", ["$['max']"]),
    ("$['max', 'é']", ["$['max']", "$['é']"]),
    ("$.é", ["$['é']"]),
    ("$['e\\u0301']", []),
    ("$['']['0']", ["$['']['0']"]),
    ("$.items[0]", ["$['items'][0]"]),
    ("$.items[-1]", ["$['items'][2]"]),
    ("$.items[-4]", []),
    ("$.items[3]", []),
    ("$.max[0]", []),
    ("$.items['0']", []),
    ("$.*", ["$['items']", "$['max']", "$['é']", "$['']"]),
    ("$.items[*].id", ["$['items'][0]['id']", "$['items'][1]['id']", "$['items'][2]['id']"]),
    ("$.items[2, 0, 0]", ["$['items'][2]", "$['items'][0]", "$['items'][0]"]),
    ("$.items[::-2]", ["$['items'][2]", "$['items'][0]"]),
    ("$..tags[1]", ["$['items'][0]['tags'][1]"]),
    ("$..['id', 'max']", ["$['max']"] + (0..<3).map { "$['items'][\($0)]['id']" }),
    ("$..[?@ == 'y']", ["$['items'][0]['tags'][1]"]),
    ("$.items[?@.price < $.max]", ["$['items'][0]", "$['items'][2]"]),
    ("$.items[?@.price == 8e0 && @.tags]", ["$['items'][0]"]),
    ("$.items[?!(@.tags || @.sold)]", ["$['items'][1]"]),
    ("$.items[?@.sold]", ["$['items'][2]"]),
    ("$.items[?@.sold == null]", ["$['items'][2]"]),
    ("$.items[?@.sold == @.none]", ["$['items'][0]", "$['items'][1]"]),
    ("$.items[?@.tags[?@ == 'x']].id", ["$['items'][0]['id']"]),
    ("$[?length(@) == 3]", ["$['items']"]),
    ("$.items[?count(@.*) == 3].id", ["$['items'][0]['id']", "$['items'][2]['id']"]),
    ("$.items[?value(@..tags) == @.tags && @.tags]", ["$['items'][0]"]),
    ("$.items[?match(@.id, '[ab]')].id", ["$['items'][0]['id']", "$['items'][1]['id']"]),
    ("$.items[?search(@.id, $.items[2].id)].id", ["$['items'][2]['id']"]),
  ]

  @Test("each selector selects what its rule says", arguments: selections)
  func selection(_ test: (query: String, paths: [String])) throws {
    let nodes = try JSONPath(test.query).nodes(in: JSONValue(parsing: Self.store))
    #expect(nodes.map(\.normalizedPath) == test.paths)
  }

  @Test("a slice selects the indexes that its bounds and step leave")
  func slices() throws {
    let bounds: [Int?] = [nil] + (-4...4).map { $0 }
    for count in 0...3 {
      let array = JSONValue.array((0..<count).map { .number($0) })
      for start in bounds {
        for end in bounds {
          for step in bounds {
            let text = [start, end, step].map { $0.map(String.init) ?? "" }.joined(separator: ":")
            let found = try JSONPath("$[\(text)]").nodes(in: array).compactMap(\.value.int)
            let expected = Self.sliced(count, start, end, step ?? 1)
            #expect(found == expected, "[\(text)] of \(count)")
          }
        }
      }
    }
  }

  /// The indexes of an array that a slice keeps, by looking at each of them.
  private static func sliced(_ count: Int, _ start: Int?, _ end: Int?, _ step: Int) -> [Int] {
    guard step != 0, count > 0 else { return [] }
    func placed(_ bound: Int) -> Int { bound < 0 ? bound + count : bound }
    if step > 0 {
      let first = max(0, placed(start ?? 0))
      let end = end.map(placed) ?? count
      return (0..<count).filter { $0 >= first && $0 < end && ($0 - first) % step == 0 }
    }
    let first = min(count - 1, start.map(placed) ?? count - 1)
    let end = end.map(placed) ?? -1
    return (0..<count).reversed().filter { $0 <= first && $0 > end && (first - $0) % -step == 0 }
  }

  static let steps = [
    ".a", "[0]", "[-1]", ".*", "[1:]", "[::-1]", "['a', 0, 'b']", "[?@.a]", "[?@ > 1]",
  ]

  @Test("two segments select what the second selects from each node of the first")
  func composition() throws {
    let document = try JSONValue(
      parsing: #"{"a": [[1, {"a": 2}], {"b": [3], "a": {"a": [4, 5]}}], "b": {"a": [6, [7]]}}"#)
    let segments = Self.steps + Self.steps.map { $0.hasPrefix(".") ? ".\($0)" : "..\($0)" }
    for first in segments {
      let between = try JSONPath("$\(first)").nodes(in: document)
      for second in segments {
        let found = try JSONPath("$\(first)\(second)").nodes(in: document).map(\.path)
        let expected = try between.flatMap {
          try JSONPath("\($0.normalizedPath)\(second)").nodes(in: document).map(\.path)
        }
        #expect(found == expected, "$\(first)\(second)")
      }
    }
  }

  @Test(
    "a descendant segment selects from a node, then from all below it, in the order of the text")
  func descent() throws {
    let document = try JSONValue(
      parsing: #"{"a": [[1, {"a": 2}], {"b": [3], "a": {"a": [4, 5]}}], "b": {"a": [6, [7]]}}"#)
    for step in Self.steps {
      let found = try JSONPath(step.hasPrefix(".") ? "$.\(step)" : "$..\(step)").nodes(in: document)
      let expected = try Self.preorder(document, "$").flatMap {
        try JSONPath("\($0)\(step)").nodes(in: document)
      }
      #expect(found.map(\.path) == expected.map(\.path), "\(step)")
    }
  }

  private static func preorder(_ value: JSONValue, _ path: String) -> [String] {
    let elements = value.array.map { Array($0.enumerated()) } ?? []
    let members = value.object.map { Array($0) } ?? []
    return [path] + elements.flatMap { preorder($0.element, "\(path)[\($0.offset)]") }
      + members.flatMap { preorder($0.value, "\(path)['\($0.name)']") }
  }

  @Test("a query says itself, and whether it selects one node at most")
  func face() throws {
    for (text, isSingular) in [
      ("$", true), ("$ .a [0]", true), ("$['a']", true), ("$.*", false), ("$..a", false),
      ("$[0, 1]", false), ("$[0:1]", false), ("$[?@]", false),
    ] {
      let path = try JSONPath(text)
      #expect(path.description == text)
      #expect(path.isSingular == isSingular, "\(text)")
    }
  }
}
