import SessionFormat

extension JSONPointer {
  /// So many bytes of paths are listed for machines at most.
  ///
  /// A long name above many changes would else be written for each of them: a megabyte may stand for
  /// gigabytes.
  package static let mostListed = 1 << 26

  /// The bytes of its text, but for escapes.
  fileprivate var size: Int { tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}

extension Sequence<JSONPointer> {
  /// How many from the first on have so many bytes together at most.
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
