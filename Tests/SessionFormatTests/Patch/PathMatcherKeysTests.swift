import TestSupport
import Testing

@testable import SessionFormat

@Suite("The matcher, in dictionaries whose keys are no strings")
struct PathMatcherKeysTests {
  /// The outermost places that are selected.
  private func selected(
    _ matcher: inout PathMatcher, _ value: JSONValue, at place: PathMatcher.Place,
    path: JSONPointer = .root
  ) -> [String] {
    if place.isSelected { return [path.description] }
    let elements = value.array ?? []
    var found: [String] = []
    for (index, element) in elements.enumerated() {
      let next = matcher.element(index, in: elements, of: place)
      found += selected(&matcher, element, at: next, path: path.appending(index))
    }
    for member in value.object.map(Array.init) ?? [] {
      let next = matcher.member(member.name, of: place)
      found += selected(&matcher, member.value, at: next, path: path.appending(member.name))
    }
    return found
  }

  private func selected(_ patterns: [String], in text: String) throws -> [String] {
    var matcher = PathMatcher(try patterns.map { try PathPattern($0) })
    let value = try JSONValue(parsing: text)
    let found = selected(&matcher, value, at: matcher.root)
    #expect(selected(&matcher, value, at: matcher.root) == found, "remembered")
    return found
  }

  @Test(
    "a name means the value behind the key of that name",
    arguments: [
      // Keys and values in turn, as Codable writes them.
      ("$..pw", #"{"f":["mail","a","pw","x"]}"#, ["/f/3"]),
      ("$.f.pw", #"{"f":["mail","a","pw","x"]}"#, ["/f/3"]),
      ("$.f.pw.in", #"{"f":["pw",{"in":1,"out":2}]}"#, ["/f/1/in"]),
      ("$..pw", #"["pw","pw","mail","pw"]"#, ["/1"]),
      ("$.pw", #"["a",1,"pw",{"pw":2}]"#, ["/3"]),
      // Pairs, as reflection shows them.
      ("$..pw", #"{"f":[["mail","a"],["pw","x"],["b","c"]]}"#, ["/f/1/1"]),
      ("$.f.pw", #"{"f":[["mail","a"],["pw","x"],["b","c"]]}"#, ["/f/1/1"]),
      ("$.f.pw", #"{"f":[["mail","a"],["pw","x"]]}"#, ["/f/1/1"]),
      ("$.f.pw.in", #"{"f":[["pw",{"in":1}],["b",{"in":1}]]}"#, ["/f/0/1/in"]),
      ("$.f.pw.pw", #"{"f":[["pw",["pw","x"]],["pw",["a","x"]]]}"#, ["/f/0/1/1"]),
      // Cases without payload, and keys that have nothing but a raw value.
      ("$.pw", #"[{"mail":{}},"a",{"pw":{}},"x"]"#, ["/3"]),
      ("$.f.pw", #"{"f":[[{"pw":{}},"x"]]}"#, ["/f/0/1"]),
      ("$..pw", #"[[{"rawValue":"pw"},"x"]]"#, ["/0/1"]),
    ])
  func values(pattern: String, text: String, places: [String]) throws {
    #expect(try selected([pattern], in: text) == places)
  }

  @Test(
    "nothing else in an array has a name",
    arguments: [
      ("$..pw", #"["mail","a","pw"]"#), ("$..pw", #"["a","pw","b","c"]"#),
      ("$.pw", #"{"f":["pw","x"]}"#), ("$.f.pw", #"{"f":[[["pw","x"]]]}"#),
      ("$.f.pw", #"{"f":[["a","b",["pw","x"]]]}"#), ("$.pw", #"[{"pw":null},"x"]"#),
      ("$..pw", #"[{"raw":"pw"},"x"]"#), ("$..pw", #"[["a","pw"],["b","pw"]]"#),
      ("$.f.pw", #"{"f":[{"g":["pw","x"]}]}"#),
    ])
  func others(pattern: String, text: String) throws {
    #expect(try selected([pattern], in: text) == [])
  }

  @Test("names, indexes and stars are taken together, however the steps lie in the list")
  func together() throws {
    let text = #"{"f":[["pw",{"a":1,"b":2}],["x",{"a":1,"b":2}]],"g":["pw",{"a":1}]}"#
    #expect(
      try selected(["$.f.pw.b", "$.f[0][1].a", "$.f[1][1].b"], in: text)
        == ["/f/0/1/a", "/f/0/1/b", "/f/1/1/b"])
    #expect(
      try selected(["$.f[*][1].b", "$.f.pw.a", "$..pw.b"], in: text)
        == ["/f/0/1/a", "/f/0/1/b", "/f/1/1/b"])
    #expect(try selected(["$.*.pw"], in: text) == ["/f/0/1", "/g/1"])
  }

  @Test("patterns given together select what each selects alone, in random documents")
  func laws() throws {
    var generator = SplitMix64(seed: 8)
    let steps = [".a", "..b", ".*", "[*]", "[1]", "[0]", ".b", "..a"]
    func document(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0...(depth == 0 ? 2 : 7), using: &generator) {
      case 0: return "a"
      case 1: return "b"
      case 2: return .number(Int.random(in: 0...9, using: &generator))
      case 3: return ["a": document(depth - 1), "b": document(depth - 1)]
      case 4: return ["a": [:]]
      default:
        let count = Int.random(in: 0...4, using: &generator)
        return .array((0..<count).map { _ in document(depth - 1) })
      }
    }
    for _ in 0..<400 {
      let patterns = (0..<3).map { _ in
        let count = Int.random(in: 1...4, using: &generator)
        return "$" + (0..<count).map { _ in steps.randomElement(using: &generator) ?? "" }.joined()
      }
      let text = document(6).description
      let alone = try patterns.flatMap { try selected([$0], in: text) }
      let outermost = Set(alone).filter { place in
        !alone.contains { place.hasPrefix($0 + "/") }
      }
      #expect(Set(try selected(patterns, in: text)) == outermost, "\(patterns) \(text)")
    }
  }
}
