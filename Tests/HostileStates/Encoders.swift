import Foundation

// Ways of encode(to:) that throw, or that do what few do.

private struct Refusal: Error, CustomStringConvertible, CustomDebugStringConvertible {
  let values: [Int]
  var description: String { "refused at \(values[7])" }
  var debugDescription: String { description }
}

private struct Plain: Error {}

/// It throws at some values, at once or when some of it was encoded.
private struct Picky: Encodable {
  var value: Int
  var limit = 3
  var isLate = false

  func encode(to encoder: any Encoder) throws {
    if !isLate, value.isMultiple(of: limit) { throw Plain() }
    var container = encoder.unkeyedContainer()
    try container.encode("begun")
    if value.isMultiple(of: limit) { throw Plain() }
    try container.encode(value)
  }
}

private struct Throws: Encodable, Ticking {
  var tick = 0
  var picky = Picky(value: 1, isLate: true)
}

private struct Hostile: Encodable, Ticking {
  var tick = 0

  func encode(to encoder: any Encoder) throws {
    if tick.isMultiple(of: 4) { throw Refusal(values: [tick]) }
    var container = encoder.singleValueContainer()
    try container.encode(["tick": tick])
  }
}

private struct Catches: Encodable, Ticking {
  var tick = 0
  var items: [Picky] = []
  var isLate = false

  enum CodingKeys: CodingKey { case tick, first, items, notes }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    do { try container.encode(Picky(value: tick, isLate: isLate), forKey: .first) } catch {
      try container.encode("none at \(tick)", forKey: .first)
    }
    var list = container.nestedUnkeyedContainer(forKey: .items)
    for item in items {
      do { try list.encode(item) } catch { try list.encode(false) }
    }
    try? container.encode(Picky(value: tick, limit: 2), forKey: .notes)
  }
}

private struct Twice: Encodable, Ticking {
  var tick = 0

  enum CodingKeys: CodingKey { case tick, other, list }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(-1, forKey: .tick)
    try container.encode(["a": 1], forKey: .other)
    // A second container of the same encoder adds to the first.
    var again = encoder.container(keyedBy: CodingKeys.self)
    try again.encode(tick, forKey: .tick)
    try again.encode(tick * 2, forKey: .other)
    if tick % 5 == 0 { try container.encode([tick], forKey: .list) }
  }
}

private struct Interleaved: Encodable, Ticking {
  var tick = 0
  var words = ["a", "b"]
  /// Whether a container is asked for again, with the same key, and added to.
  var isRepeated = false

  enum CodingKeys: CodingKey { case tick, left, right, deep }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var left = container.nestedUnkeyedContainer(forKey: .left)
    var right = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .right)
    var deep = left.nestedUnkeyedContainer()
    for (index, word) in words.enumerated() {
      try right.encode(index, forKey: .left)
      try left.encode(word)
      try deep.encode(left.count)
      guard isRepeated || index == 0 else { continue }
      var nested = right.nestedUnkeyedContainer(forKey: .deep)
      try nested.encode(word)
    }
    try container.encode(tick, forKey: .tick)
  }
}

/// Each place in a list says where it is, which its value alone does not show.
private struct Placed: Encodable {
  var name: String

  enum CodingKeys: CodingKey { case name, place, level }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(encoder.codingPath.last?.intValue ?? -1, forKey: .place)
    try container.encode(encoder.codingPath.count, forKey: .level)
  }
}

private struct Places: Encodable, Ticking {
  var tick = 0
  var all = (0..<12).map { Placed(name: "place \($0)") }
}

/// It may be compared in the app only when it is ready; nothing said that encoding compares it.
private struct Unready: Encodable, Hashable {
  var value: Int

  static func == (left: Self, right: Self) -> Bool { fatalError("compared too early") }
  func hash(into hasher: inout Hasher) { fatalError("hashed too early") }
}

private struct Comparisons: Encodable, Ticking, CustomStringConvertible,
  CustomDebugStringConvertible
{
  var tick = 0
  var items = (0..<10).map { Unready(value: $0) }
  var description: String { fatalError("described too early") }
  var debugDescription: String { description }
}

private struct Described: Ticking, CustomStringConvertible, CustomDebugStringConvertible {
  var tick = 0
  var next: [Int] = []
  var description: String { "next: \(next[3])" }
  var debugDescription: String { description }
}

/// A decoder as many apps have it: sound for everything that the app itself wrote.
private struct Forced: Codable, Ticking {
  var tick = 0
  var words = ["a"]

  init() {}

  init(from decoder: any Decoder) throws {
    let members = try decoder.singleValueContainer().decode([String: [Int]].self)
    guard let ticks = members["tick"] else { fatalError("no tick in \(members)") }
    tick = ticks[0]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(["tick": [tick]])
  }
}

extension HostileStates {
  static let encoders: [Specimen] = [
    .codable("encode-throws", .encoder) {
      Throws()
    } _: {
      $0.tick = $1.step
      $0.picky.value = $1.step
    },
    .codable("encode-throws-hostile-error") {
      Hostile()
    } _: {
      $0.tick = $1.step
    },
    .codable("encode-catches-what-parts-throw") {
      Catches()
    } _: {
      $0.tick = $1.step
      $0.items.insert(Picky(value: $1.amount), at: $1.amount % ($0.items.count + 1))
    },
    // `JSONEncoder` keeps what a part encoded before it threw, and adds the next part to it.
    .codable("encode-catches-what-parts-throw-late") {
      Catches(isLate: true)
    } _: {
      $0.tick = $1.step
      $0.items.insert(Picky(value: $1.amount, isLate: true), at: 0)
    },
    .codable("encode-key-twice") {
      Twice()
    } _: {
      $0.tick = $1.step
    },
    .codable("encode-interleaved") {
      Interleaved()
    } _: {
      $0.tick = $1.step
      $0.words[$1.step % $0.words.count] += "c"
      if $1.step % 7 == 0 { $0.words.append("\($1.amount)") }
    },
    .codable("encode-nested-container-twice") {
      Interleaved(isRepeated: true)
    } _: {
      $0.tick = $1.step
      $0.words[$1.step % $0.words.count] += "c"
    },
    .codable("encode-reads-its-place") {
      Places()
    } _: {
      $0.tick = $1.step
      let place = $0.all.remove(at: $1.amount % $0.all.count)
      $0.all.insert(place, at: $1.step % $0.all.count)
      if $1.step % 9 == 0 { $0.all.insert(Placed(name: "new"), at: 1) }
    },
    .codable("encode-compares-nothing") {
      Comparisons()
    } _: {
      $0.tick = $1.step
      $0.items.swapAt(0, $1.step % 10)
    },
    .reflected("encode-none-description-traps") {
      Described()
    } _: {
      $0.tick = $1.step
    },
    .codable("encode-decoder-traps-on-others", .none, Traits(ticks: false)) {
      Forced()
    } _: {
      $0.tick = $1.step
    },
    .codable("encode-reducer-throws") {
      Tally()
    } _: { tally, move in
      tally.tick = move.step
      tally.total += move.amount
      if move.step % 3 == 0 { throw Refusal(values: []) }
    },
  ]
}
