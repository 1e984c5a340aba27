/// A line for each number of a rising sequence, four bytes each however long its gaps are.
package struct StepTable: Sendable {
  /// Numbers that follow one another.
  private struct Run: Sendable {
    let n: Int
    /// Where their lines begin in `lines`.
    let at: Int
  }

  private var runs = GrowingArray<Run>()
  private var lines = GrowingArray<UInt32>()
  private var last = Int.min

  /// How many numbers there are.
  var count: Int { lines.count }

  /// The line of a number.
  package subscript(n: Int) -> Int? {
    guard let place = place(of: n) else { return nil }
    return Int(lines[place])
  }

  /// Adds a number that is greater than all before it; another is left out.
  mutating func append(_ n: Int, _ line: Int) {
    guard n > last else { return }
    if runs.isEmpty || n != last + 1 { runs.append(Run(n: n, at: lines.count)) }
    lines.append(UInt32(truncatingIfNeeded: line))
    last = n
  }

  /// The numbers, rising.
  var numbers: some Sequence<Int> {
    runs.indices.lazy.flatMap { index in
      let run = runs[index]
      let end = index + 1 < runs.count ? runs[index + 1].at : lines.count
      return run.n..<run.n + (end - run.at)
    }
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

  /// The last of the numbers that follow one another from n on; nil if n has no line.
  func runEnd(from n: Int) -> Int? {
    guard let run = run(of: n), n <= lastNumber(in: run) else { return nil }
    return lastNumber(in: run)
  }

  private func lastNumber(in run: Int) -> Int {
    let end = run + 1 < runs.count ? runs[run + 1].at : lines.count
    return runs[run].n + (end - runs[run].at) - 1
  }

  private func place(of n: Int) -> Int? {
    guard let run = run(of: n) else { return nil }
    let end = run + 1 < runs.count ? runs[run + 1].at : lines.count
    let place = runs[run].at + (n - runs[run].n)
    return place < end ? place : nil
  }

  /// The last run that begins at or before n.
  private func run(of n: Int) -> Int? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].n <= n { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// Any number of lines for each number, in the order in which they were added.
package struct StepList: Sendable {
  private var numbers = GrowingArray<Int>()
  private var lines = GrowingArray<UInt32>()
  /// The least of the numbers that came behind a greater one.
  private var leastLate: Int?
  /// How many numbers rise from the first on.
  private var rising = 0

  /// Whether there are no lines at all.
  var isEmpty: Bool { lines.isEmpty }

  /// The lines of a number; nil if it has none.
  package subscript(n: Int) -> [Int]? {
    let found = self[n...n]
    return found.isEmpty ? nil : found
  }

  /// The lines of some numbers, in the order of these.
  subscript(range: ClosedRange<Int>) -> [Int] {
    var at = first(atOrAfter: range.lowerBound)
    var found: [Int] = []
    while at < numbers.count, numbers[at] <= range.upperBound {
      found.append(Int(lines[at]))
      at += 1
    }
    return found
  }

  /// The lines of all numbers, in the order of these.
  var entries: some Sequence<Int> { lines.lazy.map { Int($0) } }

  /// The numbers that have lines, rising, each once.
  package var keys: [Int] {
    numbers.reduce(into: []) { keys, n in if keys.last != n { keys.append(n) } }
  }

  /// Adds a line; ``sort()`` comes before anything is asked.
  mutating func append(_ n: Int, _ line: Int) {
    if let last = numbers.last, last > n {
      leastLate = Swift.min(leastLate ?? n, n)
    } else if leastLate == nil {
      rising += 1
    }
    numbers.append(n)
    lines.append(UInt32(truncatingIfNeeded: line))
  }

  /// Brings the numbers into order, where overlapping steps mixed them.
  ///
  /// Complexity: O(k log k) for the k lines from the first on that is not in its place.
  mutating func sort() {
    guard let least = leastLate else { return }
    leastLate = nil
    // Only what was added late is out of order, so this finds the first number above the least.
    var start = 0
    var end = numbers.count
    while start < end {
      let middle = (start + end) / 2
      if middle >= rising || numbers[middle] > least { end = middle } else { start = middle + 1 }
    }
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
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < n { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
