/// Leaves out as many elements of a row as it can, so that a test still holds of the rest.
///
/// It knows nothing of what the elements are, so it works on actions as on the characters of a
/// text. It goes from the end to the beginning: what comes before the place that it is at is then
/// always the beginning of the row itself, whose outcome is recorded, and only the few elements
/// that are kept behind it must be run. Whole blocks are left out, twice as large each time, so the
/// number of tests grows with the logarithm of the row. Deterministic.
package struct ElementReduction {
  /// What is kept; the test held of it.
  package private(set) var kept: KeptElements
  /// How often the test was asked.
  package private(set) var tests = 0
  /// How many elements were run for that.
  package private(set) var steps = 0
  /// Whether none of the kept elements can be left out alone.
  package private(set) var isMinimal = false

  private let groups: (KeptElements) -> [[Int]]
  private let triesPairs: Bool
  private let stepsBefore: (Int) -> Int
  /// Of what the test did not hold; the first sweep asks nothing twice, so it is not kept there.
  private var refuted: Set<KeptElements> = []
  private var refutedSize = 0

  /// So many places of elements are remembered.
  private static let mostRefuted = 1 << 20

  /// A reduction of a row, of which the test is known to hold.
  ///
  /// - Parameters:
  ///   - count: How many elements the row has.
  ///   - groups: Of what is kept, what may go together, by places.
  ///   - triesPairs: Whether it is tried to leave out two at a time as well.
  ///   - stepsBefore: How many elements must be run to be behind so many of the first ones.
  package init(
    count: Int, groups: @escaping (KeptElements) -> [[Int]] = { _ in [] },
    triesPairs: Bool = false, stepsBefore: @escaping (Int) -> Int = { _ in 0 }
  ) {
    self.init(
      KeptElements(prefix: count), groups: groups, triesPairs: triesPairs, stepsBefore: stepsBefore)
  }

  /// A reduction of some elements of a row, of which the test is known to hold.
  package init(
    _ kept: KeptElements, groups: @escaping (KeptElements) -> [[Int]] = { _ in [] },
    triesPairs: Bool = false, stepsBefore: @escaping (Int) -> Int = { _ in 0 }
  ) {
    self.kept = kept
    self.groups = groups
    self.triesPairs = triesPairs
    self.stepsBefore = stepsBefore
  }

  /// Whether a test holds, and after how many of the kept elements at the latest; nil where not.
  package typealias Test<Failure: Error> = (KeptElements) throws(Failure) -> Int?

  /// Leaves elements out until none can be; what was reached stays where the test throws.
  ///
  /// Complexity: O(kept × log elements) tests where fewer elements never make the test hold that
  /// did not; O(kept²) at the most beyond.
  package mutating func run<Failure>(_ test: Test<Failure>) throws(Failure) {
    isMinimal = false
    if try isDone(test) { return }
    while true {
      let before = kept
      try sweep(test)
      try leaveOutGroups(test)
      guard kept == before else { continue }
      isMinimal = true
      guard triesPairs, try leaveOutPair(test) else { return }
      isMinimal = false
    }
  }

  /// Tries what is next to nothing: no element at all, and the last one alone.
  private mutating func isDone<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    guard kept.count > 0 else {
      isMinimal = true
      return true
    }
    if try take(KeptElements(prefix: 0), test) || kept.count == 1 {
      isMinimal = true
      return true
    }
    _ = try take(KeptElements(prefix: 0, rest: [kept[kept.count - 1]]), test)
    return false
  }

  /// Goes from the last element to the first, and leaves out what can be, in blocks.
  private mutating func sweep<Failure>(_ test: Test<Failure>) throws(Failure) {
    var end = kept.count
    while end > 0 {
      // Doubled while it works: the block behind `end` that cannot go holds one that must stay.
      var (size, stuck) = (1, 0)
      while stuck == 0, end > 0 {
        let block = min(size, end)
        if try take(kept.without(end - block..<end), test) {
          end = min(end - block, kept.count)
          size *= 2
        } else {
          stuck = block
        }
      }
      // Then halved, down to that one.
      while stuck > 1 {
        let block = stuck / 2
        if try take(kept.without(end - block..<end), test) {
          end = min(end - block, kept.count)
          stuck = min(stuck - block, end)
        } else {
          stuck = block
        }
      }
      end -= 1
    }
  }

  private mutating func leaveOutGroups<Failure>(_ test: Test<Failure>) throws(Failure) {
    for group in groups(kept) {
      let present = Set(group).intersection(kept.places)
      guard present.count > 1, present.count < kept.count else { continue }
      _ = try take(kept.without(present), test)
    }
  }

  /// Leaves out two elements of which none can be left out alone, such as opening and closing.
  private mutating func leaveOutPair<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    let places = kept.places
    for (position, last) in places.enumerated().reversed() {
      for first in places[..<position].reversed()
      where try take(kept.without([first, last]), test) { return true }
    }
    return false
  }

  /// Keeps a selection where the test holds of it, up to the element after which it does.
  private mutating func take<Failure>(
    _ candidate: KeptElements, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    if refuted.contains(candidate) { return false }
    let answer = try test(candidate)
    tests += 1
    steps += stepsBefore(candidate.prefix) + candidate.rest.count
    guard let enough = answer else {
      if refutedSize + candidate.rest.count < Self.mostRefuted {
        refuted.insert(candidate)
        refutedSize += candidate.rest.count + 1
      }
      return false
    }
    kept = candidate.first(enough)
    return true
  }
}
