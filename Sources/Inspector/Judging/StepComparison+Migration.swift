import SessionFormat

extension StepComparison {
  /// Finds out how the host that was just opened reads recorded values.
  mutating func lookAtTypes(through host: HostClient) {
    let types = SessionTypes(session.header, host.header)
    self.types = types
    isHostKnownToFit = session.header.isKnownToFit(host.header)
    migrated = MigratedStates(session, types, through: host)
  }

  /// The state that a replay should reach in step `n`.
  func expectedState(_ n: Int) throws(InspectorError) -> JSONValue {
    if let migrated { try migrated.expected(n) } else { try session.state(n) }
  }
}
