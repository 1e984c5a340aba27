import SessionFormat
import TestSupport
import Testing

@Suite("Texts that follow one another")
struct FollowedTextTests {
  /// Whether two values have the same containers with the same names in the same order.
  private static func haveSameShape(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if let a = old.object, let b = new.object {
      return a.count == b.count
        && zip(a, b).allSatisfy {
          Array($0.name.utf8) == Array($1.name.utf8) && haveSameShape($0.value, $1.value)
        }
    }
    if let a = old.array, let b = new.array {
      return a.count == b.count && zip(a, b).allSatisfy { haveSameShape($0, $1) }
    }
    return old.height == 0 && new.height == 0
  }

  /// Whether three or more places of an array differ, and at the first an element of one is beside it
  /// in the other, so that it seems to have moved.
  private static func seemMoved(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if let a = old.object, let b = new.object {
      return zip(a, b).contains { seemMoved($0.value, $1.value) }
    }
    guard let a = old.array.map(Array.init), let b = new.array.map(Array.init) else {
      return false
    }
    let others = a.indices.filter { a[$0] != b[$0] }
    if let place = others.first, others.count > 2, place + 1 < a.count,
      a[place + 1] == b[place] || a[place] == b[place + 1]
    {
      return true
    }
    return others.contains { seemMoved(a[$0], b[$0]) }
  }

  /// The value, a few of whose leaves are others.
  private static func withOtherLeaves(
    _ value: JSONValue, _ random: inout SplitMix64
  ) -> JSONValue {
    if let object = value.object {
      return .object(object.map { (name: $0.name, value: withOtherLeaves($0.value, &random)) })
    }
    if let array = value.array { return .array(array.map { withOtherLeaves($0, &random) }) }
    guard Int.random(in: 0..<3, using: &random) == 0 else { return value }
    let leaves: [JSONValue] = [
      .null, true, false, 1, 12, 123, "", "1", "ab", "é", "\n\"", .number(-7),
    ]
    return leaves.randomElement(using: &random) ?? value
  }

  /// Whether two values are the same to whoever looks at them, in all their parts.
  private static func areAlike(_ a: JSONValue, _ b: JSONValue) -> Bool {
    guard a.kind == b.kind, a.description == b.description, a.height == b.height,
      a.textSize == b.textSize
    else { return false }
    if let a = a.object, let b = b.object {
      return zip(a, b).allSatisfy {
        areAlike($0.value, $1.value) && a[$1.name] == b[$0.name] && a[$0.name] == $0.value
      }
    }
    if let first = a.array, let second = b.array {
      return first.indices.allSatisfy { areAlike(first[$0], second[$0]) }
    }
    return true
  }

  /// Follows a value with a text; records where the answer is not that of reading the text.
  @discardableResult
  private static func follow(_ old: JSONValue, with text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let followed = old.followed(by: bytes) else { return false }
    guard let read = try? JSONParser().parse(bytes) else {
      Issue.record("took what is no JSON: \(old) to \(text)")
      return true
    }
    if !areAlike(followed.value, read) { Issue.record("value: \(old) to \(text)") }
    if followed.patch != JSONPatch(from: old, to: read) { Issue.record("patch: \(old) to \(text)") }
    let (line, plain) = (LineText(), LineText())
    #expect(line.add("patch", patchTo: followed, splices: false, upTo: .max) != nil)
    #expect(plain.add("patch", followed.patch, upTo: .max) != nil)
    if !line.bytes.elementsEqual(plain.bytes) { Issue.record("text: \(old) to \(text)") }
    return true
  }

