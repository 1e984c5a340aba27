extension Zoo {
  /// Reducers that use sets, dictionaries and hashes without showing their order.
  static let cleanOrders: [Specimen] = [
    .clean("sorted-set") { pen, _ in pen.names = Set(animals).sorted() },
    .clean("sorted-keys") { pen, amount in
      let places = Dictionary(uniqueKeysWithValues: animals.map { ($0, $0.count * amount) })
      pen.names = places.keys.sorted().map { "\($0)\(places[$0] ?? 0)" }
    },
    .clean("membership") { pen, amount in
      pen.count = Set(animals).intersection(["ape", "lynx"]).count * amount
    },
    .clean("summed-values") { pen, amount in
      let groups = Dictionary(grouping: 0..<40, by: { $0 % 7 })
      pen.count = groups.values.reduce(0) { $0 + $1.count } * amount
    },
    .clean("greatest-with-ties") { pen, _ in
      let counts = animals.reduce(into: [:]) { $0[$1.count, default: 0] += 1 }
      let best = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
      pen.count = best?.key ?? 0
    },
    .clean("equal-hashes") { pen, amount in
      pen.count = "zebra".hashValue == "zebra".hashValue ? amount : 0
    },
    .clean("identity") { pen, amount in
      final class Object {}
      let (one, other) = (Object(), Object())
      pen.count = ObjectIdentifier(one) == ObjectIdentifier(other) ? 0 : amount
    },
    .of("set-in-state", nil, step: 3, Herd()) { herd, visit in
      if case .wild(let amount) = visit {
        herd.names.formUnion(animals)
        herd.numbers = Set((0..<20).map { $0 * amount })
      }
    },
    .of("dictionary-in-state", nil, step: 3, Index()) { index, visit in
      if case .wild(let amount) = visit {
        for name in animals { index.places[name, default: 0] += amount }
        for number in 0..<12 { index.names[number * amount] = animals[number] }
        index.byKind[.bird, default: []].append(amount)
        index.byKind[.mammal, default: []].append(-amount)
      }
    },
  ]

  private struct Herd: Codable, Sendable {
    var names: Set<String> = []
    var numbers: Set<Int> = []
  }

  private enum Kind: String, Codable, Sendable { case bird, mammal }

  private struct Index: Codable, Sendable {
    var places: [String: Int] = [:]
    var names: [Int: String] = [:]
    var byKind: [Kind: [Int]] = [:]
  }
}
