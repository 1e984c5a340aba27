/// Step numbers in ascending order; the numbers within one gap take the space of one.
package struct StepNumbers: Sendable, Equatable {
  private struct Run: Sendable, Equatable {
    let numbers: ClosedRange<Int>
    /// Whether nothing is recorded of these steps.
    let isLost: Bool
  }

  private var runs: [Run] = []
  /// How many there are.
  package private(set) var count = 0

  /// A longer range of unrecorded steps is listed by its two ends.
  static let longestListed = 100

  init() {}

  package var isEmpty: Bool { runs.isEmpty }
  package var last: Int? { runs.last?.numbers.upperBound }
  /// The numbers; of a gap of more than 100 unrecorded steps only the first and the last.
  ///
  /// Complexity: O(listed numbers).
  package var listed: [Int] { Array(listing) }
  /// Whether some are not listed.
  package var isCut: Bool { runs.contains(where: Self.isCut) }

  /// The first five, for people.
  var words: String { first(5).map(String.init).joined(separator: ", ") + (count > 5 ? ", …" : "") }

  /// Their number and the first of them, to follow a number of compared steps; empty for none.
  package var notComparableText: String { isEmpty ? "" : ", \(count) not comparable (\(words))" }

  /// The first `count` numbers.
  func first(_ count: Int) -> [Int] { Array(runs.lazy.flatMap(\.numbers).prefix(count)) }

  /// The listed numbers, one after another.
  package var listing: some Sequence<Int> {
    runs.lazy.flatMap { run in
      Self.isCut(run)
        ? [run.numbers.lowerBound, run.numbers.upperBound] : Array(run.numbers)
    }
  }

  private static func isCut(_ run: Run) -> Bool { run.isLost && run.numbers.count > longestListed }

  mutating func append(_ n: Int) {
    runs.append(Run(numbers: n...n, isLost: false))
    count += 1
  }

  /// Adds steps without any record, if there are any.
  mutating func append(lost numbers: Range<Int>) {
    guard !numbers.isEmpty else { return }
    runs.append(Run(numbers: numbers.lowerBound...numbers.upperBound - 1, isLost: true))
    count += numbers.count
  }
}
