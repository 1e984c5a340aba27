/// What is left of two arrays without the equal elements at both ends, as ``Difference`` lists it.
struct ArrayMiddle {
  private let (old, new): (Int, Int)
  private(set) var start = 0
  private var atEnd = 0

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

  /// Calls a body with each index that is left: pairs first, then what was removed, from the end,
  /// or added.
  ///
  /// - Parameter body: Takes the index, and which of the arrays have an element there.
  func forEach(_ body: (Int, Bool, Bool) throws -> Void) rethrows {
    let (oldEnd, newEnd) = (old - atEnd, new - atEnd)
    for index in stride(from: start, to: min(oldEnd, newEnd), by: 1) { try body(index, true, true) }
    for index in stride(from: oldEnd - 1, through: newEnd, by: -1) { try body(index, true, false) }
    for index in stride(from: max(oldEnd, start), to: newEnd, by: 1) {
      try body(index, false, true)
    }
  }
}
