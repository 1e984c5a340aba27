import SessionFormat

extension Session {
  /// A host's replay of a session that it migrates, in the current form.
  ///
  /// The host reads it as it is. It goes up to its end or the death of the host.
  ///
  /// - Returns: nil if the host changes no recorded value.
  /// - Throws: Damage, a failure of the host, and an error if it leaves an action in its old form.
  package func migrated(
    by host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Session? {
    guard try isMigrated(by: host, interrupted) else { return nil }
    let chain = ChainReplay(session: self, host: host, interrupted: interrupted)
    let (replay, account) = try chain.replay()
    if let (n, error) = account.refused.first {
      throw .notRepeatable(
        "the host migrates the session, but not action \(n), which it refuses: \(error.reason): "
          + "\(error.message); once it takes all of them, inspect verify --accept saves the session "
          + "in today's form")
    }
    return replay
  }

  private func isMigrated(
    by host: HostClient, _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> Bool {
    defer { host.close() }
    try host.open(self, interrupted)
    // If the types are the current ones, no state needs to be given to a host to find out.
    guard SessionTypes(header, host.header).areOther else { return false }
    let verdict = try Verification(self, host: host, interrupted: interrupted).verdict()
    return verdict.migration?.isEmpty == false
  }
}
