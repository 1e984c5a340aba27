/// What is left of two arrays without the equal elements at both ends, and what happened there.
struct ArrayMiddle {
  /// Elements of both arrays that lie in the same order and are equal.
  private struct Match {
    let (old, new, count): (Int, Int, Int)
  }

  /// The most elements that are removed and added where equal ones between them are sought.
  private static let mostEdits = 64

  private let (old, new): (Int, Int)
  private(set) var start = 0
  private var atEnd = 0
  /// In order; empty if elements between the ends are compared place by place.
  private var matches: [Match] = []
  /// Whether equal elements were found between those that were removed and added.
  var isAligned: Bool { !matches.isEmpty }

  /// All of two arrays of these counts.
  init(_ old: Int, _ new: Int) { (self.old, self.new) = (old, new) }

  /// What is left of the old array.
  var oldRange: Range<Int> { start..<old - atEnd }
  /// What is left of the new array.
  var newRange: Range<Int> { start..<new - atEnd }

  /// Leaves out equal elements at both ends.
  ///
  /// - Parameters:
  ///   - skip: The first index from another one on, below a bound, at which the elements may differ.
  ///   - areEqual: Whether the elements at an index of the old and one of the new array are equal.
  mutating func trim(
    skipping skip: (Int, Int) -> Int = { start, _ in start }, _ areEqual: (Int, Int) throws -> Bool
  ) rethrows {
    let shorter = min(old, new)
    start = skip(0, shorter)
    while start < shorter, try areEqual(start, start) { start = skip(start + 1, shorter) }
    while atEnd < shorter - start, try areEqual(old - 1 - atEnd, new - 1 - atEnd) { atEnd += 1 }
  }

  /// Calls a body with each change that is left.
  ///
  /// Between equal elements come pairs first, then what was removed, from the end, or added.
  ///
  /// - Parameter body: Takes the place in the array as the changes before left it, and the indices
  ///   of the old and the new element there, if there is one.
  func forEach(_ body: (_ place: Int, _ old: Int?, _ new: Int?) throws -> Void) rethrows {
    var (before, after) = (start, start)
    for match in matches + [Match(old: oldRange.upperBound, new: newRange.upperBound, count: 0)] {
      let pairs = min(match.old - before, match.new - after)
      for step in 0..<pairs { try body(after + step, before + step, after + step) }
      for index in stride(from: match.old - 1, through: before + pairs, by: -1) {
        try body(index - before + after, index, nil)
      }
      for index in stride(from: after + pairs, to: match.new, by: 1) { try body(index, nil, index) }
      (before, after) = (match.old + match.count, match.new + match.count)
    }
  }
}

// MARK: - Equal elements between others

extension ArrayMiddle {
  /// Finds equal elements between those that were removed and added, if one array is longer or if
  /// elements moved.
  ///
  /// The fewest removed and added elements, by the greedy algorithm of E. W. Myers ("An O(ND)
  /// difference algorithm and its variations", 1986). If there are too many, none is found.
  ///
  /// Complexity: O(n + d²) comparisons for d removed and added elements.
  mutating func align(_ areEqual: (Int, Int) throws -> Bool) rethrows {
    let (old, new) = (oldRange, newRange)
    guard !old.isEmpty, !new.isEmpty, abs(old.count - new.count) <= Self.mostEdits,
      let most = try mostUseful(areEqual)
    else { return }
    var reached = Reach()
    var steps: [Reach] = []
    for edits in 0...most {
      steps.append(reached)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var x = reached.start(on: diagonal)
        guard (0...old.count).contains(x), (0...new.count).contains(x - diagonal) else {
          reached[diagonal] = Reach.nowhere
          continue
        }
        while x < old.count, x - diagonal < new.count,
          try areEqual(old.lowerBound + x, new.lowerBound + x - diagonal)
        {
          x += 1
        }
        reached[diagonal] = x
        if x == old.count, x - diagonal == new.count { return note(steps, endingAt: diagonal, x) }
      }
    }
  }

  /// The most removed and added elements that are a gain: for arrays of other counts as many as there
  /// are places, else fewer than there are places that differ; nil for none.
  private func mostUseful(_ areEqual: (Int, Int) throws -> Bool) rethrows -> Int? {
    guard old == new else {
      return min(Self.mostEdits, max(oldRange.count, newRange.count))
    }
    guard try Self.isShifted(at: start, of: oldRange.upperBound, areEqual) else { return nil }
    var others = 0
    for place in oldRange {
      if try !areEqual(place, place) { others += 1 }
      if others > Self.mostEdits { break }
    }
    return others > 2 ? others - 1 : nil
  }

  /// Whether arrays of the same count look as if an element moved: one of those at the first place
  /// that differs is beside it in the other array.
  static func isShifted(
    at place: Int, of count: Int, _ areEqual: (Int, Int) throws -> Bool
  ) rethrows -> Bool {
    guard place + 1 < count else { return false }
    return try areEqual(place + 1, place) || areEqual(place, place + 1)
  }

  /// Goes back the way to the end of both arrays, and notes the equal elements on it.
  private mutating func note(_ steps: [Reach], endingAt last: Int, _ end: Int) {
    var (diagonal, x) = (last, end)
    for reached in steps.reversed() {
      let from = reached.start(on: diagonal)
      if from < x {
        matches.append(Match(old: start + from, new: start + from - diagonal, count: x - from))
      }
      (diagonal, x) = reached.before(diagonal)
    }
    matches.reverse()
  }

  /// How far each diagonal was reached: for old index minus new index, the old index.
  private struct Reach {
    static let nowhere = Int.min / 2
    private var ends = [Int](repeating: nowhere, count: 2 * mostEdits + 3)

    /// Nothing yet, so that the diagonal 0 begins at 0.
    init() { self[1] = 0 }

    subscript(diagonal: Int) -> Int {
      get { ends[diagonal + mostEdits + 1] }
      set { ends[diagonal + mostEdits + 1] = newValue }
    }

    /// Where a diagonal begins after one more element was removed or added.
    func start(on diagonal: Int) -> Int { max(self[diagonal - 1] + 1, self[diagonal + 1]) }

    /// The diagonal from which another one was begun, and how far that was reached.
    func before(_ diagonal: Int) -> (diagonal: Int, x: Int) {
      let from =
        self[diagonal - 1] + 1 > self[diagonal + 1] ? diagonal - 1 : diagonal + 1
      return (from, self[from])
    }
  }
}
