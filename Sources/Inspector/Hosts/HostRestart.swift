import SessionFormat

/// A host that ended, or fell silent, in the middle of a replay, for nothing that comes again.
///
/// It was killed from outside, perhaps. Another one was given the same actions one at a time, and
/// went on.
package struct HostRestart: Equatable, Sendable {
  /// The first action that it had not answered.
  package let n: Int
  /// The last action that was on its way to it.
  package let through: Int
  /// How it ended.
  package let failure: HostFailure
  /// Whether it was given the state of that number, and no action was on its way.
  package internal(set) var isInState = false
}

/// The hosts that are replaced in a run, and whether what ended them comes again.
///
/// What did not trap may have been ended from outside, which does not come again; and what a host had
/// answered may be lost with it, so that any step on its way may be the cause. So another one is given
/// the same steps, one at a time.
struct HostRestarts {
  /// Up to here one step is on its way at a time, so that it is certain what ends the host.
  private var narrowUntil: Int
  /// The last that was replaced, until it is clear that what ended it does not come again.
  private var latest: HostRestart?

  /// None so far, of a session whose first state has that number.
  init(first: Int) { narrowUntil = first }

  /// Whether a step is sent alone, as a host ended or was silent in it, or in one near it.
  func isAlone(_ n: Int) -> Bool { n <= narrowUntil }

  /// Whether another host is to be asked for a step.
  ///
  /// - Parameters:
  ///   - failure: What ended the last one.
  ///   - n: The first step that it had not answered.
  ///   - isCertain: Whether that is the one in which it failed.
  func asksAgain(after failure: HostFailure, in n: Int, isCertain: Bool) -> Bool {
    switch failure {
    case .died(let death): !isCertain || !(death.isTrap || isAlone(n))
    case .silent: !isCertain
    default: false
    }
  }

  /// Notes that another host is asked for the steps from `n` on.
  mutating func begin(
    _ n: Int, through last: Int, after failure: HostFailure, notes: HostNotes
  ) {
    let restart = HostRestart(n: n, through: last, failure: failure)
    notes.all.append(.replaced(restart))
    (latest, narrowUntil) = (restart, last)
  }

  /// Gives a host a state, and another one if that one is ended meanwhile.
  ///
  /// - Parameters:
  ///   - n: The number of the state.
  ///   - open: Starts another host.
  ///   - give: Gives it state n.
  static func give<T>(
    _ n: Int, notes: HostNotes, open: () throws(HostFailure) -> Void,
    _ give: () throws(HostFailure) -> T
  ) throws(HostFailure) -> T {
    do throws(HostFailure) { return try give() } catch {
      guard case .died(let death) = error, !death.isTrap else { throw error }
      try open()
      let given = try give()
      notes.all.append(
        .replaced(HostRestart(n: n, through: n, failure: error, isInState: true)))
      return given
    }
  }

  /// Notes that a step is over.
  ///
  /// - Parameter isDead: Whether the host died in it, so that what ended the one before came again, and
  ///   that one was not replaced for nothing.
  mutating func passed(_ n: Int, isDead: Bool, notes: HostNotes) {
    guard let done = latest, isDead || n >= done.through else { return }
    latest = nil
    guard isDead, let place = notes.all.lastIndex(of: .replaced(done)) else { return }
    notes.all.remove(at: place)
  }
}

extension HostRestart {
  package var words: String { words(naming: false) }

  /// - Parameter naming: Whether to say which host it was.
  package func words(naming: Bool) -> String {
    let actions =
      isInState
      ? "it was given state \(n)"
      : n == through ? "action \(n) was on its way" : "actions \(n) to \(through) were on their way"
    let (name, end) =
      switch failure {
      case .died(let death): (death.command, "died once (\(death.endingText))")
      case .silent(let command, let seconds): (command, "gave no answer for \(seconds) s once")
      default: ("", "failed once (\(failure.description))")
      }
    let host = naming && !name.isEmpty ? "the host \(name)" : "the host"
    return "\(host) \(end) while \(actions); another one went on from there"
  }
}
