/// The steps that differ from the recording where each is reduced from its own recorded state, so
/// that none merely follows from one before.
package struct StepFaults: Equatable, Sendable {
  /// How many steps were compared, those that are equal and those that differ.
  package internal(set) var compared = 0
  /// How many differ.
  package internal(set) var count = 0
  /// The first of those that differ.
  package internal(set) var faults: [Divergence] = []
  /// The numbers of those that were compared.
  private var steps: [ClosedRange<Int>] = []
  /// The action after which no more was compared, as the host had died too often; nil if all
  /// was.
  package internal(set) var stoppedAfter: Int?

  /// Of how many steps those that were compared are an even sample, as the session is long and its replay
  /// comes to each recorded state; nil if all were compared that can be.
  package internal(set) var sampledOf: Int?

  /// At most so many are listed.
  package static let longestList = 100
  /// A host that dies so often is not started again.
  static let mostDeaths = 100

  /// Whether a step was compared.
  package func compares(_ n: Int) -> Bool { steps.contains { $0.contains(n) } }

  /// Counts a step as compared, behind all before it.
  mutating func note(_ n: Int) {
    compared += 1
    if let last = steps.last, last.upperBound == n - 1 {
      steps[steps.count - 1] = last.lowerBound...n
    } else {
      steps.append(n...n)
    }
  }

  mutating func add(_ fault: Divergence) {
    count += 1
    if faults.count < Self.longestList { faults.append(fault) }
  }

  /// Takes the faults of another list for its own.
  mutating func adopt(_ others: StepFaults) {
    (count, faults) = (others.count, others.faults)
  }
}
