import Foundation

private enum Suit: Hashable, CaseIterable, Sendable { case clubs, diamonds, hearts, spades, none }

private let words = ["oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "ivy", "may"]

extension Specimen {
  /// Reducers that go by the order of hashes.
  static let hashing: [Specimen] = [
    .desk("set-order", .hashing) { desk, _ in
      desk.answers = asked(Array(Set(words)))
    },
    .desk("set-order-of-state", .hashing, script: Script(14, asks: [13])) { desk, _ in
      desk.answers = asked(Array(Set(desk.notes)))
    },
    .desk("dictionary-keys", .hashing) { desk, _ in
      let lengths = Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) })
      desk.answers.append(asked(lengths.keys.joined(separator: " ")))
    },
    .desk("dictionary-first", .hashing) { desk, _ in
      let prices = Dictionary(uniqueKeysWithValues: (0..<500).map { ("item \($0)", $0) })
      desk.total += asked(prices.first?.value) ?? 0
    },
    .desk("hash-value", .hashing) { desk, _ in
      desk.answers.append("etag-\(asked("document".hashValue))")
    },
    .desk("hasher-bucket", .hashing) { desk, number in
      var hasher = Hasher()
      hasher.combine("user \(number)")
      desk.total += asked(abs(hasher.finalize() % 100_000))
    },
    .desk("hash-parity", .hashing, script: Script(40, asks: Array(12...35)), first: .atMost(35)) {
      desk, number in
      desk.flags["\(number)"] = asked("user \(number)".hashValue.isMultiple(of: 2))
    },
    .desk("set-pop-first", .hashing) { desk, _ in
      var waiting = Set(0..<300)
      desk.total += asked(waiting.popFirst()) ?? 0
    },
    .desk("tie-in-dictionary", .hashing) { desk, _ in
      let votes = Dictionary(uniqueKeysWithValues: (0..<200).map { ("name \($0)", 7) })
      desk.answers.append(asked(votes.max { $0.value < $1.value }?.key) ?? "")
    },
    .desk("set-of-cases", .hashing, script: Script(20, asks: Array(6...17)), first: .atMost(17)) {
      desk, _ in
      desk.answers.append(asked(Set(Suit.allCases).map { "\($0)" }.joined(separator: ",")))
    },
    .desk("sum-over-set", .hashing, script: Script(24, asks: Array(5...20)), first: .atMost(20)) {
      desk, number in
      // Addition of numbers of such different size is not associative.
      let amounts = Set((0..<50).map { pow(10, Double($0 % 5)) / Double($0 + number) })
      desk.readings.append(asked(amounts.reduce(0, +)))
    },
    .desk("grouping", .hashing) { desk, _ in
      let groups = Dictionary(grouping: 0..<120) { $0 % 40 }
      desk.answers.append(
        asked(groups.values.flatMap(\.self).map(String.init).joined(separator: " ")))
    },
    .desk("json-of-dictionary", .hashing) { desk, _ in
      let lengths = Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) })
      let data = asked(try? JSONEncoder().encode(lengths))
      desk.answers.append(String(decoding: data ?? Data(), as: UTF8.self))
    },
    .desk("description-of-set", .hashing) { desk, _ in
      desk.answers.append(asked("\(Set(words))"))
    },
  ]
}
