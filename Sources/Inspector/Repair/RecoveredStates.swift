import SessionFormat

/// States that damage took and that are known again, as a host reduced their actions.
package struct RecoveredStates: Equatable, Sendable {
  /// A stretch of states that stays lost.
  package struct Left: Equatable, Sendable {
    /// The states.
    package let states: ClosedRange<Int>
    /// Why.
    package let reason: String
  }

  /// What the host made, by number, where no line of the file tells it.
  private(set) var made: [Int: StateLine] = [:]
  /// The stretches of states that are known again, rising, each with the known state behind it: those
  /// that were made, and those whose own patches have a state again to be applied to.
  private var proven: [ClosedRange<Int>] = []
  /// What stays lost.
  package private(set) var left: [Left] = []
  /// What the host did beside its answers.
  package var notes: [HostNote] = []

  /// Adds a stretch behind all before it.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - proof: The known state behind them; nil if the session ends with them.
  ///   - lines: What was made of them.
  mutating func add(_ states: ClosedRange<Int>, proof: Int?, _ lines: [StateLine]) {
    proven.append(states.lowerBound...(proof ?? states.upperBound))
    for line in lines { made[line.n] = line }
  }

  /// Adds a stretch that stays lost.
  mutating func leave(_ states: ClosedRange<Int>, _ reason: String) {
    left.append(Left(states: states, reason: reason))
  }

  /// Whether all that led to state n is known.
  ///
  /// Complexity: O(log stretches).
  func isProven(_ n: Int) -> Bool {
    var (low, high) = (0, proven.count)
    while low < high {
      let middle = (low + high) / 2
      if proven[middle].upperBound < n { low = middle + 1 } else { high = middle }
    }
    return low < proven.count && proven[low].contains(n)
  }
}
