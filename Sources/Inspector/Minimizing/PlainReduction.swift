/// The plain `ddmin` of Zeller and Hildebrandt, over elements of a row.
///
/// The elements are cut into two parts, then into more and more. A part that still shows the fault
/// alone is kept; else the parts are left out one by one. It ends when no single element can go.
struct PlainReduction {
  /// The places of the kept elements.
  private(set) var kept: [Int]
  /// Whether none of the kept elements is known to be removable alone.
  private var isSettled: Bool

  /// A reduction of some elements of a row, of which the test is known to hold.
  ///
  /// - Parameter isSettled: Whether it is known that none of them can be left out alone.
  init(_ kept: KeptElements, isSettled: Bool = false) {
    self.kept = kept.places
    self.isSettled = isSettled
  }

  /// Whether a test holds; nil ends the reduction.
  typealias Test<Failure: Error> = (KeptElements) throws(Failure) -> Bool?

  /// Runs `ddmin`; returns whether it ended by itself.
  ///
  /// Complexity: O(kept²) tests at most, O(log kept) if a single element is needed.
  mutating func run<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    var parts = 2
    while kept.count > 1 {
      switch try takeFirst(of: parts, test, { Array($0[$1]) }) {
      case nil: return false
      case true?:
        parts = 2
        continue
      case false?: break
      }
      // The complement of one of two parts is the other part.
      switch parts == 2 ? false : try complement(of: parts, test) {
      case nil: return false
      case true?: parts = max(2, parts - 1)
      case false?:
        if parts >= kept.count { return true }
        parts = min(kept.count, 2 * parts)
      }
    }
    return true
  }

  /// Leaves out the first part that can go; returns whether there is one.
  private mutating func complement<Failure>(
    of parts: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool? {
    if isSettled, parts == kept.count { return false }
    return try takeFirst(of: parts, test) { kept, part in
      Array(kept[..<part.lowerBound] + kept[part.upperBound...])
    }
  }

  /// Keeps the first selection, made of one of the parts, that shows the fault; returns whether
  /// there is one.
  private mutating func takeFirst<Failure>(
    of parts: Int, _ test: Test<Failure>, _ selection: ([Int], Range<Int>) -> [Int]
  ) throws(Failure) -> Bool? {
    for part in 0..<parts {
      let range = part * kept.count / parts..<(part + 1) * kept.count / parts
      let fewer = selection(kept, range)
      guard let holds = try test(KeptElements(prefix: 0, rest: fewer)) else { return nil }
      guard holds else { continue }
      (kept, isSettled) = (fewer, false)
      return true
    }
    return false
  }
}
