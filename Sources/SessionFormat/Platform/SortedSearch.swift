extension Range<Int> {
  /// The first number for which a condition holds, if it holds for all after that one too; the end
  /// if it holds for none.
  ///
  /// Complexity: O(log count).
  @inlinable @inline(__always)
  package func partitionPoint(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array {
  /// Whether one of these ranges contains a number; they ascend, and share at most their ends.
  ///
  /// Complexity: O(log count).
  @inlinable
  package func cover<Number>(_ number: Number) -> Bool where Element == ClosedRange<Number> {
    let place = indices.partitionPoint { self[$0].upperBound >= number }
    return place < count && self[place].contains(number)
  }
}
