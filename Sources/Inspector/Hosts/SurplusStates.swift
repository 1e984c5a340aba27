import SessionFormat

/// Distinguishes a host's answers from states that it writes without a request.
///
/// A state whose number was already answered is unrequested. So is the state of an action that
/// comes before the host reports that it has the action, if it is a host that reports that: the
/// protocol lets a host omit that only for a whole run. For other hosts both look alike.
package struct SurplusStates {
  /// Whether the host is known to report that it has an action, before it answers with the state.
  enum Habit {
    case unknown
    /// The first action was answered without a report, by this line with that number. The line may
    /// be unrequested, and the real answer may follow.
    case unsure(line: [UInt8], n: Int)
    case says
    case doesNotSay
    /// It reports some actions and not others.
    case saysAtTimes
  }

  /// Whether such states are skipped and noted, instead of being a failure.
  package var arePassedOver = false
  /// The first unrequested line.
  var first: [UInt8]?
  /// The number of the last state that was given to the host.
  var lastGiven: Int?
  /// Whether the host answered it with another state.
  ///
  /// Then a second answer may be the right one, so that the first is not reliable.
  var gaveBackOther = false
  /// The first answered action with a second state, by a host that does not report every action;
  /// which state is meant is unknown.
  private(set) var answeredAgain: Int?
  /// Whether such a state was taken for an answer and noticed too late: later answers are in doubt.
  var wasTaken: Bool { taken != nil }
  /// That line, and the number of its action.
  private var taken: (line: [UInt8], n: Int)?
  /// For full and for brief requests of actions.
  private var (habit, briefHabit) = (Habit.unknown, Habit.unknown)

  /// None so far.
  init() {}

  /// Starts with what is known of another process of the same host.
  init(like other: SurplusStates) {
    (habit, briefHabit, arePassedOver) = (other.habit, other.briefHabit, other.arePassedOver)
    forgetUnsure()
  }

  /// Another process may show what this one did not.
  private mutating func forgetUnsure() {
    if case .unsure = habit { habit = .unknown }
    if case .unsure = briefHabit { briefHabit = .unknown }
  }

  private subscript(_ asked: InFlightRequests.Asked) -> Habit {
    get { asked == .briefAction ? briefHabit : habit }
    set { if asked == .briefAction { briefHabit = newValue } else { habit = newValue } }
  }

  /// Whether a state with the due number does not answer it.
  func isSurplus(_ asked: InFlightRequests.Asked, hasBegun: Bool) -> Bool {
    // A given state is answered only by that state.
    if hasBegun || asked == .given { return false }
    if case .says = self[asked] { return true }
    return false
  }

  /// Whether a line with that number is skipped if it answers nothing.
  func passesOver(_ number: Int) -> Bool {
    arePassedOver && !(gaveBackOther && number == lastGiven)
  }

  /// Notes a skipped state with the number of an already answered action.
  mutating func noteAgain(_ n: Int) {
    if case .says = habit { return }
    if n != lastGiven { answeredAgain = answeredAgain ?? n }
  }

  /// Notes that a state was taken for the answer to an action.
  mutating func took(
    _ line: [UInt8], _ n: Int, _ asked: InFlightRequests.Asked, hasBegun: Bool
  ) {
    if asked == .given {
      (lastGiven, gaveBackOther) = (n, false)
      return
    }
    switch self[asked] {
    case .says, .doesNotSay, .saysAtTimes: break
    case .unknown: self[asked] = hasBegun ? .says : .unsure(line: line, n: n)
    // A report of the action before would have come before this state.
    case .unsure: self[asked] = hasBegun ? .saysAtTimes : .doesNotSay
    }
  }

  /// Whether the host reports only now that it has an action that seemed to be answered.
  mutating func tookTooEarly(_ n: Int) -> Bool {
    for asked in [InFlightRequests.Asked.action, .briefAction] {
      guard case .unsure(let line, n) = self[asked] else { continue }
      (taken, self[asked]) = ((line, n), .says)
      return true
    }
    return false
  }

  /// Checks what the host wrote after its last answer, when nothing more is awaited.
  mutating func look(at lines: [[UInt8]]) {
    for line in lines where !wasTaken {
      if let n = try? VerbatimLine.kind(of: line, from: "").begun { _ = tookTooEarly(n) }
    }
  }

  /// Whether the single answer to an action still has to be confirmed.
  var isUnsure: Bool {
    [habit, briefHabit].contains { if case .unsure = $0 { true } else { false } }
  }

  /// Notes that the host answered an action only with a state, although it reported other actions;
  /// that line was taken for unrequested.
  mutating func noteUntold(_ line: [UInt8], _ n: Int, _ asked: InFlightRequests.Asked) {
    (taken, self[asked]) = ((line, n), .saysAtTimes)
  }

  /// Starts over with another process, but keeps what is known of the host.
  mutating func startOver() {
    (taken, first, answeredAgain) = (nil, nil, nil)
    forgetUnsure()
  }

  // MARK: Failures

  /// The failure if such states are not skipped.
  func failure(
    of host: String, _ line: [UInt8], _ number: Int, due n: Int
  ) -> HostFailure {
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    func nonsense(_ reason: String) -> HostFailure {
      .nonsense(command: host, line: text, reason: reason)
    }
    if number == lastGiven { return nonsense("state \(number) was answered more than once") }
    if number > n {
      let read = try? HostReply(line, from: host)
      let words = if case .line(let line)? = read { line.document.description } else { text }
      return .nonsense(
        command: host, line: String(words.prefix(80)), reason: "another answer was expected")
    }
    return .during(
      action: number,
      nonsense(
        number < n
          ? "the action was answered more than once"
          : "its state came before the host said that it has the action"))
  }

  /// The failure if such a state was taken for an answer.
  func failure(of host: String) -> HostFailure {
    failure(of: host, taken?.line ?? [], taken?.n ?? 0, due: taken?.n ?? 0)
  }
}
