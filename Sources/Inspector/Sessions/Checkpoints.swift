import SessionFormat

/// A state that was reached from a whole one, and what that took.
struct ReachedState: Sendable {
  let n: Int
  let state: JSONValue
  /// The whole state that it was reached from.
  let base: Int
  /// What reading that took, in about the time of as many bytes.
  let baseEffort: Int
  /// What all of the way takes from there on, reading the whole state included.
  let effort: Int
  /// The size of its text, where it is kept; asked once, as that may take long.
  fileprivate(set) var textSize = 0

  /// A whole state that was read from that many bytes.
  init(whole state: JSONValue, n: Int, bytes: Int) {
    (self.n, self.state, base) = (n, state, n)
    baseEffort = bytes
    effort = bytes
  }

  /// The state after another, by that effort.
  init(_ state: JSONValue, after last: ReachedState, effort: Int) {
    (n, self.state, base, baseEffort) = (last.n + 1, state, last.base, last.baseEffort)
    self.effort = last.effort + effort
  }
}

/// States kept along the way, at distances, within a bound on the memory that they are thought to
/// take.
///
/// A chain is what was reached from one whole state. A state shares with the one before it in its
/// chain what no patch between them touched, so that it takes what these patches carry; the first
/// also takes what the whole state does. Where there is too much, chains that were not used
/// lately are dropped, and if few chains take most, every chain keeps states at longer distances.
struct Checkpoints {
  /// The bytes that the states may take.
  let limit: Int
  /// The bytes that they are thought to take.
  private(set) var cost = 0
  /// Rising by number.
  private var kept: [ReachedState] = []
  /// When each chain was used last.
  private var used: [Int: Int] = [:]
  private var clock = 0
  /// The least effort between two states of a chain.
  private var spacing: Int

  /// Some 30 patches of usual size, a quarter of a millisecond.
  static let leastSpacing = 1 << 17

  /// Checkpoints that take about so many bytes at most.
  init(limit: Int, spacing: Int = leastSpacing) {
    self.limit = limit
    self.spacing = max(1, spacing)
  }

  /// How many states are kept.
  var count: Int { kept.count }

  /// The last kept state from `base` to `n`.
  mutating func nearest(to n: Int, from base: Int) -> ReachedState? {
    let place = place(behind: n)
    guard place > 0, kept[place - 1].n >= base else { return nil }
    use(kept[place - 1].base)
    return kept[place - 1]
  }

  /// Keeps a state if it lies far enough from the kept one before it.
  ///
  /// Complexity: O(1) at the end, where sessions are read; O(count) elsewhere and to make room.
  mutating func offer(_ reached: ReachedState) {
    let place = place(behind: reached.n)
    if place > 0, kept[place - 1].n == reached.n { return }
    guard distance(reached, after: place) >= spacing(in: reached) else { return }
    cost -= place < kept.count ? share(of: place) : 0
    var reached = reached
    reached.textSize = min(reached.state.textSize, limit)
    kept.insert(reached, at: place)
    cost += share(of: place) + (place + 1 < kept.count ? share(of: place + 1) : 0)
    use(reached.base)
    while cost > limit { makeRoom() }
  }

  /// How many states are kept up to number n.
  private func place(behind n: Int) -> Int {
    if let last = kept.last, last.n <= n { return kept.count }
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].n <= n { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func use(_ base: Int) {
    clock += 1
    used[base] = clock
  }

  /// The effort that a state saves, which would be kept after so many others.
  private func distance(_ reached: ReachedState, after place: Int) -> Int {
    guard place > 0, kept[place - 1].base == reached.base else { return reached.effort }
    return reached.effort - kept[place - 1].effort
  }

  /// The more a whole state takes to read, the less a longer way from it matters.
  private func spacing(in reached: ReachedState) -> Int { max(spacing, reached.baseEffort / 2) }

  /// The memory that a kept state takes beside the one before it: some 2 KB a patch, at most twice
  /// its text.
  private func share(of place: Int) -> Int {
    let reached = kept[place]
    return 64 + min(distance(reached, after: place) / 2, 2 * reached.textSize)
  }

  private func isFirst(_ place: Int) -> Bool {
    place == 0 || kept[place - 1].base != kept[place].base
  }

  private mutating func makeRoom() {
    let firsts = kept.indices.filter(isFirst)
    if firsts.count > 1, firsts.reduce(0, { $0 + share(of: $1) }) > limit / 2 {
      let oldest = firsts.map { kept[$0].base }.min { used[$0, default: 0] < used[$1, default: 0] }
      kept.removeAll { $0.base == oldest }
      if let oldest { used[oldest] = nil }
    } else {
      spacing *= 2
      let all = kept
      kept = []
      for reached in all where distance(reached, after: kept.count) >= spacing(in: reached) {
        kept.append(reached)
      }
    }
    cost = kept.indices.reduce(0) { $0 + share(of: $1) }
  }
}
