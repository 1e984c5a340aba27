extension Range<Int> {
  /// The first number for which a condition holds, if it holds for all after that one too; the end
  /// if it holds for none.
  ///
  /// Complexity: O(log count).
  @inline(__always)
  func partitionPoint(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
