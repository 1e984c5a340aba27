package import Inspector
import SessionFormat

extension CommandContext {
  /// Opens a session as the options say.
  ///
  /// - Parameter ofAnyStore: Whether a folder opens its newest session also if it has those of several
  ///   stores. A person who looks at it sees which it is; a verb in a script would answer of a store
  ///   that nobody named.
  package func session(
    _ path: String, ofAnyStore: Bool = false, interrupted: (@Sendable () -> Bool)? = nil
  ) throws(InspectorError) -> Session {
    try Session(
      path: path, ofAnyStore: ofAnyStore, mode: mode, limits: limits,
      interrupted: interrupted ?? self.interrupted)
  }

  /// A client of the host of a session's store, as config and options set it.
  ///
  /// - Parameter interrupted: Checked while waiting for an answer; by default that of this value.
  func client(
    of session: Session, interrupted: (@Sendable () -> Bool)? = nil
  ) throws(InspectorError) -> HostClient {
    guard session.hasHeader else { throw .noHeader(file: session.file) }
    let command = try hostCommand(ofStore: session.header.store)
    let client = client(command, ofStore: session.header.store, interrupted: interrupted)
    if let sample = command.sample, let note {
      let given = "note: no host given; the built-in sample `\(sample)` is used"
      if notes.isNew(given) { note(given) }
      client.misfit = HostMisfit(sample, file: session.file, say: note)
    }
    return client
  }

  /// A client of the host that is named for a store.
  func client(ofStore store: String) throws(InspectorError) -> HostClient {
    client(try hostCommand(ofStore: store), ofStore: store)
  }

  /// The program that reduces for a store: the named one, else the sample of that name.
  func hostCommand(ofStore store: String) throws(InspectorError) -> HostCommand {
    guard let command = command(ofStore: store) else { throw .noHost(store: store) }
    return command
  }

  /// The program that reduces for a store; nil if none is known.
  func command(ofStore store: String) -> HostCommand? {
    chosenHost ?? settings(store).host ?? host(store)
  }

  /// A client of a host, with the limits that are set for a store.
  func client(
    _ command: HostCommand, ofStore store: String, interrupted: (@Sendable () -> Bool)? = nil
  ) -> HostClient {
    let settings = settings(store)
    return HostClient(
      command, patience: settings.patience ?? patience, memory: settings.memory,
      interrupted: interrupted ?? self.interrupted)
  }
}
