import Foundation
import SessionFormat
import TestSupport
import TestTraits
import Testing

@Suite("Laws of coding", .alsoByPublicAPI)
struct CodingLawTests {
  /// A value of the zoo with its type, so that values of many types lie in one table.
  struct Specimen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (Self) throws -> Void

    init<T: Codable & Equatable & Sendable>(_ value: T, hasOracle: Bool = true) {
      testDescription = "\(T.self)"
      check = { _ in try CodingLawTests.check(value, hasOracle: hasOracle) }
    }
  }

  static let zoo: [Specimen] = [
    .init(true), .init(Int8.min), .init(UInt64.max), .init("a\"\u{1B}日本\u{2028}"), .init(0.1),
    .init(Float(0.1)), .init(Int?.none), .init([Int]()), .init([String: Int]()), .init(Empty()),
    .init(Date(timeIntervalSinceReferenceDate: 0.1)), .init(Data([1, 2, 255])),
    .init(URL(string: "https://a.b/c?d")), .init(Decimal(string: "0.5")),
    .init(UUID(uuid: (255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 160))),
    .init([1, nil, 3] as [Int?]), .init([[0.5], [], [-0.0]]), .init(["a", "", "\n"]),
    .init(["b": ["x": 1], "a": [:], "é": ["\"": 2]]), .init([10: "a", -1: "b"]),
    .init([Level.high: 1, .low: 2], hasOracle: false), .init([Color.red: 1, .green: 2]),
    .init(Set([10, 9, 1]), hasOracle: false), .init(Set([Set([3, 1]), [2]]), hasOracle: false),
    .init(Action.plain), .init(Action.named(text: "a", count: 2)), .init(Action.unnamed(1, true)),
    .init(Action.nested(.nested(.named(text: "", count: nil)))), .init(Nested()),
    .init(Item(id: UUID(), name: "n", due: .distantPast, tags: ["b", "a"]), hasOracle: false),
    .init(Holder(value: [Holder(value: Optional("x")), Holder(value: nil)])),
    .init(Holder(value: Holder(value: ["k": [Side.left, .right]]))),
    .init(Double.infinity, hasOracle: false), .init([Float.infinity, 1], hasOracle: false),
    .init([Int64.min, .max]), .init([UInt8](0...255)),
    .init([1e300, Double.leastNonzeroMagnitude, 1 / 3]),
    .init(Array(repeating: Side.left, count: 100)),
    .init(Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", $0) })),
  ]

  @Test(
    "bytes are those of the writer, come back equal, and say what Foundation says", arguments: zoo)
  func holds(specimen: Specimen) throws { try specimen.check(specimen) }

  static func check<T: Codable & Equatable>(_ value: T, hasOracle: Bool) throws {
    let encoded = try ValueEncoder().bytes(of: value)
    let tree = try ValueEncoder().encode(value)
    #expect(encoded.bytes == JSONWriter.bytes(of: tree.value))
    #expect(encoded.opaque == tree.opaque)
    #expect(try ValueDecoder().decode(T.self, from: encoded.bytes) == value)
    #expect(try ValueDecoder().decode(T.self, from: tree.value) == value)
    guard hasOracle else { return }
    let foundation = Array(try JSONEncoder().encode(value))
    #expect(try JSONParser().parse(foundation) == tree.value)
    #expect(try ValueDecoder().decode(T.self, from: foundation) == value)
    #expect(try JSONDecoder().decode(T.self, from: Data(encoded.bytes)) == value)
  }

  @Test("integers of every width are their digits, and come back")
  func codesIntegers() throws {
    var generator = SplitMix64(seed: 1)
    func check<T: FixedWidthInteger & Codable>(_ value: T) throws {
      let bytes = try ValueEncoder().bytes(of: value).bytes
      #expect(String(decoding: bytes, as: UTF8.self) == String(value))
      #expect(try ValueDecoder().decode(T.self, from: bytes) == value)
    }
    for _ in 0..<200 {
      let bits = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
      try check(Int(truncatingIfNeeded: bits))
      try check(-Int(bits >> 1))
      try check(bits)
      try check(Int8(truncatingIfNeeded: bits))
      try check(UInt32(truncatingIfNeeded: bits))
    }
    for digits in 1...20 {
      let text = "1" + String(repeating: "0", count: digits - 1)
      if let power = UInt64(text) {
        for value in [power, power - 1, power &+ 1] { try check(value) }
      }
    }
  }

  @Test("every double is its description, and comes back bit for bit")
  func codesDoubles() throws {
    var generator = SplitMix64(seed: 2)
    var values = [
      0, -0.0, 1, 0.1, 1e15, 1e16, 1e17, 9_007_199_254_740_992, Double.leastNonzeroMagnitude, 1e22,
      1e23,
    ]
    for _ in 0..<500 {
      values.append(Double(bitPattern: generator.next()))
      values.append(Double(generator.next() >> 11) / 1e6)
      values.append(Double(Int32(truncatingIfNeeded: generator.next())) / 1e3)
    }
    for value in values where value.isFinite {
      let bytes = try ValueEncoder().bytes(of: value).bytes
      #expect(String(decoding: bytes, as: UTF8.self) == value.description)
      let again = try ValueDecoder().decode(Double.self, from: bytes)
      #expect(again.bitPattern == value.bitPattern)
    }
  }

  @Test("a decimal text is read as the nearest double, however it is written")
  func readsDecimals() throws {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<1000 {
      let digits = String(generator.next() >> UInt64.random(in: 0..<64, using: &generator))
      let fraction = String(generator.next() >> UInt64.random(in: 0..<64, using: &generator))
      let power = Int.random(in: -30...30, using: &generator)
      for text in ["-\(digits).\(fraction)", "0.\(fraction)", "\(digits)e\(power)", digits] {
        #expect(try ValueDecoder().decode(Double.self, from: Array(text.utf8)) == Double(text))
      }
    }
  }

  @Test("a decimal text halfway between two doubles is read as the even one")
  func readsTies() throws {
    for place in 0..<200 {
      // An odd number of 54 bits lies halfway between two doubles.
      let tie = (UInt64(1) << 53) + 2 * UInt64(place) + 1
      for text in ["\(tie)", "\(tie).0", "\(tie).1", "\(tie - 1).9", "-\(tie).00", "0.\(tie)"] {
        #expect(try ValueDecoder().decode(Double.self, from: Array(text.utf8)) == Double(text))
      }
    }
    for text in [
      "0.0", "-0.0", "-0", "18446744073709551615", "9999999999999999999", "0.000000000000000001",
    ] {
      let value = try ValueDecoder().decode(Double.self, from: Array(text.utf8))
      #expect(value.bitPattern == Double(text)?.bitPattern)
    }
  }

  @Test("a character of any kind, at any place of a string, is written as the writer does")
  func writesStrings() throws {
    let characters = [
      "\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "\u{61C}", "日",
      "\u{200B}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "🎌", "\u{E0041}", "\u{10FFFF}", "/",
    ]
    for character in characters {
      for length in 0..<20 {
        for place in 0...length {
          var text = String(repeating: "x", count: length)
          text.insert(contentsOf: character, at: text.index(text.startIndex, offsetBy: place))
          let bytes = try ValueEncoder().bytes(of: text).bytes
          #expect(bytes == JSONWriter.bytes(of: .string(text)))
          #expect(try ValueDecoder().decode(String.self, from: bytes).hasSameBytes(as: text))
          #expect(
            try ValueEncoder().bytes(of: [text: 1]).bytes
              == JSONWriter.bytes(of: .object([(name: text, value: JSONValue.number(1))])))
        }
      }
    }
  }

  @Test("keys in any byte order come out in the order of their bytes")
  func sortsKeys() throws {
    var generator = SplitMix64(seed: 4)
    let parts = ["a", "b", "prefix", "\"", "\\", "é", "e\u{301}", "\u{1B}", "0", "zzzzzzzz", " "]
    for count in [2, 3, 17, 300] {
      var dictionary: [String: Int] = [:]
      for number in 0..<count {
        let key = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
          parts.randomElement(using: &generator) ?? ""
        }
        dictionary[key.joined()] = number
      }
      let members = dictionary.sorted { $0.key.precedesInBytes($1.key) }
        .map { (name: $0.key, value: JSONValue.number($0.value)) }
      let bytes = try ValueEncoder().bytes(of: dictionary).bytes
      #expect(bytes == JSONWriter.bytes(of: .object(members)))
      #expect(try ValueDecoder().decode([String: Int].self, from: bytes) == dictionary)
    }
  }
}
