import SessionFormat
import TestSupport
import TestTraits
import Testing

@testable import Recorder

@Suite("A state whose values write their coding path", .alsoByPublicAPI)
struct CodingPathTests {
  /// Writes where it is.
  struct Place: Codable, Sendable {
    var number = 0

    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }

    private enum Keys: CodingKey { case number, place }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      try container.encode(
        encoder.codingPath.map(\.stringValue).joined(separator: "."), forKey: .place)
    }
  }

  /// Asks a nested container where it is.
  struct Nested: Codable, Sendable {
    var number = 0

    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }

    private enum Keys: CodingKey { case list }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(number)
      try list.encode(list.codingPath.map(\.stringValue).joined(separator: "."))
    }
  }

  struct Table: Codable, Sendable {
    var filler = (0..<200).map { "a text of some thirty bytes, \($0)" }
    var list: [Place] = []
    var table: [String: Place] = [:]
    var nested: [Nested] = []
  }

  private static let changes: [@Sendable (inout Table, Int) -> Void] = [
    { table, n in table.filler[n % 200] += "." },
    { table, n in table.list.insert(Place(n), at: 0) },
    { table, n in table.table["key \(n)"] = Place(n) },
    { table, n in if !table.list.isEmpty { table.list[table.list.count - 1].number += 1 } },
    { table, n in if !table.list.isEmpty { table.list.removeFirst() } },
    { table, n in table.nested.insert(Nested(n), at: table.nested.count / 2) },
    { table, n in table.table["key \(n - 4)"]?.number += 1 },
  ]

  @Test(
    "an added or moved value had the path of another place, and a keyframe contradicted it",
    arguments: 0..<6 as Range<UInt64>)
  func law(seed: UInt64) throws {
    try expectFullEncodings(of: Table(), steps: 80, seed: seed, Self.changes)
  }
}
