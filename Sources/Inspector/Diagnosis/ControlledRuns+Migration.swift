import SessionFormat

extension ControlledRuns {
  /// Takes what was recorded of the step as the host reads it, where types or steps of the host tell
  /// why it reads that otherwise than it is written: a migration is no cause.
  func readAsMigrated() throws(InspectorError) {
    guard case .reduced(var expected)? = recorded else { return }
    let read = try inOneProcess { client throws(HostFailure) in
      let types = SessionTypes(session.header, client.header)
      guard types.areOther else { return Reading?.none }
      return Reading(
        types: types, state: try client.reset(n: n, to: expected.state),
        action: n > session.first ? try answeredAction(client) : nil)
    }
    guard let read else { return }
    types = read.types
    if Difference.list(from: expected.state, to: read.state)
      .contains(where: { read.types.explains(state: $0.path) })
    {
      expected.state = read.state
    }
    if let answered = read.action, let action = expected.action, explains(action, answered) {
      expected.action = answered
    }
    recorded = .reduced(expected)
  }

  private struct Reading {
    let types: SessionTypes
    let state: JSONValue
    let action: ActionLine?
  }

  private func answeredAction(_ client: HostClient) throws(HostFailure) -> ActionLine? {
    guard case .reduced(let reduction) = try step(client) else { return nil }
    return reduction.action
  }

  /// Whether it is known why the host answers a recorded action as another.
  private func explains(_ recorded: ActionLine, _ answered: ActionLine) -> Bool {
    guard let types else { return false }
    return answered.extra.contains { $0.name == "migrated" }
      || Difference.list(from: recorded.action, to: answered.action)
        .allSatisfy { types.explains(action: recorded.type, $0.path) }
  }

  /// Where a recorded state that was decoded and encoded again is another, for no reason that is known.
  func lossyPlace(_ recorded: JSONValue, _ answer: JSONValue) -> JSONPointer? {
    agreement.differences(recorded, answer).map(\.path).first { place in
      types?.explains(state: place) != true
    }
  }
}
