import SessionFormat

/// Longest common subsequences of lists of numbers.
enum CommonSubsequence {
  /// The index pairs of a longest common subsequence; nil if the search takes too long.
  ///
  /// Numbers on one side only are removed first, so that they cost nothing. Then the shortest edit
  /// script is searched greedily along diagonals (Myers, 1986). Complexity: O(length × edits) time
  /// and O(edits²) memory, for the edits between the remaining numbers.
  static func pairs(
    _ old: [Int], _ new: [Int], _ effort: inout DifferenceEffort
  ) -> [(Int, Int)]? {
    let (inOld, inNew) = (Set(old), Set(new))
    let a = old.indices.filter { inNew.contains(old[$0]) }
    let b = new.indices.filter { inOld.contains(new[$0]) }
    var search = EditSearch(a: a.map { old[$0] }, b: b.map { new[$0] })
    return search.run(&effort)?.map { (a[$0.0], b[$0.1]) }
  }

  /// A longest increasing subsequence; all numbers must differ.
  ///
  /// Complexity: O(count × log count).
  static func longestRise(_ numbers: [Int]) -> [Int] {
    // For each length, the end of the rise of that length whose last number is lowest.
    var ends: [Int] = []
    var before: [Int?] = []
    for (place, number) in numbers.enumerated() {
      let length = ends.indices.partitionPoint { numbers[ends[$0]] >= number }
      before.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = place } else { ends.append(place) }
    }
    var rise: [Int] = []
    var next = ends.last
    while let place = next {
      rise.append(numbers[place])
      next = before[place]
    }
    return rise.reversed()
  }
}

/// The search for the shortest edit script between two lists.
private struct EditSearch {
  let a: [Int]
  let b: [Int]
  /// For each number of edits, how far each diagonal got, from diagonal -edits in steps of two.
  fileprivate var reached: [[Int32]] = []

  mutating func run(_ effort: inout DifferenceEffort) -> [(Int, Int)]? {
    guard max(a.count, b.count) < Int(Int32.max) else { return nil }
    var edits = 0
    while edits <= effort.edits {
      var row = [Int32](repeating: -1, count: edits + 1)
      for place in 0...edits {
        let diagonal = 2 * place - edits
        guard let start = begin(edits, place) else { continue }
        var x = start
        while x < a.count, x - diagonal < b.count, a[x] == b[x - diagonal] { x += 1 }
        effort.spend(x - start + DifferenceEffort.searchStep)
        row[place] = Int32(x)
        if x == a.count, x - diagonal == b.count {
          reached.append(row)
          return way(back: edits, place)
        }
      }
      if effort.isSpent { return nil }
      reached.append(row)
      edits += 1
    }
    return nil
  }

  /// The start of a diagonal after one more edit; nil if it cannot be reached.
  private func begin(_ edits: Int, _ place: Int) -> Int? {
    if edits == 0 { return 0 }
    return [inserting(edits, place), removing(edits, place)].compactMap { $0 }.max()
  }

  private func inserting(_ edits: Int, _ place: Int) -> Int? {
    guard place < edits else { return nil }
    let x = Int(reached[edits - 1][place])
    return x >= 0 && x - (2 * place - edits) <= b.count ? x : nil
  }

  private func removing(_ edits: Int, _ place: Int) -> Int? {
    guard place > 0 else { return nil }
    let x = Int(reached[edits - 1][place - 1])
    return x >= 0 && x < a.count ? x + 1 : nil
  }

  private func way(back edits: Int, _ place: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (edits, place) = (edits, place)
    while let start = begin(edits, place) {
      let diagonal = 2 * place - edits
      for x in (start..<Int(reached[edits][place])).reversed() { pairs.append((x, x - diagonal)) }
      guard edits > 0 else { break }
      if inserting(edits, place) != start { place -= 1 }
      edits -= 1
    }
    return pairs.reversed()
  }
}
