/// A line for each number of a rising sequence, four bytes each however long its gaps are.
struct StepTable: Sendable {
  /// Numbers that follow one another.
  private struct Run: Sendable {
    let n: Int
    /// Where their lines begin in `lines`.
    let at: Int
  }

  private var runs: [Run] = []
  private var lines: [UInt32] = []
  private var last = Int.min

  /// How many numbers there are.
  var count: Int { lines.count }

  /// The line of a number.
  subscript(n: Int) -> Int? {
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
    guard let run = run(of: n) else { return nil }
    let end = run + 1 < runs.count ? runs[run + 1].at : lines.count
    return min(n, runs[run].n + (end - runs[run].at) - 1)
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
struct StepList: Sendable {
  private var numbers: [Int] = []
  private var lines: [UInt32] = []
  private var isSorted = true

  /// The lines of a number; nil where it has none.
  subscript(n: Int) -> [Int]? {
    var at = first(atOrAfter: n)
    guard at < numbers.count, numbers[at] == n else { return nil }
    var found: [Int] = []
    while at < numbers.count, numbers[at] == n {
      found.append(Int(lines[at]))
      at += 1
    }
    return found
  }

  /// The numbers that have lines, rising, each once.
  var keys: [Int] {
    numbers.reduce(into: []) { keys, n in if keys.last != n { keys.append(n) } }
  }

  /// Adds a line; ``sort()`` comes before anything is asked.
  mutating func append(_ n: Int, _ line: Int) {
    if let last = numbers.last, last > n { isSorted = false }
    numbers.append(n)
    lines.append(UInt32(truncatingIfNeeded: line))
  }

  /// Brings the numbers into order, where overlapping steps mixed them.
  mutating func sort() {
    guard !isSorted else { return }
    isSorted = true
    let order = numbers.indices.sorted { (numbers[$0], lines[$0]) < (numbers[$1], lines[$1]) }
    numbers = order.map { numbers[$0] }
    lines = order.map { lines[$0] }
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
