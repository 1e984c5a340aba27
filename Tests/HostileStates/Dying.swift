import Foundation

// Apps that end by a trap of their own when their state is encoded, as they would in `JSONEncoder`.

private struct Cart: Encodable, Ticking {
  var tick = 0
  var prices = [1, 2, 3]
  var first: Int { prices[0] }

  enum CodingKeys: CodingKey { case tick, first }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(first, forKey: .first)
  }
}

private struct Session: Encodable, Ticking {
  var tick = 0
  var user: String? = "ann"

  func encode(to encoder: any Encoder) throws {
    guard let user else { fatalError("encoded without a user") }
    var container = encoder.singleValueContainer()
    try container.encode(["\(user)": tick])
  }
}

/// Asks its encoder for containers of two kinds, which none can give.
private struct Undecided: Encodable, Ticking {
  var tick = 0

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: CodingKeys.self)
    try keyed.encode(tick, forKey: .tick)
    guard tick > 100 else { return }
    var unkeyed = encoder.unkeyedContainer()
    try unkeyed.encode(tick)
  }

  enum CodingKeys: CodingKey { case tick }
}

private struct Overflowing: Encodable, Ticking {
  var tick = 0
  var level: UInt8 = 0

  enum CodingKeys: CodingKey { case tick, level }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(level + 100, forKey: .level)
  }
}

extension HostileStates {
  static let dying: [Specimen] = [
    .codable("dies-getter-that-traps") {
      Cart()
    } _: {
      $0.tick = $1.step
      if $1.step == 150 { $0.prices = [] }
    },
    .codable("dies-encoding-that-traps", .encoder, Traits(ticks: false)) {
      Session()
    } _: {
      $0.tick = $1.step
      if $1.step == 150 { $0.user = nil }
    },
    .codable("dies-containers-of-two-kinds") {
      Undecided()
    } _: {
      $0.tick = $1.step
    },
    .codable("dies-number-that-overflows") {
      Overflowing()
    } _: {
      $0.tick = $1.step
      $0.level = UInt8($1.step)
    },
  ]
}
