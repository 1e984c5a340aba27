import SessionFormat

extension StepComparison {
  /// Finds out how the host that has just been opened reads what was recorded.
  mutating func lookAtTypes(through host: HostClient) {
    let types = SessionTypes(session.header, host.header)
    self.types = types
    isHostKnownToFit = session.header.isKnownToFit(host.header)
    migrated = MigratedStates(session, types, through: host)
  }

  /// A recorded state as a replay should come to it.
  func expectedState(_ n: Int) throws(InspectorError) -> JSONValue {
    if let migrated { try migrated.expected(n) } else { try session.state(n) }
  }

  /// Whether all in which an action is read otherwise than it is written comes from its type.
  func isExplained(_ recorded: ActionLine, _ answered: ActionLine) -> Bool {
    guard let types = migrated?.types else { return false }
    return Difference.list(from: recorded.action, to: answered.action)
      .allSatisfy { types.explains(action: recorded.type, $0.path) }
  }
}
