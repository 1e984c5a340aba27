/// The steps that differ from the recording if each is reduced from its own recorded state, so that
/// none merely inherits an earlier error.
package struct StepFaults: Equatable, Sendable {
  package internal(set) var compared = 0
  package internal(set) var count = 0
  /// The first steps that differ.
  package internal(set) var faults: [Divergence] = []
  /// The numbers of the compared steps.
  private var steps: [ClosedRange<Int>] = []
  /// The action after which no more steps were compared, as the host had died too often; nil if all
  /// were.
  package internal(set) var stoppedAfter: Int?

  /// Whether the fault shows only in a process of its own: behind the steps before it the step is as recorded.
  package private(set) var isApart = false
  /// Why the steps were not reduced from the last to the first as well, or not all; nil if they were, or if that
  /// was not asked for.
  package internal(set) var backwardsError: InspectorError?

  /// How many steps the compared ones are an even sample of, if the session is long and its replay
  /// reaches each recorded state; nil if all that can be compared were.
  package internal(set) var sampledOf: Int?

  /// The most faults that are listed.
  package static let longestList = 100
  /// The number of deaths after which a host is not started again.
  static let mostDeaths = 100

  package func compares(_ n: Int) -> Bool { steps.contains { $0.contains(n) } }

  /// Counts a step as compared; called in ascending order.
  mutating func note(_ n: Int) {
    compared += 1
    if let last = steps.last, last.upperBound == n - 1 {
      steps[steps.count - 1] = last.lowerBound...n
    } else {
      steps.append(n...n)
    }
  }

  mutating func add(apart fault: Divergence) {
    add(fault)
    isApart = true
  }

  mutating func add(_ fault: Divergence) {
    count += 1
    if faults.count < Self.longestList { faults.append(fault) }
  }
}
