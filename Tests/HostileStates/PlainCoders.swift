import Foundation

// Innocent ways of encode(to:): inheritance by superEncoder, containers without keys and of single
// values, temporaries, and states that are not objects.

private class Animal: Encodable {
  var name = "animal"
  init() {}
}

private final class Dog: Animal {
  var tricks: [String] = []
  enum CodingKeys: CodingKey { case tricks }

  init(_ tricks: [String]) {
    self.tricks = tricks
    super.init()
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tricks, forKey: .tricks)
    try super.encode(to: container.superEncoder())
  }
}

private struct Kennel: Encodable, Ticking {
  var tick = 0
  var dogs: [Dog] = []
  var animal: Animal = Dog(["sit"])
}

private struct Point: Encodable {
  var x: Double
  var y: Double
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encodeNil()
    try container.encode(y)
    try container.encode(contentsOf: [x, y])
  }
}

private struct Meters: Encodable {
  var value: Double
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(value) m")
  }
}

private struct Points: Encodable, Ticking {
  var tick = 0
  var points: [Point] = []
  var length = Meters(value: 1)
  var lengths: [String: Meters] = [:]
}

/// Encodes values that it makes for that, which are gone afterwards.
private struct Summary: Encodable, Ticking {
  var tick = 0
  var values: [Int] = []

  enum CodingKeys: String, CodingKey { case tick, total, sorted, words, pages }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(values.reduce(0, +), forKey: .total)
    try container.encode(values.sorted(), forKey: .sorted)
    try container.encode(values.suffix(3).map { ["word \($0)": [$0]] }, forKey: .words)
    var pages = container.nestedUnkeyedContainer(forKey: .pages)
    for start in stride(from: 0, to: values.count, by: 7) {
      try pages.encode(Array(values[start..<min(start + 7, values.count)]))
    }
  }
}

/// Members that are there at some steps only, in an order that varies.
private struct Varying: Encodable, Ticking {
  var tick = 0
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for index in 0..<(tick % 7 + 1) {
      let key = Key(stringValue: "key \((index * tick) % 11)")
      switch index % 3 {
      case 0: try container.encode(tick, forKey: key)
      case 1: try container.encode([tick], forKey: key)
      default: try container.encodeIfPresent(tick % 2 == 0 ? "even" : nil, forKey: key)
      }
    }
    try container.encode(tick, forKey: Key(stringValue: "tick"))
  }
}

extension HostileStates {
  static let plainCoders: [Specimen] = [
    .codable("plaincoder-super-encoder") {
      Kennel()
    } _: {
      $0.tick = $1.step
      $0.dogs.append(Dog(["trick \($1.amount)"]))
      $0.dogs[$1.step / 2].name += "!"
      $0.animal.name = "animal \($1.step / 20)"
      if $1.step % 9 == 0 { $0.animal = $1.step % 2 == 0 ? Animal() : Dog([]) }
    },
    .codable("plaincoder-unkeyed-and-single") {
      Points()
    } _: {
      $0.tick = $1.step
      $0.points.insert(Point(x: Double($1.amount) / 3, y: -0.5), at: $0.points.count / 3)
      $0.length.value += 0.125
      $0.lengths["\($1.amount % 7)"] = $0.length
    },
    .codable("plaincoder-temporaries") {
      Summary()
    } _: {
      $0.tick = $1.step
      $0.values.append($1.amount)
      if $1.step % 30 == 0 { $0.values.removeFirst(20) }
    },
    .codable("plaincoder-varying-members") {
      Varying()
    } _: {
      $0.tick = $1.step
    },
    .codable("plaincoder-state-is-a-number") {
      0
    } _: {
      $0 += $1.amount
    },
    .codable("plaincoder-state-is-an-optional") {
      Int?.none
    } _: {
      $0 = $1.step % 3 == 0 ? nil : $1.amount
    },
    .codable("plaincoder-state-is-an-array") {
      [[1], []]
    } _: {
      $0[$1.step % $0.count].append($1.amount)
      if $1.step % 9 == 0 { $0.insert([], at: 1) }
    },
    .codable("plaincoder-state-is-a-text") {
      ""
    } _: {
      $0 += "\($1.amount) "
    },
  ]
}
