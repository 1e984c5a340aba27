/// Leaves out as many elements of a row as it can while a test still holds of the rest.
///
/// It knows nothing about the elements, so it works on actions as on the characters of a text. It
/// goes from the end to the beginning. All before its current place is then the beginning of the
/// row itself, whose outcome is recorded, so only the few kept elements after it must be run. It
/// leaves out whole blocks, twice as large each time, so the number of tests grows with the
/// logarithm of the row. If no single element can go, it tries parts and complements of parts, as
/// `ddmin` does. Finally it runs `ddmin` on the whole row, unless that is seen to end with no
/// fewer. Deterministic.
package struct ElementReduction {
  package struct Options {
    /// The groups of kept elements that may be left out together, by places.
    package var groups: (KeptElements) -> [[Int]] = { _ in [] }
    /// Whether pairs of elements are tried too.
    package var triesPairs = false
    /// How many elements must be run to reach the state after a given number of the first ones.
    package var stepsBefore: (Int) -> Int = { _ in 0 }
    /// Whether each test runs all elements from the first one on.
    ///
    /// Then going from the end is no shorter than `ddmin`, which is run first.
    package var runsAll = false
    /// The most elements that may be run for `ddmin` on the whole row; 0 skips it.
    package var plainSteps = Int.max
    /// The number of elements in the whole row, in which `ddmin` searches, if the reduction begins
    /// with only the first of them; the test holds after those, whatever comes behind them.
    package var rowCount = 0

    package init() {}
  }

  /// The kept elements; the test held of them.
  package private(set) var kept: KeptElements
  /// How often the test was run.
  package private(set) var tests = 0
  /// How many elements were run for the tests.
  package private(set) var steps = 0
  /// Whether none of the kept elements can be left out alone.
  package private(set) var isMinimal = false
  /// Whether `ddmin` was seen to end with no fewer elements: by running it, or because it cannot if
  /// fewer elements never show what more do not.
  package internal(set) var isCompared = false

  let options: Options
  /// The most tests that may be spent on beforeNext out two at a time, or three.
  private static let mostWays = 512
  /// The longest run of elements that is tried as a whole.
  private static let longestRun = 8
  /// The row on which `ddmin` must still be run; nil if it must not.
  var pending: KeptElements?
  /// The selections of which the test did not hold.
  private(set) var refuted = RefutedElements()

  /// A reduction of a row of which the test is known to hold.
  package init(count: Int, _ options: Options = Options()) {
    self.init(KeptElements(prefix: count), options)
  }

  /// A reduction of some elements of a row, of which the test is known to hold.
  package init(_ kept: KeptElements, _ options: Options = Options()) {
    self.kept = kept
    self.options = options
  }

  /// Whether a test holds: the number of kept elements after which it does at the latest; nil if not.
  package typealias Test<Failure: Error> = (KeptElements) throws(Failure) -> Int?

  /// Leaves elements out until none can be; keeps the state reached if the test throws.
  ///
  /// Complexity: O(kept × log elements) tests if fewer elements never make the test hold when more
  /// do not, and each kept one is needed in the whole row; otherwise also those of `ddmin`.
  package mutating func run<Failure>(_ test: Test<Failure>) throws(Failure) {
    (isMinimal, isCompared) = (false, false)
    pending = options.plainSteps > 0 ? plainStart : nil
    if try isDone(test) {
      (isMinimal, isCompared) = (true, true)
      return
    }
    if options.runsAll { try goPlainWay(test) }
    try settle(test)
    if try !isLeast(test) {
      let settled = kept
      try goPlainWay(test)
      if kept != settled { try settle(test) }
    }
    if refuted.isWider(than: kept) { try leaveOutFew(test) }
    while options.triesPairs, try leaveOut(2, test) { try settle(test) }
    isMinimal = true
  }

  /// Leaves out short runs of elements, and two and three at a time, if that takes few tests.
  ///
  /// This serves faults that fewer elements show although more do not, as with an even number.
  private mutating func leaveOutFew<Failure>(_ test: Test<Failure>) throws(Failure) {
    while true {
      let before = kept
      for length in 2...Self.longestRun { try leaveOutRuns(of: length, test) }
      for count in 2...3 where kept == before {
        let ways = (0..<count).reduce(1) { $0 * (kept.count - $1) / ($1 + 1) }
        if kept.count > count, ways <= Self.mostWays { _ = try leaveOut(count, test) }
      }
      if kept == before { return }
      try settle(test)
    }
  }

  /// Leaves elements out until neither a single one nor a part can go.
  private mutating func settle<Failure>(_ test: Test<Failure>) throws(Failure) {
    while true {
      let before = kept
      if try !sweep(test) {
        try goPlainWay(test)
        continue
      }
      try leaveOutGroups(test)
      guard kept == before else { continue }
      var parts = PlainReduction(kept, isSettled: true)
      _ = try parts.run { (candidate) throws(Failure) in try shows(candidate, test) }
      if kept == before { return }
    }
  }

  /// Tries no element at all and the last one alone; returns whether one of them suffices.
  private mutating func isDone<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    guard kept.count > 0 else { return true }
    if try shows(KeptElements(prefix: 0), test) || kept.count == 1 { return true }
    return try shows(KeptElements(prefix: 0, rest: [kept[kept.count - 1]]), test)
  }

  /// Goes from the last element to the first and leaves out what it can, in blocks.
  ///
  /// Returns whether it reached the first. If fewer elements show what more do not, `ddmin` must be
  /// run in any case, and its result is shorter to go through.
  private mutating func sweep<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    var end = kept.count
    while end > 0 {
      // Doubled while it works: the block before `end` that cannot go contains one that must stay.
      var (size, stuck) = (1, 0)
      while stuck == 0, end > 0 {
        let block = min(size, end)
        var goes = try shows(kept.without(end - block..<end), test)
        if !goes, end < kept.count, try shows(kept.without(end - block..<end + 1), test) {
          // Two elements that needed each other, such as the second of an even number.
          if pending != nil { return false }
          goes = true
        }
        if goes { (end, size) = (min(end - block, kept.count), size * 2) } else { stuck = block }
      }
      // Then bisected, down to that element.
      while stuck > 1 {
        let block = stuck / 2
        if try shows(kept.without(end - block..<end), test) {
          end = min(end - block, kept.count)
          stuck = min(stuck - block, end)
        } else {
          stuck = block
        }
      }
      end -= 1
      if pending != nil, try leavesOutLatest(behind: end, test) { return false }
    }
    return true
  }

  /// Tries to leave out the latest elements that had to be kept, whenever their number doubles.
  ///
  /// If only several can go at once, each would be kept up to the first. Returns whether some went.
  private mutating func leavesOutLatest<Failure>(
    behind end: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    let count = kept.count - end
    guard end >= 0, count >= Self.longestRun, count & (count - 1) == 0 else { return false }
    for length in 2..<count where try shows(kept.without(end..<end + length), test) { return true }
    return false
  }

  private mutating func leaveOutGroups<Failure>(_ test: Test<Failure>) throws(Failure) {
    for group in options.groups(kept) {
      let present = Set(group).intersection(kept.places)
      guard present.count > 1, present.count < kept.count else { continue }
      _ = try shows(kept.without(present), test)
    }
  }

  private mutating func leaveOutRuns<Failure>(
    of length: Int, _ test: Test<Failure>
  ) throws(Failure) {
    var start = kept.count - length
    while start >= 0 {
      let left = try shows(kept.without(start..<start + length), test)
      start = min(start - (left ? length : 1), kept.count - length)
    }
  }

  /// Leaves out `count` elements of which fewer cannot be left out, such as opening and closing.
  private mutating func leaveOut<Failure>(
    _ count: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    let places = kept.places
    guard places.count >= count else { return false }
    // Positions of the elements to leave out, from the last ones to the first ones.
    var chosen = Array(places.count - count..<places.count)
    while true {
      if try shows(kept.without(Set(chosen.map { places[$0] })), test) { return true }
      guard let moved = chosen.indices.first(where: { chosen[$0] > $0 }) else { return false }
      chosen[moved] -= 1
      for before in 0..<moved { chosen[before] = chosen[moved] - moved + before }
    }
  }

  /// Whether the test holds of a selection.
  ///
  /// Keeps the smallest selection of which it does, up to the element after which it does.
  mutating func shows<Failure>(
    _ candidate: KeptElements, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    if candidate == kept { return true }
    if refuted.contains(candidate) { return false }
    let answer = try test(candidate)
    tests += 1
    steps += options.stepsBefore(candidate.prefix) + candidate.rest.count
    guard let enough = answer else {
      refuted.insert(candidate)
      return false
    }
    if enough < kept.count { kept = candidate.first(enough) }
    return true
  }
}
