import SessionFormat

/// Some elements of a row, in order: all up to a border, and single ones after it.
///
/// If the state after each beginning of the row is known, only the single ones must be run.
package struct KeptElements: Hashable, Sendable {
  /// The number of elements kept from the first on.
  package private(set) var prefix: Int
  /// The places of the kept elements after them, rising.
  package private(set) var rest: [Int]

  /// The first elements, and others after them by their places, rising.
  package init(prefix: Int, rest: [Int] = []) {
    var taken = 0
    while taken < rest.count, rest[taken] == prefix + taken { taken += 1 }
    self.prefix = prefix + taken
    self.rest = taken == 0 ? rest : Array(rest.dropFirst(taken))
  }

  package var count: Int { prefix + rest.count }

  package var places: [Int] { Array(0..<prefix) + rest }

  func places(contain place: Int) -> Bool {
    if place < prefix { return place >= 0 }
    let found = rest.indices.partitionPoint { rest[$0] >= place }
    return found < rest.count && rest[found] == place
  }

  /// The places of all kept elements, in runs without holes.
  var runs: [Range<Int>] {
    var runs = prefix > 0 ? [0..<prefix] : []
    for place in rest {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// The place of the kept element at a position.
  package subscript(position: Int) -> Int { position < prefix ? position : rest[position - prefix] }

  /// Without the elements at some positions, counted among the kept ones.
  func without(_ positions: Range<Int>) -> KeptElements {
    guard positions.lowerBound < prefix else {
      var fewer = rest
      fewer.removeSubrange(positions.lowerBound - prefix..<positions.upperBound - prefix)
      return KeptElements(prefix: prefix, rest: fewer)
    }
    let behind =
      positions.upperBound < prefix
      ? Array(positions.upperBound..<prefix) + rest
      : Array(rest.dropFirst(positions.upperBound - prefix))
    return KeptElements(prefix: positions.lowerBound, rest: behind)
  }

  /// Without the elements at some places.
  func without(_ places: Set<Int>) -> KeptElements {
    let start = min(prefix, places.min() ?? prefix)
    let behind = Array(start..<prefix) + rest
    return KeptElements(prefix: start, rest: behind.filter { !places.contains($0) })
  }

  /// These elements, and those of others that come after the last of them.
  func followed(by others: KeptElements) -> KeptElements {
    guard count > 0 else { return others }
    let last = self[count - 1]
    return KeptElements(prefix: prefix, rest: rest + others.places.filter { $0 > last })
  }

  func only(_ places: Set<Int>) -> KeptElements {
    KeptElements(
      prefix: 0,
      rest: (0..<prefix).filter { places.contains($0) } + rest.filter { places.contains($0) })
  }

  /// Whether all of them are among others.
  func isPart(of others: KeptElements) -> Bool {
    guard prefix <= others.prefix, count <= others.count else { return false }
    return rest.allSatisfy(others.places(contain:))
  }

  package func first(_ count: Int) -> KeptElements {
    count <= prefix
      ? KeptElements(prefix: count)
      : KeptElements(prefix: prefix, rest: Array(rest.prefix(count - prefix)))
  }
}
