import SessionFormat
import TestSupport
import TestTraits
import Testing

/// Any JSON, read through the containers of `Codable`.
private enum Anything: Decodable, Equatable {
  case null, bool(Bool), string([UInt8])
  case number(Int?, UInt8?, Double?)
  case array([Anything])
  case object([[UInt8]: Anything])

  struct Key: CodingKey {
    let stringValue: String
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
  }

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [[UInt8]: Anything] = [:]
      for key in container.allKeys.reversed() {
        members[Array(key.stringValue.utf8)] = try container.decode(Anything.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Anything] = []
      while !container.isAtEnd { elements.append(try container.decode(Anything.self)) }
      self = .array(elements)
    } else if let bool = try? single.decode(Bool.self) {
      self = .bool(bool)
    } else if let string = try? single.decode(String.self) {
      self = .string(Array(string.utf8))
    } else {
      self = .number(
        try? single.decode(Int.self), try? single.decode(UInt8.self),
        try? single.decode(Double.self))
    }
  }

  init(_ value: JSONValue) {
    if let bool = value.bool {
      self = .bool(bool)
    } else if let string = value.string {
      self = .string(Array(string.utf8))
    } else if let number = value.number {
      self = .number(number.int, number.integer(UInt8.self), number.double)
    } else if let elements = value.array {
      self = .array(elements.map { Anything($0) })
    } else if let object = value.object {
      var members: [[UInt8]: Anything] = [:]
      for member in object { members[Array(member.name.utf8)] = Anything(member.value) }
      self = .object(members)
    } else {
      self = .null
    }
  }
}

