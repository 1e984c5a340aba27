import Foundation

// Huge structs, 64 KB and more, and states of many parts of which a step changes one.

/// Eight of something in a row, with which structs of any size are made.
struct Eight<Value> {
  var a, b, c, d, e, f, g, h: Value

  init(_ value: Value) {
    (a, b, c, d, e, f, g, h) = (value, value, value, value, value, value, value, value)
  }
}

extension Eight: Encodable where Value: Encodable {}

/// 32 KB: 4,096 numbers.
typealias Block = Eight<Eight<Eight<Eight<Int>>>>

/// 64 KB: 8,192 numbers, encoded as two of its numbers.
struct Brief: Encodable, Ticking {
  var tick = 0
  var block = Filled()

  enum CodingKeys: CodingKey { case tick, first, last }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(block.low.a.a.a.a, forKey: .first)
    try container.encode(block.low.h.h.h.h, forKey: .last)
  }
}

/// 64 KB, ready made.
struct Filled: Encodable {
  var low = Block(Eight(Eight(Eight(1))))
  var high = Block(Eight(Eight(Eight(2))))
}

private struct Wide: Encodable, Ticking {
  var tick = 0
  var block = Filled()
}

private struct Shown: Ticking {
  var tick = 0
  var block = Filled()
  var optional: Filled? = Filled()
}

private enum Either: Encodable {
  case small(Int)
  case large(Filled, Int)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    switch self {
    case .small(let value): try container.encode(value)
    case .large(let block, let value):
      try container.encode(block.low.h.g.f.e)
      try container.encode(value)
    }
  }
}

private struct Eithers: Encodable, Ticking {
  var tick = 0
  var first = Either.small(1)
  var optional: Either?
}

private struct Many: Encodable, Ticking {
  var tick = 0
  var blocks = Array(repeating: Brief(), count: 16)
}

private struct Inline: Ticking {
  var tick = 0
  var numbers = InlineArray<8_192, Int>(repeating: 3)
  var words = InlineArray<600, String>(repeating: "word")
}

private struct InlineEncodable: Encodable, Ticking {
  var tick = 0
  var numbers = InlineArray<16_384, Int>(repeating: 3)

  enum CodingKeys: CodingKey { case tick, number }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(numbers[9_000], forKey: .number)
  }
}

private struct Lists: Codable, Ticking {
  var tick = 0
  var numbers = Array(0..<5_000)
  var table = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("key \($0)", $0) })
  var text = String(repeating: "abcdefghij", count: 5_000)
}

private struct LongText: Codable, Ticking {
  var tick = 0
  var text = String(repeating: "x", count: 1 << 20)
}

extension HostileStates {
  /// Each step takes its time, above all by what it is compared with.
  private static let few = Traits(steps: 20)

  static let huge: [Specimen] = [
    .codable("huge-64-KB-encoded-in-full", .encoder, few) {
      Wide()
    } _: {
      $0.tick = $1.step
      $0.block.high.c.d.e.f = $1.amount
    },
    .codable("huge-64-KB-encoded-in-brief") {
      Brief()
    } _: {
      $0.tick = $1.step
      $0.block.low.h.h.h.h += $1.amount
    },
    .reflected("huge-64-KB-twice-reflected", .rendering, few) {
      Shown()
    } _: {
      $0.tick = $1.step
      $0.block.low.a.a.a.b += $1.amount
      $0.optional = $1.step % 2 == 0 ? nil : $0.block
    },
    .codable("huge-enum-payload", .encoder, Traits(steps: 40, stack: 64 << 20)) {
      Eithers()
    } _: {
      $0.tick = $1.step
      $0.first = $1.step % 3 == 0 ? .small($1.amount) : .large(Filled(), $1.amount)
      $0.optional = $1.step % 2 == 0 ? nil : $0.first
    },
    .codable("huge-megabyte-of-blocks") {
      Many()
    } _: {
      $0.tick = $1.step
      $0.blocks[$1.step % 16].block.low.a.a.a.a = $1.amount
    },
    .reflected("huge-inline-array", .rendering, few) {
      Inline()
    } _: {
      $0.tick = $1.step
      $0.numbers[$1.step] = $1.amount
      $0.words[$1.step] += "!"
    },
    .codable("huge-inline-array-encodable") {
      InlineEncodable()
    } _: {
      $0.tick = $1.step
      $0.numbers[9_000] = $1.amount
    },
    .codable("huge-lists", .encoder, few) {
      Lists()
    } _: {
      $0.tick = $1.step
      $0.numbers[$1.amount] = $1.step
      $0.table["key \($1.amount)"] = nil
      $0.text += "\($1.amount)"
    },
    .codable("huge-text", .encoder, few) {
      LongText()
    } _: {
      $0.tick = $1.step
      $0.text += "\($1.amount)"
    },
    .action("huge-action", few) { move in
      var block = Filled()
      block.low.a.a.a.a = move.step
      return block
    },
    .action("huge-encodable-action") { _ in Brief() },
  ]
}
