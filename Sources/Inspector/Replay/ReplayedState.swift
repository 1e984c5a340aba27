package import SessionFormat

extension Session {
  /// The state that a replay reaches by all actions up to a recorded step, in a new process.
  ///
  /// - Throws: Also if the host refuses an action, or dies in one.
  package func replayedState(
    _ n: Int, through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> JSONValue {
    try HostWalk.state(of: self, reachedBy: host, through: n, interrupted: interrupted)
  }
}
