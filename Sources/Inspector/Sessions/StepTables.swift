import SessionFormat

/// A line for each number of an ascending sequence: four bytes each, however long its gaps are.
package struct StepTable: Sendable {
  /// Consecutive numbers.
  private struct Run: Sendable {
    let n: Int
    /// The index of their first line in `lines`.
    let at: Int
  }

  private var runs = GrowingArray<Run>()
  private var lines = GrowingArray<UInt32>()
  private var last = Int.min

  var count: Int { lines.count }

  /// The line of a number.
  package subscript(n: Int) -> Int? {
    guard let run = run(of: n) else { return nil }
    let start = runs[run]
    let place = start.at + (n - start.n)
    return place < end(of: run) ? Int(lines[place]) : nil
  }

  /// Adds a number that is greater than all before it; ignores any other.
  mutating func append(_ n: Int, _ line: Int) {
    guard n > last else { return }
    if runs.isEmpty || n != last + 1 { runs.append(Run(n: n, at: lines.count)) }
    lines.append(UInt32(truncatingIfNeeded: line))
    last = n
  }

  /// The numbers, in ascending order.
  var numbers: some Sequence<Int> {
    runs.indices.lazy.flatMap { runs[$0].n...lastNumber(in: $0) }
  }

  /// The greatest number at or before n.
  func last(atOrBefore n: Int) -> Int? {
    run(of: n).map { min(n, lastNumber(in: $0)) }
  }

  /// The least number at or after n.
  func first(atOrAfter n: Int) -> Int? {
    if let before = last(atOrBefore: n), before == n { return n }
    let next = run(of: n).map { $0 + 1 } ?? 0
    return next < runs.count ? runs[next].n : nil
  }

  /// The last of the consecutive numbers from n on; nil if n has no line.
  func runEnd(from n: Int) -> Int? {
    guard let run = run(of: n), n <= lastNumber(in: run) else { return nil }
    return lastNumber(in: run)
  }

  private func lastNumber(in run: Int) -> Int {
    runs[run].n + (end(of: run) - runs[run].at) - 1
  }

  /// The index in `lines` behind the last line of a run.
  private func end(of run: Int) -> Int {
    run + 1 < runs.count ? runs[run + 1].at : lines.count
  }

  /// The last run that begins at or before n.
  private func run(of n: Int) -> Int? {
    let behind = runs.indices.partitionPoint { runs[$0].n > n }
    return behind > 0 ? behind - 1 : nil
  }
}

/// Any number of lines for each number, in the order of adding.
package struct StepList: Sendable {
  private var numbers = GrowingArray<Int>()
  private var lines = GrowingArray<UInt32>()
  /// The least number that was added after a greater one.
  private var leastLate: Int?
  /// How many numbers, counted from the first, are in ascending order.
  private var rising = 0

  var isEmpty: Bool { lines.isEmpty }

  /// The lines of a number; nil if it has none.
  package subscript(n: Int) -> [Int]? {
    let found = self[n...n]
    return found.isEmpty ? nil : found
  }

  /// The lines of a range of numbers, in the order of the numbers.
  subscript(range: ClosedRange<Int>) -> [Int] {
    var at = first(atOrAfter: range.lowerBound)
    var found: [Int] = []
    while at < numbers.count, numbers[at] <= range.upperBound {
      found.append(Int(lines[at]))
      at += 1
    }
    return found
  }

  /// The lines of all numbers, in the order of the numbers.
  var entries: some Sequence<Int> { lines.lazy.map { Int($0) } }

  /// The numbers that have lines, in ascending order, each once.
  package var keys: [Int] {
    numbers.reduce(into: []) { keys, n in if keys.last != n { keys.append(n) } }
  }

  /// Adds a line; call ``sort()`` before any lookup.
  mutating func append(_ n: Int, _ line: Int) {
    if let last = numbers.last, last > n {
      leastLate = Swift.min(leastLate ?? n, n)
    } else if leastLate == nil {
      rising += 1
    }
    numbers.append(n)
    lines.append(UInt32(truncatingIfNeeded: line))
  }

  /// Sorts the numbers, which overlapping steps may have mixed.
  ///
  /// Complexity: O(k log k) for the k lines from the first misplaced one on.
  mutating func sort() {
    guard let least = leastLate else { return }
    leastLate = nil
    // Only late additions are out of order, so this finds the first number above the least of them.
    let start = numbers.indices.partitionPoint { $0 >= rising || numbers[$0] > least }
    let order = (start..<numbers.count).sorted {
      (numbers[$0], lines[$0]) < (numbers[$1], lines[$1])
    }
    let (late, places) = (order.map { numbers[$0] }, order.map { lines[$0] })
    numbers.truncate(to: start)
    lines.truncate(to: start)
    for (n, line) in zip(late, places) {
      numbers.append(n)
      lines.append(line)
    }
    rising = numbers.count
  }

  private func first(atOrAfter n: Int) -> Int {
    numbers.indices.partitionPoint { numbers[$0] >= n }
  }
}
