import SessionFormat

/// States that were lost by damage and are known again, as a host reduced their actions.
package struct RecoveredStates: Equatable, Sendable {
  /// A stretch of states that stays lost.
  package struct Left: Equatable, Sendable {
    package let states: ClosedRange<Int>
    package let reason: String
  }

  /// The states that a host computed, by number, if no line of the file contains them.
  private(set) var made: [Int: StateLine] = [:]
  /// The stretches of states that are known again, rising, each with the known state after it.
  ///
  /// They contain computed states, and states whose own patches have a base state again.
  private var proven: [ClosedRange<Int>] = []
  package private(set) var left: [Left] = []
  /// What the host did besides answering.
  package var notes: [HostNote] = []

  /// Adds a stretch; called in ascending order.
  ///
  /// - Parameter proof: The known state after them; nil if the session ends with them.
  mutating func add(_ states: ClosedRange<Int>, proof: Int?, _ lines: [StateLine]) {
    proven.append(states.lowerBound...(proof ?? states.upperBound))
    for line in lines { made[line.n] = line }
  }

  mutating func leave(_ states: ClosedRange<Int>, _ reason: String) {
    left.append(Left(states: states, reason: reason))
  }

  /// Whether everything that led to state `n` is known.
  ///
  /// Complexity: O(log stretches).
  func isProven(_ n: Int) -> Bool { proven.cover(n) }
}
