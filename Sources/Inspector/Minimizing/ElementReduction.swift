/// Leaves out as many elements of a row as it can, so that a test still holds of the rest.
///
/// It knows nothing of what the elements are, so it works on actions as on the characters of a
/// text. It goes from the end to the beginning: what comes before the place that it is at is then
/// always the beginning of the row itself, whose outcome is recorded, and only the few elements
/// that are kept behind it must be run. Whole blocks are left out, twice as large each time, so the
/// number of tests grows with the logarithm of the row. Once nothing goes alone, parts and all but
/// parts of what is kept are tried, as `ddmin` tries them. Then `ddmin` itself may come to fewer on
/// its own way from the whole row: that way is gone as well, unless it is seen to lead to no fewer.
/// Deterministic.
package struct ElementReduction {
  /// How the elements of a row may be left out.
  package struct Options {
    /// Of what is kept, what may go together, by places.
    package var groups: (KeptElements) -> [[Int]] = { _ in [] }
    /// Whether it is tried to leave out two at a time as well.
    package var triesPairs = false
    /// How many elements must be run to be behind so many of the first ones.
    package var stepsBefore: (Int) -> Int = { _ in 0 }
    /// Whether each test runs all elements from the first one on, so that the way from the end is no
    /// shorter than that of `ddmin`, which is then the first.
    package var runsAll = false
    /// How many elements may be run for the way of `ddmin` from the whole row; 0 leaves it out.
    package var plainSteps = Int.max

    package init() {}
  }

  /// What is kept; the test held of it.
  package private(set) var kept: KeptElements
  /// How often the test was asked.
  package private(set) var tests = 0
  /// How many elements were run for that.
  package private(set) var steps = 0
  /// Whether none of the kept elements can be left out alone.
  package private(set) var isMinimal = false
  /// Whether `ddmin` was seen to come to no fewer: on its own way, or as it cannot where fewer
  /// elements never show what more of them do not.
  package internal(set) var isCompared = false

  let options: Options
  /// So many tests may be spent on leaving out two at a time, or three.
  private static let mostWays = 512
  /// Runs of so many elements are tried whole.
  private static let longestRun = 8
  /// The row from which the way of `ddmin` is still to be gone; nil if it is not to be.
  var pending: KeptElements?
  /// Of what the test did not hold.
  private(set) var refuted = RefutedElements()

  /// A reduction of a row, of which the test is known to hold.
  package init(count: Int, _ options: Options = Options()) {
    self.init(KeptElements(prefix: count), options)
  }

  /// A reduction of some elements of a row, of which the test is known to hold.
  package init(_ kept: KeptElements, _ options: Options = Options()) {
    self.kept = kept
    self.options = options
  }

  /// Whether a test holds, and after how many of the kept elements at the latest; nil if not.
  package typealias Test<Failure: Error> = (KeptElements) throws(Failure) -> Int?

  /// Leaves elements out until none can be; what was reached stays where the test throws.
  ///
  /// Complexity: O(kept × log elements) tests where fewer elements never make the test hold that
  /// did not, and each that is kept is needed in the whole row; those of `ddmin` beyond.
  package mutating func run<Failure>(_ test: Test<Failure>) throws(Failure) {
    (isMinimal, isCompared) = (false, false)
    pending = options.plainSteps > 0 ? kept : nil
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

  /// Leaves out short runs of elements, and two and three at a time, where that takes few tests.
  ///
  /// It is for faults that fewer elements show where more do not, such as of an even number.
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

  /// Leaves elements out until neither one alone nor a part can go.
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

  /// Tries what is next to nothing, no element at all and the last one alone; whether that is it.
  private mutating func isDone<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    guard kept.count > 0 else { return true }
    if try shows(KeptElements(prefix: 0), test) || kept.count == 1 { return true }
    return try shows(KeptElements(prefix: 0, rest: [kept[kept.count - 1]]), test)
  }

  /// Goes from the last element to the first, and leaves out what can be, in blocks.
  ///
  /// Whether it came to the first: where fewer elements are seen to show what more do not, the way of
  /// `ddmin` must be gone whatever comes of this one, and what it leaves is shorter to go through.
  private mutating func sweep<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    var end = kept.count
    while end > 0 {
      // Doubled while it works: the block behind `end` that cannot go holds one that must stay.
      var (size, stuck) = (1, 0)
      while stuck == 0, end > 0 {
        let block = min(size, end)
        if try shows(kept.without(end - block..<end), test) {
          end = min(end - block, kept.count)
          size *= 2
        } else if end < kept.count, try shows(kept.without(end - block..<end + 1), test) {
          // Two of which each was needed by the other, such as the second of an even number.
          if pending != nil { return false }
          end = min(end - block, kept.count)
          size *= 2
        } else {
          stuck = block
        }
      }
      // Then halved, down to that one.
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

  /// Tries to leave out the latest ones that had to be kept, whenever these are twice as many.
  ///
  /// Where only so many can go at a time, each would be kept to the first. Whether some went.
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

  /// Leaves out so many elements of which fewer cannot be left out, such as opening and closing.
  private mutating func leaveOut<Failure>(
    _ count: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    let places = kept.places
    guard places.count >= count else { return false }
    // Positions of those to leave out, from the last ones to the first ones.
    var chosen = Array(places.count - count..<places.count)
    while true {
      if try shows(kept.without(Set(chosen.map { places[$0] })), test) { return true }
      guard let moved = chosen.indices.first(where: { chosen[$0] > $0 }) else { return false }
      chosen[moved] -= 1
      for before in 0..<moved { chosen[before] = chosen[moved] - moved + before }
    }
  }

  /// Whether the test holds of a selection; the smallest of which it does is kept, up to the element
  /// after which it does.
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
