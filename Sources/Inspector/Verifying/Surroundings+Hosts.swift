import SessionFormat

extension Surroundings {
  /// A client of the host of a session's store, as config and options set it.
  ///
  /// - Parameter interrupted: Asked while an answer is awaited; ours if left out.
  func client(
    of session: Session, interrupted: (@Sendable () -> Bool)? = nil
  ) throws(InspectorError) -> HostClient {
    guard session.hasHeader else { throw .noHeader(file: session.file) }
    return try client(ofStore: session.header.store, interrupted: interrupted)
  }

  /// A client of the host of a store.
  func client(
    ofStore store: String, interrupted: (@Sendable () -> Bool)? = nil
  ) throws(InspectorError) -> HostClient {
    let settings = settings(store)
    guard let command = settings.host ?? host(store) else { throw .noHost(store: store) }
    return HostClient(
      command, patience: settings.patience ?? patience, memory: settings.memory,
      interrupted: interrupted ?? self.interrupted)
  }
}
