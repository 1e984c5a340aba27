import SessionFormat

/// A host that ended or fell silent during a replay, for a reason that does not recur.
///
/// For example, it was killed from outside. Another host was given the same actions, one at a time,
/// and continued.
package struct HostRestart: Equatable, Sendable {
  /// What it was asked for.
  package enum Request: Sendable {
    /// To reduce the actions.
    case actions
    /// To take the state with the number of the first action; no action was in flight.
    case state
    /// To replay with the states reused, and to prove them; another host replayed from the start.
    case reuse
  }

  /// The first action that it had not answered.
  package let n: Int
  /// The last action in flight to it.
  package let through: Int
  /// How it ended.
  package let failure: HostFailure
  package internal(set) var request = Request.actions
}

extension HostClient {
  /// Gives the host a state, or another host if that one is ended meanwhile; returns its answer.
  func give(_ n: Int, _ state: JSONValue, of session: Session) throws(HostFailure) -> JSONValue {
    do throws(HostFailure) { return try reset(n: n, to: state) } catch {
      guard case .died(let death) = error, !death.isTrap else { throw error }
      try open(session.header)
      let answered = try reset(n: n, to: state)
      notes.append(.replaced(HostRestart(n: n, through: n, failure: error, request: .state)))
      return answered
    }
  }
}

extension HostFailure {
  /// Whether a host died as another one did.
  func isDeath(like other: HostDeath) -> Bool {
    if case .died(let death) = self { death.ending == other.ending } else { false }
  }
}

extension HostRestart {
  package var words: String { words(naming: false) }

  /// - Parameter naming: Whether to name the host.
  package func words(naming: Bool) -> String {
    let asked =
      switch request {
      case .state: "it was given state \(n)"
      case .actions where n == through: "action \(n) was in flight"
      case .actions: "actions \(n) to \(through) were in flight"
      case .reuse: "it replayed up to action \(through)"
      }
    let (name, end) =
      switch failure {
      case .died(let death): (death.command, "died once (\(death.endingText))")
      case .silent(let command, let seconds): (command, "gave no answer for \(seconds) s once")
      default: ("", "failed once (\(failure.description))")
      }
    let host = naming && !name.isEmpty ? "the host \(name)" : "the host"
    return "\(host) \(end) while \(asked); another one "
      + (request == .reuse ? "replayed from the start" : "went on from there")
  }
}
