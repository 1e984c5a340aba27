public import SessionFormat

/// Seeded random JSON documents, and small edits of them.
///
/// Names and leaves are drawn from small pools, so that two documents often have parts in common.
/// The pools contain values that tend to go wrong: names that must be escaped in a pointer, names
/// that look like indexes, equal numbers with other texts, and characters that look the same.
public struct RandomDocuments: Sendable {
  private var generator: SplitMix64

  private static let names = [
    "a", "b", "items", "id", "", "0", "1", "-", "a/b", "m~n", "~1", "é", "e\u{301}", "名前", "\n\"",
  ]
  private static let numbers = [
    "0", "-0", "1", "1.0", "10e-1", "-2.5", "9007199254740993", "1e400",
  ]
  private static let strings = ["", "a", "é", "e\u{301}", "日本語 🎌", "\u{1B}[31m", "tab\t\"\\/"]

  /// Documents determined by the seed.
  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// The next document, with at most `depth` levels of arrays and objects.
  public mutating func document(depth: Int = 3) -> JSONValue {
    let shape = depth > 0 ? Int.random(in: 0..<8, using: &generator) : 7
    switch shape {
    case 0...2: return .array((0..<count()).map { _ in document(depth: depth - 1) })
    case 3...6: return .object((0..<count()).map { _ in (name(), document(depth: depth - 1)) })
    default: return leaf()
    }
  }

  /// The document after some random edits, each of which changes, adds or removes one place.
  public mutating func edited(_ document: JSONValue, edits: Int = 1) -> JSONValue {
    (0..<edits).reduce(document) { result, _ in edit(result) }
  }

  private mutating func edit(_ value: JSONValue) -> JSONValue {
    if let elements = value.array, !elements.isEmpty || Bool.random(using: &generator) {
      return edit(Array(elements))
    }
    if let object = value.object, !object.isEmpty || Bool.random(using: &generator) {
      return edit(object)
    }
    return document(depth: 1)
  }

  private mutating func edit(_ elements: [JSONValue]) -> JSONValue {
    var elements = elements
    let place = elements.isEmpty ? 0 : Int.random(in: 0..<elements.count, using: &generator)
    switch elements.isEmpty ? 0 : Int.random(in: 0..<4, using: &generator) {
    case 0: elements.insert(leaf(), at: place)
    case 1: elements.remove(at: place)
    default: elements[place] = edit(elements[place])
    }
    return .array(elements)
  }

  private mutating func edit(_ object: JSONObject) -> JSONValue {
    guard let member = object.randomElement(using: &generator) else {
      return object.setting(name(), to: leaf())
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return object.setting(name(), to: leaf())
    case 1: return object.removing(member.name)
    default: return object.setting(member.name, to: edit(member.value))
    }
  }

  private mutating func leaf() -> JSONValue {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2, 3:
      let text = Self.numbers.randomElement(using: &generator) ?? "0"
      return JSONNumber(text: text).map(JSONValue.number) ?? .null
    default: return .string(Self.strings.randomElement(using: &generator) ?? "")
    }
  }

  private mutating func name() -> String { Self.names.randomElement(using: &generator) ?? "a" }

  /// Mostly few; sometimes more than an object compares one by one.
  private mutating func count() -> Int {
    Int.random(in: 0..<8, using: &generator) == 0
      ? 12 : Int.random(in: 0..<5, using: &generator)
  }
}
