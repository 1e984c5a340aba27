/// The plain `ddmin` of Zeller and Hildebrandt, over elements of a row.
///
/// The elements are cut into two parts, then into ever more. A part alone that still shows the fault
/// is kept; else the parts are left out one by one. It ends once single elements can no more go.
struct PlainReduction {
  /// What is kept, by places.
  private(set) var kept: [Int]
  /// Whether it is known that none of what is kept can be left out alone.
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

  /// Leaves out what `ddmin` does; whether it came to its end.
  ///
  /// Complexity: O(kept²) tests at the most, O(log kept) where one element is all that is needed.
  mutating func run<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    var parts = 2
    while kept.count > 1 {
      switch try subset(of: parts, test) {
      case nil: return false
      case true?:
        parts = 2
        continue
      case false?: break
      }
      // The rest of one of two parts is the other one.
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

  /// Keeps the first part that shows it alone; whether there is one.
  private mutating func subset<Failure>(
    of parts: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool? {
    for part in 0..<parts {
      switch try take(Array(kept[range(part, of: parts)]), test) {
      case nil: return nil
      case true?: return true
      case false?: continue
      }
    }
    return false
  }

  /// Leaves out the first part that can go; whether there is one.
  private mutating func complement<Failure>(
    of parts: Int, _ test: Test<Failure>
  ) throws(Failure) -> Bool? {
    if isSettled, parts == kept.count { return false }
    for part in 0..<parts {
      let range = range(part, of: parts)
      switch try take(Array(kept[..<range.lowerBound] + kept[range.upperBound...]), test) {
      case nil: return nil
      case true?: return true
      case false?: continue
      }
    }
    return false
  }

  private func range(_ part: Int, of parts: Int) -> Range<Int> {
    part * kept.count / parts..<(part + 1) * kept.count / parts
  }

  private mutating func take<Failure>(
    _ fewer: [Int], _ test: Test<Failure>
  ) throws(Failure) -> Bool? {
    guard let holds = try test(KeptElements(prefix: 0, rest: fewer)) else { return nil }
    if holds { (kept, isSettled) = (fewer, false) }
    return holds
  }
}
