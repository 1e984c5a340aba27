import SessionFormat

/// States kept at intervals, so that later states are near one, within a memory limit.
///
/// A chain starts at one whole state. It keeps that, and each state that is the first behind a
/// multiple of a distance. So the choice does not depend on the order of requests, and the states
/// at twice the distance are a subset. A state shares with the one before it in its chain
/// everything that no patch between them touched, so it costs what these patches carry. Above the
/// limit, chains that were not used lately are dropped if whole states take most of the memory.
/// Otherwise every chain doubles its distance.
struct Checkpoints {
  private struct Chain {
    /// In ascending order of number.
    var kept: [ReachedState] = []
    var cost = 0
    /// The bytes of its first state, which is usually the whole one.
    var firstCost = 0
    var used = 0
    var count = MemoryCount()

    /// Counts a state that was just inserted, and returns its bytes.
    mutating func add(at place: Int) -> Int {
      let before = place > 0 ? kept[place - 1].state : nil
      let bytes = MemoryLayout<ReachedState>.stride + count.add(kept[place].state, beside: before)
      if place == 0 { firstCost = bytes }
      cost += bytes
      return bytes
    }
  }

  /// The most bytes that the states may take.
  let limit: Int
  /// The bytes that they take.
  private(set) var cost = 0
  private var chains: [Int: Chain] = [:]
  private var clock = 0
  /// The effort between two states of a chain.
  private var spacing: Int

  /// The effort of some hundred patches of usual size: a quarter of a millisecond.
  static let leastSpacing = 3 << 15

  /// Checkpoints of at most `limit` bytes.
  init(limit: Int, spacing: Int = leastSpacing) {
    self.limit = limit
    self.spacing = max(1, spacing)
  }

  var count: Int { chains.values.reduce(0) { $0 + $1.kept.count } }

  /// The last kept state up to `n` among those reached from the whole state `base`.
  mutating func nearest(to n: Int, from base: Int) -> ReachedState? {
    guard let kept = chains[base]?.kept else { return nil }
    use(base)
    let place = Self.place(behind: n, in: kept)
    return place > 0 ? kept[place - 1] : nil
  }

  /// Whether a state is one to keep.
  func wants(_ reached: ReachedState) -> Bool {
    limit > 0 && reached.crosses(spacing(in: reached))
  }

  /// Keeps a state if it is one to keep.
  ///
  /// Complexity: O(what it does not share with the one before); O(count) if it makes room.
  mutating func offer(_ reached: ReachedState) {
    guard wants(reached) else { return }
    var chain = chains.removeValue(forKey: reached.base) ?? Chain()
    defer {
      chains[reached.base] = chain.kept.isEmpty ? nil : chain
      use(reached.base)
      while cost > limit { makeRoom() }
    }
    let place = Self.place(behind: reached.n, in: chain.kept)
    if place > 0, chain.kept[place - 1].n == reached.n { return }
    chain.kept.insert(reached, at: place)
    cost += chain.add(at: place)
  }

  /// The number of states up to `n`.
  private static func place(behind n: Int, in kept: [ReachedState]) -> Int {
    if let last = kept.last, last.n <= n { return kept.count }
    return kept.indices.partitionPoint { kept[$0].n > n }
  }

  private mutating func use(_ base: Int) {
    clock += 1
    chains[base]?.used = clock
  }

  /// A long way from a whole state matters less if that state takes long to read.
  private func spacing(in reached: ReachedState) -> Int {
    var spacing = spacing
    while spacing < reached.baseEffort / 2 { spacing *= 2 }
    return spacing
  }

  private mutating func makeRoom() {
    let firsts = chains.values.reduce(0) { $0 + $1.firstCost }
    let isThin = chains.values.allSatisfy { $0.kept.count == 1 }
    if isThin || (chains.count > 1 && firsts > limit / 4 * 3) {
      dropOldest()
    } else {
      spacing *= 2
      for base in chains.keys { thin(base) }
    }
  }

  /// Drops the chains that were not used lately: a quarter, if there are many.
  ///
  /// Finding the oldest looks at all, which is too slow for each state if all states are whole.
  private mutating func dropOldest() {
    let byAge = chains.map { (base: $0.key, used: $0.value.used, cost: $0.value.cost) }
      .sorted { $0.used < $1.used }
    for (place, chain) in byAge.prefix(max(1, byAge.count / 4)).enumerated() {
      if place > 0, cost <= limit / 4 * 3 { return }
      cost -= chain.cost
      chains[chain.base] = nil
    }
  }

  /// Drops the states of a chain that are no longer wanted.
  private mutating func thin(_ base: Int) {
    guard var chain = chains.removeValue(forKey: base) else { return }
    let all = chain.kept.filter(wants)
    if all.count < chain.kept.count {
      cost -= chain.cost
      let used = chain.used
      chain = Chain(used: used)
      for reached in all {
        chain.kept.append(reached)
        cost += chain.add(at: chain.kept.count - 1)
      }
    }
    chains[base] = chain.kept.isEmpty ? nil : chain
  }
}

#if DEBUG
  extension Checkpoints {
    /// The invariants that do not hold, each in words; none if all is well.
    ///
    /// The tests ask; a release build has none of it.
    func checkInvariants() -> [String] {
      var broken: [String] = []
      let sum = chains.values.reduce(0) { $0 + $1.cost }
      if cost != sum { broken.append("a cost of \(cost), and the chains have \(sum)") }
      if cost > limit { broken.append("a cost of \(cost) above \(limit)") }
      for (base, chain) in chains {
        if chain.kept.isEmpty { broken.append("nothing is kept from \(base)") }
        if chain.cost < chain.firstCost {
          broken.append("the chain of \(base) costs less than its first")
        }
        if chain.used > clock { broken.append("the chain of \(base) was used in the future") }
        for (place, reached) in chain.kept.enumerated() {
          if reached.base != base { broken.append("\(reached.n) is not of the chain of \(base)") }
          if !wants(reached) { broken.append("\(reached.n) is kept, and not one to keep") }
          if place > 0, chain.kept[place - 1].n >= reached.n {
            broken.append("\(reached.n) is not behind the one before it")
          }
        }
      }
      return broken
    }
  }
#endif
