import Foundation

// References among very many values, of which a step changes one in place, or none but what the
// encoding reads elsewhere: to encode all of them at each step would be slow.

private final class Ref: Encodable {
  var count = 0
}

private struct Row: Encodable {
  var title = "row"
  var ref = Ref()
}

private struct Many<Element: Encodable>: Encodable, Ticking {
  var tick = 0
  var list: [Element]
  var first = "first"
}

private struct Board<Element: Encodable>: Encodable, Ticking {
  var tick = 0
  var rows: [[Element]]
}

private struct Table<Value: Encodable>: Encodable, Ticking {
  var tick = 0
  var table: [String: Value]
}

private struct Getter: Encodable {
  let get: () -> Int
  func encode(to encoder: any Encoder) throws { try get().encode(to: encoder) }
}

private struct Erased: Encodable {
  var value: any Encodable
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Bits without a reference, which mean what a table says.
private struct Entity: Encodable {
  static let health = Lock(Array(repeating: 100, count: 2_000))
  let id: Int
  var kind: UInt8 = 1

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.health.with { $0[id] })
  }
}

/// An address, whose bits stay while what is there changes.
private struct Cell: Encodable {
  let address: UnsafeMutablePointer<Int>

  init() {
    address = .allocate(capacity: 1)
    address.initialize(to: 0)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(address.pointee)
  }
}

nonisolated(unsafe) private var unit = "m"
nonisolated(unsafe) private var rates = [1, 2, 3]

private struct Length: Encodable {
  var value: Int
  var unencoded = 0

  enum CodingKeys: CodingKey { case value, unit }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
  }
}

private enum Price: Encodable {
  case free
  case rated(Int)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .free: try container.encode("free")
    case .rated(let index): try container.encode(rates[index % rates.count])
    }
  }
}

extension HostileStates {
  private static let brief = Traits(steps: 100)

  static let hiddenMany: [Specimen] = [
    .codable("many-rows-with-objects", .encoder, brief) {
      Many(list: (0..<1_000).map { _ in Row() })
    } _: {
      $0.tick = $1.step
      $0.list[$1.amount].ref.count += 1
    },
    .codable("many-objects-of-dictionaries", .encoder, brief) {
      Table(table: Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("key \($0)", Row()) }))
    } _: {
      $0.tick = $1.step
      $0.table["key \($1.amount)"]?.ref.count += 1
    },
    .codable("many-rows-of-rows", .encoder, brief) {
      Board(rows: (0..<40).map { _ in (0..<25).map { _ in Optional(Ref()) } })
    } _: {
      $0.tick = $1.step
      $0.rows[$1.amount % 40][$1.step % 25]?.count += $1.amount
    },
    .codable("many-closures", .encoder, brief) {
      let refs = (0..<1_000).map { _ in Immortal.keep(Ref()) }
      anchors = refs
      return Many(list: refs.map { ref in Getter { ref.count } })
    } _: {
      $0.tick = $1.step
      anchors[$1.amount].count += $1.amount
    },
    .codable("many-existentials", .encoder, brief) {
      Many(list: (0..<1_000).map { $0 % 50 == 49 ? Erased(value: Row()) : Erased(value: $0) })
    } _: {
      $0.tick = $1.step
      ($0.list[$1.amount / 50 * 50 + 49].value as? Row)?.ref.count += 1
    },
    .codable("many-handles", .encoder, brief) {
      Many(list: (0..<2_000).map { Entity(id: $0) })
    } _: { state, move in
      state.tick = move.step
      Entity.health.with { $0[move.amount * 2] -= 1 }
    },
    .codable("many-addresses", .encoder, brief) {
      Many(list: (0..<1_000).map { _ in Cell() })
    } _: {
      $0.tick = $1.step
      $0.list[$1.amount].address.pointee += 1
    },
    .codable("many-read-a-global", .encoder, brief) {
      Many(list: (0..<1_000).map { Length(value: $0) })
    } _: {
      $0.tick = $1.step
      if $1.step % 20 == 0 { unit = "unit \($1.step)" }
      $0.list[$1.amount].unencoded += 1
    },
    .codable("many-read-a-global-once", .encoder, Traits(ticks: false)) {
      Many(list: (0..<1_000).map { $0 % 3 == 0 ? Price.free : .rated($0) })
    } _: {
      if $1.step == 100 { rates[1] = 99 }
      if $1.step < 100 { $0.list[$1.amount] = .rated($1.step) }
    },
    .codable("many-read-a-global-and-nothing-else", .encoder, brief) {
      Many(list: (0..<1_000).map { Length(value: $0) })
    } _: { state, move in
      if move.step == 50 { unit = "unit \(state.tick)" }
    },
    .codable("many-in-new-memory", .encoder, brief) {
      Many(list: Array(repeating: 1, count: 4_000))
    } _: { state, move in
      state.list = []
      state.list = Array(repeating: 1, count: 4_000)
      state.list[move.amount] = move.step
      state.tick = move.step
    },
    .codable("many-texts-in-place", .encoder, brief) {
      Many(list: (0..<1_000).map { "a text that is no small one: \($0)" })
    } _: {
      $0.tick = $1.step
      $0.list[$1.amount].replaceSubrange(
        $0.list[$1.amount].startIndex...$0.list[$1.amount].startIndex, with: "\($1.step % 10)")
    },
  ]
}

nonisolated(unsafe) private var anchors: [Ref] = []
