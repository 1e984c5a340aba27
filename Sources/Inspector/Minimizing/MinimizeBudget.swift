/// How long a search goes on.
package struct MinimizeBudget {
  /// Why a search ended before its time.
  package enum Stop: String, Sendable {
    /// So many tests were made as were allowed.
    case tests
    /// So much time went by as was allowed.
    case time
    /// The user interrupted it.
    case interrupted
  }

  private let tests: Int?
  private let deadline: UInt64?
  private let clock: () -> UInt64
  /// How many tests were made.
  private(set) var made = 0

  /// A budget, as far as one is set.
  init(tests: Int? = nil, seconds: Int? = nil, clock: @escaping () -> UInt64) {
    self.tests = tests
    self.clock = clock
    let start = clock()
    deadline = seconds.map { seconds in
      let (span, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
      let (end, tooLate) = start.addingReportingOverflow(span)
      return tooLong || tooLate ? .max : end
    }
  }

  /// Takes a test; why none is left, where so.
  mutating func take() -> Stop? {
    if let tests, made >= tests { return .tests }
    if let deadline, clock() >= deadline { return .time }
    made += 1
    return nil
  }
}
