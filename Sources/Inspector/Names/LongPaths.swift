import SessionFormat

extension JSONPointer {
  /// The most bytes of paths that are listed for machines.
  ///
  /// A long name above many changes is written once for each: a megabyte could become gigabytes.
  package static let mostListed = 1 << 26

  /// The bytes of its text, not counting escapes.
  fileprivate var size: Int { tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}

extension Sequence<JSONPointer> {
  /// How many paths, counted from the first, have at most `bytes` bytes together.
  package func prefix(within bytes: Int) -> Int {
    var (count, sum) = (0, 0)
    for path in self {
      sum += path.size
      if sum > bytes { break }
      count += 1
    }
    return count
  }
}
