import SessionFormat

/// The number of equal elements at the start and at the end of two arrays.
struct EqualEnds {
  /// The number of equal elements at the start.
  var start = 0
  /// The number of equal elements at the end, after those.
  private(set) var atEnd = 0

  private var old: ElementReader
  private var new: ElementReader
  private let runs: [UnsharedRun]
  private let shorter: Int

  /// - Parameter runs: The ranges that the arrays do not share.
  init(_ old: ElementReader, _ new: ElementReader, _ runs: [UnsharedRun]) {
    (self.old, self.new, self.runs) = (old, new, runs)
    shorter = min(old.count, new.count)
  }

  /// Finds the equal start.
  ///
  /// - Returns: The first differing pair, and the path to its difference; nil if an array ends.
  mutating func findStart(
    _ comparison: inout ValuePairing
  ) -> (PlacePair, [PlacePair])? {
    var rest = runs[...]
    while start < shorter {
      while let run = rest.first, run.old.upperBound <= start { rest.removeFirst() }
      let shared = rest.first?.old.lowerBound ?? old.count
      // The shared range has the same indexes only if nothing before it was added or removed.
      if start < shared, (rest.first?.new.lowerBound ?? new.count) == shared {
        start = shared
        continue
      }
      if let parting = comparison.parting(old[start], new[start]) {
        return (PlacePair(old: start, new: start), parting)
      }
      start += 1
    }
    return nil
  }

  /// Finds the equal end after the start.
  ///
  /// - Returns: As for ``findStart(_:)``; nil also if the pair is known to differ.
  mutating func findEnd(
    _ comparison: inout ValuePairing, known: [PlacePair: ArraySlice<PlacePair>]
  ) -> (PlacePair, [PlacePair])? {
    var rest = runs[...]
    while atEnd < shorter - start {
      while let run = rest.last, old.count - run.old.lowerBound <= atEnd { rest.removeLast() }
      let shared = old.count - (rest.last?.old.upperBound ?? 0)
      if atEnd < shared, new.count - (rest.last?.new.upperBound ?? 0) == shared {
        atEnd = min(shared, shorter - start)
        continue
      }
      let pair = PlacePair(old: old.count - 1 - atEnd, new: new.count - 1 - atEnd)
      if known[pair] != nil { return nil }
      if let parting = comparison.parting(old[pair.old], new[pair.new]) { return (pair, parting) }
      atEnd += 1
    }
    return nil
  }
}
