/// The limits of a search.
package struct MinimizeBudget {
  /// The reason why a search ended early.
  package enum Stop: String, Sendable {
    case tests
    case time
    case interrupted
  }

  private let settings: Minimization.Settings
  private let stop: Cancellation
  private let deadline: UInt64?
  /// How many tests were made.
  private(set) var made = 0

  /// A budget with the limits that are set.
  init(_ settings: Minimization.Settings, _ stop: Cancellation) {
    (self.settings, self.stop) = (settings, stop)
    let start = settings.clock()
    deadline = settings.seconds.map { seconds in
      let (span, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
      let (end, tooLate) = start.addingReportingOverflow(span)
      return tooLong || tooLate ? .max : end
    }
  }

  /// Takes a test; returns the reason if none is left.
  mutating func take() -> Stop? {
    if let tests = settings.tests, made >= tests { return .tests }
    if let deadline, settings.clock() >= deadline { return .time }
    made += 1
    return stop.isAsked ? .interrupted : nil
  }
}
