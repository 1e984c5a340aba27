import SessionFormat

/// A host that ended or fell silent during a replay, for a reason that does not recur.
///
/// For example, it was killed from outside. Another host was given the same actions, one at a time,
/// and continued.
package struct HostRestart: Equatable, Sendable {
  /// The first action that it had not answered.
  package let n: Int
  /// The last action in flight to it.
  package let through: Int
  /// How it ended.
  package let failure: HostFailure
  /// Whether it was given the state with that number, and no action was in flight.
  package internal(set) var isInState = false
}

/// The hosts replaced in a run, and whether what ended them recurs.
///
/// A host that did not trap may have been ended from outside, which does not recur. Its last
/// answers may be lost with it, so any step in flight may be the cause. So another host is given
/// the same steps, one at a time.
struct HostRestarts {
  /// Steps up to this one are sent one at a time, so that the one that ends the host is certain.
  private var narrowUntil: Int
  /// The last replacement, until it is clear that its cause does not recur.
  private var latest: HostRestart?
  private let notes: HostNotes

  /// No replacements of a client's hosts yet; `first` is the session's first state.
  init(of host: HostClient, first: Int) { (notes, narrowUntil) = (host.noteList, first) }

  /// Whether a step is sent alone, because a host ended or was silent in it or near it.
  func isOnlyInFlight(_ n: Int) -> Bool { n <= narrowUntil }

  /// Whether to give a step to another host.
  ///
  /// - Parameters:
  ///   - failure: How the last host failed.
  ///   - n: The first step that it had not answered.
  ///   - isAttributable: Whether it certainly failed in that step.
  func asksAgain(after failure: HostFailure, in n: Int, isAttributable: Bool) -> Bool {
    switch failure {
    case .died(let death): !isAttributable || !(death.isTrap || isOnlyInFlight(n))
    case .silent: !isAttributable
    default: false
    }
  }

  /// Notes that another host gets the steps from `n` on.
  mutating func begin(_ n: Int, through last: Int, after failure: HostFailure) {
    let restart = HostRestart(n: n, through: last, failure: failure)
    notes.all.append(.replaced(restart))
    (latest, narrowUntil) = (restart, last)
  }

  /// Notes that a step is over.
  ///
  /// - Parameter isDead: Whether the host crashed in it. Then the cause recurred, and the note on
  ///   the replacement is removed.
  mutating func passed(_ n: Int, isDead: Bool) {
    guard let done = latest, isDead || n >= done.through else { return }
    latest = nil
    guard isDead, let place = notes.all.lastIndex(of: .replaced(done)) else { return }
    notes.all.remove(at: place)
  }
}

extension HostClient {
  /// Gives the host a state, or another host if that one is ended meanwhile; returns its answer.
  func give(_ n: Int, _ state: JSONValue, of session: Session) throws(HostFailure) -> JSONValue {
    do throws(HostFailure) { return try reset(n: n, to: state) } catch {
      guard case .died(let death) = error, !death.isTrap else { throw error }
      try open(session.header)
      let answered = try reset(n: n, to: state)
      notes.append(.replaced(HostRestart(n: n, through: n, failure: error, isInState: true)))
      return answered
    }
  }
}

extension HostRestart {
  package var words: String { words(naming: false) }

  /// - Parameter naming: Whether to name the host.
  package func words(naming: Bool) -> String {
    let actions =
      isInState
      ? "it was given state \(n)"
      : n == through ? "action \(n) was in flight" : "actions \(n) to \(through) were in flight"
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
