extension Zoo {
  /// Reducers whose order or numbers change with each hash seed.
  static let hashing: [Specimen] = [
    .fault("set-order", "hashing", calm: 2) { pen, _ in pen.names = Array(Set(animals)) },
    .fault("dictionary-order", "hashing", calm: 1) { pen, amount in
      var places: [String: Int] = [:]
      for (place, name) in animals.enumerated() { places[name] = place * amount }
      pen.text = places.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    },
    .fault("hash-value", "hashing", calm: 4) { pen, amount in
      pen.count = "zebra \(amount)".hashValue
    },
    .fault("hasher", "hashing", calm: 3) { pen, amount in
      var hasher = Hasher()
      hasher.combine(animals)
      hasher.combine(amount)
      pen.numbers.append(Double(hasher.finalize() & 0xFFFF_FFFF))
    },
    .fault("grouping", "hashing", calm: 5) { pen, amount in
      let groups = Dictionary(grouping: (0..<40).map { $0 * amount }, by: { $0 % 17 })
      pen.numbers = groups.values.map { Double($0.reduce(0, +)) }
    },
    .fault("set-union", "hashing", calm: 2) { pen, amount in
      let all = Set(animals).union(animals.map { "\($0)\(amount)" })
      pen.text = all.reduce("") { $0 + $1.prefix(1) } + (all.first ?? "")
    },
  ]
}
