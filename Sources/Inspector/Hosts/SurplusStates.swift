import SessionFormat

/// Tells states that a host writes beyond what it was asked for from its answers.
///
/// A state with the number of an answer that came before is one. So is a state of an action that comes
/// before the host said that it has the action, if that is a host that says so: the protocol lets it
/// leave that out for a whole run alone. Of a host that never says it, or at times, nobody can tell.
package struct SurplusStates {
  /// What is known of whether the host says that it has an action, before it answers the state.
  enum Habit {
    case unknown
    /// The first action was answered without: by this line, of that number. It may be one that was not
    /// asked for, with the answer itself behind it.
    case unsure(line: [UInt8], n: Int)
    case says
    case doesNotSay
    /// It says so of some actions and not of others.
    case saysAtTimes
  }

  /// Whether they are passed over, and told as a note, and are no failure.
  package var arePassedOver = false
  /// The first such line.
  var first: [UInt8]?
  /// The number of the state that the host was given last.
  var lastGiven: Int?
  /// Whether its answer was another state.
  ///
  /// Then a second answer may be the one that was meant, so that nothing can be built on the first.
  var gaveBackOther = false
  /// The first action that was answered, by a host that does not say of each action that it has it, and
  /// of which a state came once more: nobody can tell which is meant.
  private(set) var answeredAgain: Int?
  /// Whether one was taken for an answer, which came out too late: all answers since are in doubt.
  var wasTaken: Bool { taken != nil }
  /// That line, and the number of the action.
  private var taken: (line: [UInt8], n: Int)?
  /// By how actions are asked for: as they encode, or briefly.
  private var (habit, briefHabit) = (Habit.unknown, Habit.unknown)

  /// None so far.
  init() {}

  /// What is known of another process of the same host.
  init(like other: SurplusStates) {
    (habit, briefHabit, arePassedOver) = (other.habit, other.briefHabit, other.arePassedOver)
    forgetUnsure()
  }

  /// Another process may show what this one did not.
  private mutating func forgetUnsure() {
    if case .unsure = habit { habit = .unknown }
    if case .unsure = briefHabit { briefHabit = .unknown }
  }

  private subscript(_ asked: PostedLines.Asked) -> Habit {
    get { asked == .briefAction ? briefHabit : habit }
    set { if asked == .briefAction { briefHabit = newValue } else { habit = newValue } }
  }

  /// Whether a state with the number that is due does not answer it.
  func isSurplus(_ asked: PostedLines.Asked, hasBegun: Bool) -> Bool {
    // A state that is given is answered by that state alone.
    if hasBegun || asked == .given { return false }
    if case .says = self[asked] { return true }
    return false
  }

  /// Whether a line of that number is passed over if it answers nothing.
  func passesOver(_ number: Int) -> Bool {
    arePassedOver && !(gaveBackOther && number == lastGiven)
  }

  /// Notes a state that is passed over, with the number of an action that was answered before.
  mutating func noteAgain(_ n: Int) {
    if case .says = habit { return }
    if n != lastGiven { answeredAgain = answeredAgain ?? n }
  }

  /// Notes that a state was taken for the answer to an action.
  mutating func took(
    _ line: [UInt8], _ n: Int, _ asked: PostedLines.Asked, hasBegun: Bool
  ) {
    if asked == .given {
      (lastGiven, gaveBackOther) = (n, false)
      return
    }
    switch self[asked] {
    case .says, .doesNotSay, .saysAtTimes: break
    case .unknown: self[asked] = hasBegun ? .says : .unsure(line: line, n: n)
    // What it had to say of the action before would have come before this state.
    case .unsure: self[asked] = hasBegun ? .saysAtTimes : .doesNotSay
    }
  }

  /// Whether the host says only now that it has an action that seemed to be answered.
  mutating func tookTooEarly(_ line: [UInt8], due n: Int) -> Bool {
    for asked in [PostedLines.Asked.action, .briefAction] {
      guard case .unsure(_, let answered) = self[asked], answered < n,
        VerbatimLine.actionNumber(line) == answered
      else { continue }
      noteTaken(asked)
      return true
    }
    return false
  }

  /// Looks through what the host wrote behind its last answer, where nothing more is awaited.
  mutating func look(at lines: [[UInt8]]) {
    for asked in [PostedLines.Asked.action, .briefAction] {
      guard case .unsure(_, let n) = self[asked], !wasTaken,
        lines.contains(where: { VerbatimLine.actionNumber($0) == n })
      else { continue }
      noteTaken(asked)
    }
  }

  /// Whether it is to be found out whether the one answer to an action was one.
  var isUnsure: Bool {
    [habit, briefHabit].contains { if case .unsure = $0 { true } else { false } }
  }

  /// Notes that the host answered an action by a state alone, though it said of others that it has
  /// them; the line seemed not to be asked for.
  mutating func noteUntold(_ line: [UInt8], _ n: Int, _ asked: PostedLines.Asked) {
    (taken, self[asked]) = ((line, n), .saysAtTimes)
  }

  private mutating func noteTaken(_ asked: PostedLines.Asked) {
    if case .unsure(let line, let n) = self[asked] { taken = (line, n) }
    self[asked] = .says
  }

  /// Begins anew with another process, and with what is known now.
  mutating func startOver() {
    (taken, first, answeredAgain) = (nil, nil, nil)
    forgetUnsure()
  }

  // MARK: Failures

  /// The failure where they are not passed over.
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
        command: host, line: String(words.prefix(80)), reason: "another answer was due")
    }
    return .during(
      action: number,
      nonsense(
        number < n
          ? "the action was answered more than once"
          : "its state came before the host said that it has the action"))
  }

  /// The failure where one was taken for an answer.
  func failure(of host: String) -> HostFailure {
    failure(of: host, taken?.line ?? [], taken?.n ?? 0, due: taken?.n ?? 0)
  }
}