  @Test(
    "for all pairs of documents: followed if the containers are the same and nothing moved, as if read"
  )
  func pairs() throws {
    var source = RandomDocuments(seed: 77)
    var documents: [JSONValue] = []
    while documents.count < 240 {
      let document = source.document()
      documents += [
        document, source.edited(document), source.edited(document, edits: 2),
        source.edited(document, edits: 4),
      ]
    }
    var random = SplitMix64(seed: 78)
    documents = documents.flatMap { [$0, Self.withOtherLeaves($0, &random)] }
    var followed = 0
    for (place, old) in documents.enumerated() {
      let parsed = try JSONValue(parsing: old.description)
      // A word or null stands in no text.
      let canFollow = parsed.kind != .null && parsed.kind != .bool
      for new in documents.dropFirst(place / 8 * 8).prefix(24) {
        let isFollowed = Self.follow(parsed, with: new.description)
        let isAlike = Self.haveSameShape(old, new) && !Self.seemMoved(old, new)
        if isFollowed != (canFollow && isAlike) {
          Issue.record("\(old) to \(new): followed is \(isFollowed)")
        }
        followed += isFollowed && old != new ? 1 : 0
      }
    }
    #expect(followed > 300)
  }

  @Test("every short text after every short document is taken as what reading it gives")
  func shortTexts() {
    let alphabet = Array(#"[]{:,"a10-. "#)
    var texts = [""]
    var last = texts
    for _ in 0..<4 {
      last = last.flatMap { text in alphabet.map { text + String($0) } }
      texts += last
    }
    let documents = texts.compactMap { try? JSONValue(parsing: $0) }
    #expect(documents.count == 288)
    for place in stride(from: 0, to: documents.count, by: 37) {
      for text in texts { Self.follow(documents[place], with: text) }
    }
    for old in documents {
      for new in documents { Self.follow(old, with: new.description) }
    }
  }

  @Test("a text with one byte changed, left out or put in is taken as what reading it gives")
  func damagedTexts() throws {
    let text = #"{"a":[1,-2.5e3,"x\né",true],"b":{"c":null,"d":""},"e":[],"f":[[0],{"g":"1"}]}"#
    let old = try JSONValue(parsing: text)
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte in Array(#"0"\,:]}ae-"#.utf8) {
        var (changed, longer) = (bytes, bytes)
        changed[place] = byte
        longer.insert(byte, at: place)
        for variant in [changed, longer] {
          Self.follow(old, with: String(decoding: variant, as: UTF8.self))
        }
      }
      var shorter = bytes
      shorter.remove(at: place)
      Self.follow(old, with: String(decoding: shorter, as: UTF8.self))
      Self.follow(old, with: String(decoding: bytes[..<place], as: UTF8.self))
      // Not UTF-8, which no `String` can be.
      var broken = bytes
      broken[place] = 0xFF
      #expect(old.followed(by: broken) == nil)
    }
  }

  @Test("tables of names and places of elements serve the text that follows")
  func longContainers() throws {
    let names = (0..<200).map { (name: "name \($0)", value: JSONValue.number($0)) }
    let elements = (0..<200).map { JSONValue.array([.number($0), "x"]) }
    let old = try JSONValue(
      parsing: JSONValue.object([("names", .object(names)), ("list", .array(elements))])
        .description)
    for place in [0, 1, 62, 63, 64, 65, 127, 128, 129, 191, 192, 199] {
      var (names, elements) = (names, elements)
      names[place].value = "another length"
      elements[place] = .array([.number(place), "longer than x"])
      let new = JSONValue.object([("names", .object(names)), ("list", .array(elements))])
      #expect(Self.follow(old, with: new.description))
    }
  }

  @Test("64 leaves are followed, 65 are not; a chain of texts keeps its measure")
  func limits() throws {
    func list(_ changed: Int) -> JSONValue {
      .array((0..<100).map { .number($0 < changed ? 1000 : $0 % 10) })
    }
    let old = try JSONValue(parsing: list(0).description)
    #expect(Self.follow(old, with: list(64).description))
    #expect(!Self.follow(old, with: list(65).description))
    #expect(!Self.follow(try #require(list(0).array?.first), with: "1"))

    var current = try JSONValue(parsing: #"{"n":0,"list":["",{"x":""}]}"#)
    for n in 1...300 {
      let text =
        #"{"n":\#(n),"list":["\#(n * n)",{"x":"\#(String(repeating: "é", count: n % 7))"}]}"#
      let next = try #require(current.followed(by: Array(text.utf8)))
      #expect(Self.areAlike(next.value, try JSONValue(parsing: text)))
      current = next.value
    }
  }
}
