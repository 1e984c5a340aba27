import TestSupport
import Testing

@testable import SessionFormat

@Suite("The matcher of many patterns")
struct PathMatcherTests {
  /// Every place of a value that is selected or below one that is.
  private func selected(
    _ matcher: inout PathMatcher, _ value: JSONValue, at place: PathMatcher.Place? = nil,
    path: JSONPointer = .root
  ) -> [JSONPointer] {
    let place = place ?? matcher.root
    var found = place.isSelected ? [path] : []
    for (index, element) in (value.array ?? []).enumerated() {
      let next = matcher.element(index, of: place)
      found += selected(&matcher, element, at: next, path: path.appending(index))
    }
    for member in value.object ?? JSONObject(ObjectNode(unique: [])) {
      let next = matcher.member(member.name, of: place)
      found += selected(&matcher, member.value, at: next, path: path.appending(member.name))
    }
    return found
  }

  private func all(_ value: JSONValue, path: JSONPointer = .root) -> [JSONPointer] {
    let elements = (value.array ?? []).enumerated().flatMap { index, element in
      all(element, path: path.appending(index))
    }
    let members = (value.object.map(Array.init) ?? []).flatMap { member in
      all(member.value, path: path.appending(member.name))
    }
    return [path] + elements + members
  }

  /// Patterns whose names are no indexes and whose indexes are no names, so that a pointer, which
  /// cannot tell them apart, means the same.
  private static func patterns(_ generator: inout SplitMix64) throws -> [PathPattern] {
    let steps = [
      ".a", ".b", "..a", "..items", ".*", "[*]", "..*", ".items", ".id", "..['a/b']", "['~1']",
      "..id",
    ]
    return try (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let count = Int.random(in: 0...4, using: &generator)
      let text = (0..<count).map { _ in steps.randomElement(using: &generator) ?? "" }
      return try PathPattern("$" + text.joined())
    }
  }

  @Test("it selects what one of the patterns covers, in random documents")
  func coversAgree() throws {
    var generator = SplitMix64(seed: 5)
    var documents = RandomDocuments(seed: 6)
    for _ in 0..<500 {
      let patterns = try Self.patterns(&generator)
      var matcher = PathMatcher(patterns)
      let document = documents.document(depth: 5)
      let expected = all(document).filter { place in patterns.contains { $0.covers(place) } }
      #expect(selected(&matcher, document) == expected, "\(patterns)")
      #expect(selected(&matcher, document) == expected, "remembered: \(patterns)")
    }
  }

  @Test("an index means an element and a name a member, whatever they look like")
  func kinds() throws {
    let value: JSONValue = ["0": "x", "list": ["a", "b", ["c"]], "1": ["d"]]
    for (pattern, places) in [
      ("$[0]", []), ("$['0']", ["/0"]), ("$.list[1]", ["/list/1"]), ("$.list['1']", []),
      ("$[*][0]", ["/list/0", "/1/0"]), ("$..['1']", ["/1", "/1/0"]),
    ] as [(String, [String])] {
      var matcher = PathMatcher([try PathPattern(pattern)])
      #expect(selected(&matcher, value).map(\.description) == places, "\(pattern)")
    }
  }

  @Test("where nothing can be selected any more, the place is barren")
  func barren() throws {
    var matcher = PathMatcher([try PathPattern("$.a.b"), try PathPattern("$[3]")])
    let root = matcher.root
    let a = matcher.member("a", of: root)
    #expect(!root.isBarren && !a.isBarren)
    #expect(matcher.member("c", of: root).isBarren)
    #expect(matcher.element(2, of: root).isBarren)
    #expect(matcher.element(3, of: root).isSelected)
    #expect(matcher.member("c", of: a).isBarren)
    #expect(matcher.member("b", of: a).isSelected)
    #expect(PathMatcher([]).root.isBarren)
    #expect(PathMatcher([try PathPattern("$")]).root.isSelected)
  }

  @Test("patterns made to explode end in selecting more, in bounded memory")
  func hostile() throws {
    let stars = String(repeating: ".*", count: 24)
    var matcher = PathMatcher([try PathPattern("$..a\(stars)"), try PathPattern("$..b\(stars).c")])
    var generator = SplitMix64(seed: 1)
    for _ in 0..<3000 {
      var place = matcher.root
      for _ in 0..<24 {
        let name = Bool.random(using: &generator) ? "a" : "b"
        place = matcher.member(name, of: place)
      }
    }
    var place = matcher.root
    for _ in 0..<25 { place = matcher.member("a", of: place) }
    #expect(place.isSelected)
  }
}