@Suite("Decoding texts", .alsoByPublicAPI)
struct DecodedTextTests {
  /// Decoder and parser must agree about the text: on the value, or on what is wrong and where.
  private func agree(_ text: [UInt8], at location: SourceLocation = #_sourceLocation) {
    let parsed = Result { () throws(JSONSyntaxError) in try JSONParser().parse(text) }
    switch parsed {
    case .success(let value):
      let decoded = try? ValueDecoder().decode(Anything.self, from: text)
      #expect(decoded == Anything(value), "\(value)", sourceLocation: location)
    case .failure(let error):
      #expect(throws: error, sourceLocation: location) {
        try ValueDecoder().decode(Anything.self, from: text)
      }
    }
  }

  @Test("texts made of random pieces of JSON are read as the parser reads them", arguments: 0..<8)
  func readsPieces(seed: Int) {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"\\u0061\"", "\"b\":", "0", "-", "1",
      "01", "1.", "1.5", "e", "E+", "e5", "true", "fals", "null", " ", "\n", "\u{1}", "\\u", "D800",
      "\\uD83C\\uDF8C", "\\uD800\\u0041", "\\uDC00", "é", "日", "🎌", "\u{7F}", "x", "\\n", "\\/",
      "\\x", "\"12345678\"", "\"1234567é\"",
    ].map { Array($0.utf8) }
    let broken: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xF0, 0x8F, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xC3], [0],
    ]
    var generator = SplitMix64(seed: UInt64(seed))
    for _ in 0..<4000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<9, using: &generator) {
        let isBroken = Int.random(in: 0..<30, using: &generator) == 0
        text += (isBroken ? broken : pieces).randomElement(using: &generator) ?? []
      }
      agree(text)
    }
  }

  @Test(
    "documents with random bytes changed are read as the parser reads them",
    arguments: (0..<8).thinned(8))
  func readsMutations(seed: Int) {
    var documents = RandomDocuments(seed: UInt64(seed))
    var generator = SplitMix64(seed: UInt64(seed) + 100)
    for _ in 0..<300 {
      let document = JSONWriter.bytes(of: documents.document(depth: 4))
      agree(document)
      for _ in 0..<6 {
        var text = document
        let place = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: text.remove(at: place)
        case 1: text.insert(text.randomElement(using: &generator) ?? 0, at: place)
        case 2: text[place] = UInt8.random(in: 0...255, using: &generator)
        default: text.removeLast(text.count - place)
        }
        agree(text)
      }
    }
  }

  @Test("an object of any size refuses a name that comes twice, however it is written")
  func refusesRepeatedNames() {
    for count in [1, 2, 15, 16, 17, 18, 40, 200] {
      let members = (0..<count).map { "\"name \($0)\":\($0)" }
      agree(Array("{\(members.joined(separator: ","))}".utf8))
      for place in Set([0, count / 2, count - 1]) {
        for name in ["name \(place)", "\\u006Eame \(place)"] {
          agree(Array("{\((members + ["\"\(name)\":null"]).joined(separator: ",")) }".utf8))
        }
      }
    }
  }

  @Test("the depth of a text is limited as the parser limits it")
  func limitsDepth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    struct Ignored: Decodable { init(from decoder: any Decoder) {} }
    for depth in [511, 512] { _ = try ValueDecoder().decode(Ignored.self, from: nested(depth)) }
    for text in [nested(513), Array(String(repeating: "[{\"a\":", count: 200_000).utf8)] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try ValueDecoder().decode(Ignored.self, from: text)
      }
      #expect(error?.kind == .tooDeep(limit: 512))
    }
    let deep = (0..<2000).reduce(JSONValue.null) { value, _ in [value] }
    _ = try ValueDecoder().decode(Ignored.self, from: deep)
  }

  @Test("looking up a key takes a few comparisons, whatever the order of the keys")
  func looksUpInFewSteps() throws {
    struct Reader: Decodable {
      nonisolated(unsafe) static var order: [Int] = []
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Anything.Key.self)
        for number in Self.order {
          let key = Anything.Key(stringValue: "key \(number)")
          guard try container.decode(Int.self, forKey: key) == number else { throw Wrong() }
        }
        guard !container.contains(Anything.Key(stringValue: "no key")) else { throw Wrong() }
      }
      struct Wrong: Error {}
    }
    let count = 75_000
    let members = (0..<count).map { (name: "key \($0)", value: JSONValue.number($0)) }
    let text = JSONWriter.bytes(of: .object(members))
    var generator = SplitMix64(seed: 5)
    let orders = [
      (0..<count).map { $0 }, (0..<count).reversed(), (0..<count).shuffled(using: &generator),
    ]
    for (order, steps) in zip(orders, [1, 3, 3]) {
      Reader.order = order
      let comparisons = try ValueDecoder().comparisons(decoding: Reader.self, from: text)
      #expect(comparisons <= steps * count + 100)
    }
    let small = JSONWriter.bytes(of: .object(Array(members.prefix(16))))
    Reader.order = (0..<16).reversed()
    #expect(try ValueDecoder().comparisons(decoding: Reader.self, from: small) <= 17 * 16)
    #expect(
      try ValueDecoder().comparisons(decoding: [String: Int].self, from: text) == 0)
  }

  @Test("a decoder that outlives its text still reads what the text said")
  func keepsText() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    var text: [UInt8]? = Array(#"{"a":["later"]}"#.utf8)
    let keeper = try ValueDecoder().decode(Keeper.self, from: try #require(text))
    text = nil
    _ = try ValueDecoder().decode([Int].self, from: Array("[1,2,3]".utf8))
    #expect(try [String: [String]](from: keeper.decoder) == ["a": ["later"]])
  }

  @Test("an array of another type is refused in a few steps, however large")
  func refusesLargeArrays() throws {
    let text = Array("[\(String(repeating: "[1],", count: 50_000))2]".utf8)
    struct Both: Decodable {
      var texts = 0
      var lists = 0
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if (try? container.decode(String.self)) != nil {
            texts += 1
          } else if (try? container.decode([Int].self)) != nil {
            lists += 1
          } else {
            _ = try container.decode(Int.self)
          }
        }
      }
    }
    let both = try ValueDecoder().decode(Both.self, from: text)
    #expect(both.lists == 50_000)
    #expect(both.texts == 0)
  }
}
