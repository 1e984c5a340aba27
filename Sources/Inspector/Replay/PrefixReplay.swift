import SessionFormat

/// Brings a host to a recorded step by all actions up to it.
///
/// It serves hosts that a recorded state does not bring there, as they hold values outside their
/// state or lose some in coding.
struct PrefixReplay {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool

  init(_ session: Session, _ host: HostClient, _ interrupted: @escaping () -> Bool) {
    (self.session, self.host, self.interrupted) = (session, host, interrupted)
  }

  /// Replays all steps up to `last` in a new process and returns the state that the host then has.
  ///
  /// As in a verification, the host is given the recorded state after a step whose beginning is not
  /// recorded or whose action was only rendered.
  ///
  /// - Throws: Also if the host refuses an action, or dies in one.
  func run(through last: Int) throws(InspectorError) -> JSONValue {
    var walk = try HostWalk(session, host, through: last, interrupted: interrupted)
    _ = try walk.begin()
    while let step = try walk.next() {
      switch step.outcome {
      case .refused(let error) where try !session.isRendered(step.n):
        throw .host(.refused(command: host.name, error))
      case .died(let death, _): throw .host(.died(death))
      default: break
      }
    }
    return try walk.reached()
  }
}
