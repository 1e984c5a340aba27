import SessionFormat

/// A host's replay of a session that it migrates: a session in the current form, which the host
/// reads as it is.
package struct MigratedReplay {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool

  package init(_ session: Session, _ host: HostClient, interrupted: @escaping () -> Bool) {
    (self.session, self.host, self.interrupted) = (session, host, interrupted)
  }

  /// Makes the replay, up to its end or the death of the host; nil if the host changes no recorded
  /// value.
  ///
  /// - Throws: Damage, a failure of the host, and an error if it leaves an action in its old form.
  package func made() throws(InspectorError) -> Session? {
    guard try isMigrated() else { return nil }
    let (replay, recording) = try ChainReplay(session, host, interrupted).replay()
    if let (n, error) = recording.refused.first {
      throw .notRepeatable(
        "the host migrates the session, but not action \(n), which it refuses: \(error.reason): "
          + "\(error.message); once it takes all of them, inspect verify --accept saves the session "
          + "in today's form")
    }
    return replay
  }

  private func isMigrated() throws(InspectorError) -> Bool {
    defer { host.close() }
    do throws(HostFailure) { try host.open(session.header) } catch {
      throw error == .interrupted || interrupted() ? .interrupted : .host(error)
    }
    // If the types are the current ones, no state needs to be given to a host to find out.
    guard SessionTypes(session.header, host.header).areOther else { return false }
    let verdict = try Verification(session, host: host, interrupted: interrupted).verdict()
    return verdict.migration?.isEmpty == false
  }
}
