import SessionFormat

/// Brings a host to a recorded step by all actions up to it, for hosts that a recorded state does
/// not bring there: what they hold beside their state, or lose of it in coding, counts as well.
struct PrefixReplay {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool

  init(_ session: Session, _ host: HostClient, _ interrupted: @escaping () -> Bool) {
    (self.session, self.host, self.interrupted) = (session, host, interrupted)
  }

  /// Reduces all recorded actions up to one, in a new process; the state that the host then has.
  ///
  /// - Throws: Also if the host refuses an action or dies in it, or one has no line.
  func run(through last: Int) throws(InspectorError) -> JSONValue {
    var walk = try HostWalk(
      session, host, through: last, interrupted: interrupted)
    var state = try walk.begin()
    while let step = try walk.next() {
      switch step.outcome {
      case .same: state = try session.state(step.n)
      case .reduced(let reduction): state = reduction.state
      case .refused(let error): throw .host(.refused(command: host.name, error))
      case .died(let death, _): throw .host(.died(death))
      case .usedRecorded, .notRecorded, .skippedInProcess, .crashed:
        throw .stateUnknown(n: step.n, reason: .damage)
      }
    }
    return state
  }
}
