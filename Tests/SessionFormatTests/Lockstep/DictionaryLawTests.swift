import TestSupport
import TestTraits
import Testing

@testable import SessionFormat

@Suite("The patch between two large dictionaries", .alsoByPublicAPI)
struct DictionaryLawTests {
  struct Row: Codable, Sendable {
    var count: Int
    var isOn = false
    var text = "a row"
    var notes: [String] = []
    var inner: [Int: String] = [:]
  }

  /// Written as a pair's first element; equal keys may be written in two ways.
  struct Place: Codable, Hashable, Sendable {
    var id: Int
    var label = "a"

    static func == (left: Place, right: Place) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  struct Tables: Codable, Sendable {
    var names: [String: Row] = [:]
    var numbers: [Int: Row] = [:]
    var pairs: [Place: Row] = [:]
    var tags: Set<String> = []
  }

  private static func change(_ tables: inout Tables, _ random: inout SplitMix64) {
    let id = Int.random(in: 0..<90, using: &random)
    let row = Row(count: Int.random(in: 0..<9, using: &random))
    // Equal as texts, but written with other bytes.
    let name =
      id % 10 == 0 ? (Bool.random(using: &random) ? "\u{E9}\(id)" : "e\u{301}\(id)") : "\(id)~/"
    switch Int.random(in: 0..<24, using: &random) {
    case 0: tables.names[name] = row
    case 1: tables.names[name] = nil
    case 2: tables.names[name]?.isOn.toggle()
    case 3: tables.names[name]?.notes.append("a note")
    case 4: tables.names = tables.names.filter { $0.value.count != row.count }
    case 5: for other in 0..<id { tables.names["\(other)"] = row }
    case 6: tables.names = Dictionary(uniqueKeysWithValues: tables.names.map { $0 })
    case 7: tables.names = tables.names.mapValues { Row(count: $0.count, text: "\($0.text)") }
    case 8: tables.numbers[id - 20] = row
    case 9: tables.numbers[id - 20] = nil
    case 10: tables.numbers[id - 20]?.inner[id] = "a text"
    case 11: for other in 0..<id { tables.numbers[other] = row }
    case 12: tables.numbers = tables.numbers.filter { $0.key % 3 != 0 }
    case 13: tables.numbers.reserveCapacity(500)
    case 14: tables.pairs[Place(id: id)] = row
    case 15: tables.pairs[Place(id: id)] = nil
    case 16: tables.pairs[Place(id: id)]?.isOn.toggle()
    case 17: for other in 0..<id { tables.pairs[Place(id: other)]?.count += 1 }
    case 18: for other in 0..<id { tables.pairs[Place(id: other)] = row }
    case 19:
      tables.pairs[Place(id: id)] = nil
      tables.pairs[Place(id: id, label: "another")] = row
    case 20: tables.tags.formSymmetricDifference(["\(id)"])
    case 21: tables.tags = Set(tables.tags.map { "\($0)" })
    default: break
    }
  }

  @Test("is that of the two documents, whatever changes", arguments: 0..<3)
  func law(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let walk = LockstepWalk()
    var tables = Tables()
    var walked = 0
    for step in 0..<400 {
      let old = tables
      for _ in 0...(step % 3) { Self.change(&tables, &random) }
      guard walk.takes(Tables.self) else { continue }
      let found = LockstepLawTests.found(walk, old, tables)
      let expected = try LockstepLawTests.expected(old, tables)
      try #require(found == expected, "seed \(seed), step \(step)")
      walked += 1
    }
    #expect(walked == (PrivateLayout.isUsed ? 400 : 0))
  }
}
