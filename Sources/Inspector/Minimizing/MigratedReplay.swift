import SessionFormat

/// What a host makes of a session whose values it reads otherwise than they are written: a session of
/// today's form, which it reads as it stands.
package struct MigratedReplay {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool

  package init(_ session: Session, _ host: HostClient, interrupted: @escaping () -> Bool) {
    (self.session, self.host, self.interrupted) = (session, host, interrupted)
  }

  /// The replay, up to its end or the death of the host; nil if the host changes nothing of what
  /// was recorded.
  ///
  /// - Throws: Damage, a failure of the host, and where it leaves an action in its old form.
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
    // Of types that are those of today no state needs to be given to a host to tell.
    guard SessionTypes(session.header, host.header).areOther else { return false }
    let verdict = try Verification(session, host: host, interrupted: interrupted).verdict()
    return verdict.migration?.isEmpty == false
  }
}
