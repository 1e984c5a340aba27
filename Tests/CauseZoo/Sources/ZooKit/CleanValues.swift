import Dispatch
import Foundation
import Synchronization

private let memo = Mutex([Int: Int]())

private final class Node: Sendable {}

/// A state of collections that are coded in the order of their hashes.
private struct Shelf: Codable, Equatable, Sendable {
  enum Colour: String, Codable, Sendable { case red, green, blue, black, white }
  var names: Set<String> = []
  var counts: [Int: String] = [:]
  var colours: [Colour: Int] = [:]
  var prices: [String: Double] = [:]
}

/// A state of values that are hard to code and come back all the same.
private struct Extremes: Codable, Equatable, Sendable {
  var small = Int.min
  var large = UInt64.max
  var tenth = 0.1 + 0.2
  var tiny = Double.leastNonzeroMagnitude
  var negative = -0.0
  var text = "Cafe\u{301} 👩‍👩‍👧 \u{0} \u{2028}"
  var date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  var decimal = Decimal(sign: .plus, exponent: -5, significand: 123_456_789)
  var data = Data([0, 255, 10])
  var none: Int?
  var nested: [[Int?]] = [[1, nil], []]
  var results: [String] = []
}

/// Coded without its zeros, and read with them.
private struct Sparse: Codable, Equatable, Sendable {
  var count = 0
  var total = 0

  private enum CodingKeys: CodingKey { case count, total }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
    total = try container.decode(Int.self, forKey: .total)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if count != 0 { try container.encode(count, forKey: .count) }
    try container.encode(total, forKey: .total)
  }
}

private func clean<State: Codable & Sendable>(
  _ name: String, _ state: State,
  reduce: @escaping @Sendable (inout State, Int) -> Void
) -> Specimen {
  Specimen(
    name, [], first: .never, origin: 0, initial: { state }, actions: { Array(1...20) },
    reduce: reduce)
}

private let words = ["oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "ivy", "may"]

extension Specimen {
  /// Reducers that sort, compare and code as they should.
  static let cleanValues: [Specimen] = [
    .desk("clean-set-sorted") { desk, _ in desk.answers = Set(words).sorted() },
    .desk("clean-dictionary-sorted") { desk, _ in
      let lengths = Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) })
      desk.answers = lengths.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    },
    .desk("clean-set-of-one") { desk, number in desk.answers.append(Set(["\(number)"]).first ?? "")
    },
    .desk("clean-set-asked") { desk, _ in
      let set = Set(words)
      desk.flags["has elm"] = set.contains("elm")
      desk.total += set.intersection(["oak", "bay", "gum"]).count
    },
    .desk("clean-sum-over-set") { desk, number in desk.total = Set(0..<500).reduce(number, +) },
    .desk("clean-unique-maximum") { desk, _ in
      let ranks = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
      desk.answers.append(ranks.max { $0.value < $1.value }?.key ?? "")
    },
    .desk("clean-hashes-compared") { desk, number in
      desk.flags["same"] =
        "user \(number)".hashValue == ["user", "\(number)"].joined(separator: " ").hashValue
    },
    .desk("clean-json-sorted") { desk, _ in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let lengths = Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) })
      desk.answers.append(String(decoding: (try? encoder.encode(lengths)) ?? Data(), as: UTF8.self))
    },
    .desk("clean-generator-of-a-seed") { desk, number in
      var generator = SplitMix(state: UInt64(number))
      desk.answers = words.shuffled(using: &generator)
    },
    .desk("clean-c-rand-of-a-seed") { desk, number in
      srand(UInt32(number))
      desk.total = Int(rand())
    },
    .desk("clean-fixed-zone", between: .environment(["TZ": "Pacific/Kiritimati"])) { desk, number in
      let date = Date(timeIntervalSince1970: Double(number) * 1_000_000)
      desk.answers.append(plainFormatter("EEEE yyyy-MM-dd HH:mm").string(from: date))
    },
    .desk("clean-fixed-locale", between: .environment(["LANG": "fr_FR.UTF-8"])) { desk, _ in
      let german = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "de_DE"))
      desk.answers.append(1_234_567.891.formatted(german))
    },
    .desk("clean-uppercase", between: .environment(["LANG": "tr_TR.UTF-8"])) { desk, _ in
      desk.answers.append("title".uppercased())
    },
    .desk("clean-same-object") { desk, _ in
      let (one, other) = (Node(), Node())
      desk.flags["same"] = one === other
      desk.flags["known"] = [ObjectIdentifier(one): 1][ObjectIdentifier(one)] == 1
    },
    .desk("clean-aligned") { desk, _ in
      let bytes = malloc(100)
      defer { free(bytes) }
      desk.total += Int(bitPattern: bytes) % 16
    },
    .desk("clean-memory-written") { desk, number in
      let numbers = [Int](unsafeUninitializedCapacity: 4) { buffer, count in
        for index in 0..<4 { buffer.initializeElement(at: index, to: index * number) }
        count = 4
      }
      desk.total += numbers.reduce(0, +)
    },
    .desk("clean-memo") { desk, number in
      desk.total += memo.withLock { memo in
        if let known = memo[number] { return known }
        memo[number] = number * number
        return number * number
      }
    },
    .desk("clean-threads-by-index") { desk, _ in
      let squares = Mutex([Int](repeating: 0, count: 32))
      DispatchQueue.concurrentPerform(iterations: 32) { index in
        squares.withLock { $0[index] = index * index }
      }
      desk.answers = squares.withLock { $0.map(String.init) }
    },
    .desk("clean-threads-sum") { desk, _ in
      let sum = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 100) { index in sum.withLock { $0 += index } }
      desk.total = sum.withLock(\.self)
    },
    .desk("clean-floats-in-order") { desk, number in
      desk.readings.append((1...50).reduce(0) { $0 + sin(Double($1 * number)) / Double($1) })
    },
    clean("clean-unordered-state", Shelf()) { shelf, number in
      shelf.names.insert("name \(number)")
      shelf.counts[number * 31 % 17] = "count"
      shelf.colours[[.red, .green, .blue, .black, .white][number % 5], default: 0] += 1
      shelf.prices["price \(number)"] = Double(number) / 3
    },
    clean("clean-extremes", Extremes()) { state, number in
      state.tenth += Double(number) / 10
      state.decimal += Decimal(number) / 8
      state.date.addTimeInterval(0.001)
      state.results.append("\(state.decimal) \(state.date.timeIntervalSinceReferenceDate)")
    },
    clean("clean-sparse", Sparse()) { state, number in
      state.count = number % 3
      state.total += state.count
    },
  ]
}
