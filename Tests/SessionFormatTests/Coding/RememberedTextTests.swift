import SessionFormat
import TestSupport
import TestTraits
import Testing

/// Names and fractions that were written before are known: nobody may see that in what is written.
@Suite("Names and fractions that come again", .alsoByPublicAPI)
struct RememberedTextTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// An object whose keys are made when it is encoded.
  private struct Members: Encodable {
    var members: [(name: String, value: Double)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members { try container.encode(value, forKey: Key(name)) }
    }

    /// What that is, by another way: a name that comes twice has its first place and last value.
    var document: JSONValue {
      get throws {
        var places: [[UInt8]: Int] = [:]
        var object: [(name: String, value: JSONValue)] = []
        for (name, value) in members {
          let number = try JSONValue(parsing: value.description)
          if let place = places[Array(name.utf8)] {
            object[place].value = number
          } else {
            places[Array(name.utf8)] = object.count
            object.append((name, number))
          }
        }
        return .object(object)
      }
    }
  }

  private static let characters = [
    "a", "b", "Z", "0", " ", "é", "\"", "\\", "\n", "日", "\u{7F}", "/",
  ]

  /// A string with memory of its own where it is long enough for that.
  private static func name(_ random: inout SplitMix64) -> String {
    let isPlain = Int.random(in: 0..<4, using: &random) > 0
    var name = ""
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      name += characters[Int.random(in: 0..<(isPlain ? 4 : characters.count), using: &random)]
    }
    return name
  }

  private static func number(_ random: inout SplitMix64) -> Double {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return Double(Int.random(in: -9...9, using: &random)) / 4
    case 1: return Double.random(in: -1...1, using: &random)
    case 2: return -2.2250738585072014e-308
    case 3: return [-0.0, 0.1, 1e-7, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0
    default:
      let number = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      return number.isFinite ? number : 0.25
    }
  }

  @Test("each value is written as if it were the only one", arguments: [1, 2, 3] as [UInt64])
  func likeAlone(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let encoder = RepeatedEncoder()
    // More than can be remembered.
    let known = (0..<400).map { _ in Self.name(&random) }
    let numbers = (0..<200).map { _ in Self.number(&random) }
    for _ in 0..<1500 {
      var members: [(name: String, value: Double)] = []
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let isNew = Int.random(in: 0..<3, using: &random) == 0
        members.append(
          (
            isNew ? Self.name(&random) : known.randomElement(using: &random) ?? "",
            numbers.randomElement(using: &random) ?? 0
          ))
      }
      let value = Members(members: members)
      let text = String(decoding: try encoder.bytes(ofState: value).bytes, as: UTF8.self)
      let expected = try value.document.description
      if text != expected { Issue.record("\(text) for \(expected)") }
    }
  }

  @Test("a name of each length, again and again, and its neighbours of other bytes")
  func lengths() throws {
    let encoder = RepeatedEncoder()
    for _ in 0..<3 {
      for length in 0...40 {
        for letter in ["a", "é", "\""] {
          let name = String(repeating: letter, count: length)
          let value = Members(members: [(name, 0.5), (name + "x", 1.5), (name, 2.5)])
          let text = String(decoding: try encoder.bytes(of: value).bytes, as: UTF8.self)
          #expect(try text == value.document.description)
        }
      }
    }
  }
}
