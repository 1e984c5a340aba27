import SessionFormat

extension StepComparison {
  /// Finds out how the host that has just been opened reads what was recorded.
  mutating func lookAtTypes(through host: HostClient) {
    let types = SessionTypes(session.header, host.header)
    self.types = types
    isHostKnownToFit = session.header.isKnownToFit(host.header)
    migrated = MigratedStates(session, types, through: host)
  }

  /// Where a recorded state and one of a replay differ.
  ///
  /// At places that the host reads otherwise than they are written, for a reason that is known, what it reads is
  /// compared; at all others what is written, as ever.
  func differences(
    _ n: Int, _ recorded: JSONValue, _ actual: JSONValue
  ) throws(InspectorError) -> [Difference] {
    let expected = if let migrated { try migrated.expected(n) } else { recorded }
    return Difference.list(from: expected, to: actual)
  }

  /// Whether all in which an action is read otherwise than it is written comes from its type.
  func isExplained(_ recorded: ActionLine, _ answered: ActionLine) -> Bool {
    guard let types = migrated?.types else { return false }
    return Difference.list(from: recorded.action, to: answered.action)
      .allSatisfy { types.explains(action: recorded.type, $0.path) }
  }
}
