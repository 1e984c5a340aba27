import Inspector
import SessionFormat

/// Verifies one session after the other, each with a host of its own.
struct SessionVerifier: Sendable {
  let context: CommandContext
  /// The patterns that the command leaves out of the comparison; a store may leave out more.
  let ignoring: [IgnoredPlaces]
  /// Whether a session that diverges is replaced by its replay.
  let accepts: Bool
  private(set) var extent: Verification.Extent

  /// The results for these sessions, in their order; up to `jobs` are verified at once.
  ///
  /// - Throws: Only ``InspectorError/interrupted``.
  func verify(_ all: [SessionPaths.Found], jobs: Int) throws(InspectorError) -> [VerifiedSession] {
    // Jobs that no session needs replay parts of one.
    var shared = self
    shared.extent.stretches = max(1, jobs / max(1, all.count))
    shared.extent.checksFirst = jobs > 1 && all.count > 1
    let crew = WorkerPool(count: all.count, jobs: jobs)
    let results = crew.run(interrupted: context.interrupted) { done in
      context.progress?("verified \(done) of \(CountText.words(all.count, "session"))")
    } body: { [shared] place, interrupted in
      shared.verify(all[place], interrupted)
    }
    if context.interrupted() { throw .interrupted }
    return try results.map { result throws(InspectorError) in
      guard let result else { throw .interrupted }
      return result
    }
  }

  /// Nil if it was interrupted.
  private func verify(
    _ found: SessionPaths.Found, _ interrupted: @escaping @Sendable () -> Bool
  ) -> VerifiedSession? {
    let start = context.clock()
    var verified: VerifiedSession
    switch found {
    case .trouble(let word, let error):
      verified = VerifiedSession(result: .trouble(file: word, error))
    case .session(let path):
      var store: String?
      var sample: String?
      let notes = HeldNotes()
      do throws(InspectorError) {
        verified = try verify(path, &store, &sample, context.holding(notes), interrupted)
      } catch {
        if case .interrupted = error { return nil }
        verified = VerifiedSession(result: .trouble(file: path, error), store: store)
        if case .session(let fault) = error {
          (verified.place, verified.line) = fault.location.shown
        }
      }
      verified.notes = notes.all
      verified.sample = sample
    }
    let end = context.clock()
    verified.nanoseconds = end > start ? end - start : 0
    return verified
  }

  private func verify(
    _ path: String, _ store: inout String?, _ sample: inout String?,
    _ context: CommandContext,
    _ interrupted: @escaping @Sendable () -> Bool
  ) throws(InspectorError) -> VerifiedSession {
    let session = try context.session(path, interrupted: interrupted)
    if session.hasHeader { store = session.header.store }
    sample = context.command(ofStore: session.header.store)?.sample
    let host = try context.client(of: session, interrupted: interrupted)
    defer { host.close() }
    let patterns = ignoring + context.settings(session.header.store).ignore
    var verdict = try context.verdict(session, host, patterns, extent, interrupted)
    var verified = VerifiedSession(result: .verdict(verdict), store: session.header.store)
    if let divergence = verdict.divergence {
      (verified.place, verified.line) = session.place(of: divergence.n)
    }
    if accepts, verdict.divergence != nil || verdict.migration?.isEmpty == false {
      // What only some replays show was not intended.
      verified.acceptance =
        verdict.replays.map { $0.made > 1 } == true && verdict.divergence != nil
        ? .refused("the first replay reproduces it")
        : try accept(session, host, patterns, interrupted)
      verdict.notes.add(host.notes)
      verified.result = .verdict(verdict)
    }
    return verified
  }

  private func accept(
    _ session: Session, _ host: HostClient, _ patterns: [IgnoredPlaces],
    _ interrupted: @escaping @Sendable () -> Bool
  ) throws(InspectorError) -> Acceptance {
    let proof = { @Sendable (made: Session, client: HostClient) throws(InspectorError) in
      try context.verdict(made, client, patterns, extent, interrupted)
    }
    host.surplus.arePassedOver = true
    return try SessionReplacement(session, host: host, interrupted: interrupted).replace(proof)
  }
}

extension Session {
  /// The file and line of step n, if an editor can show the file directly.
  fileprivate func place(of n: Int) -> (file: String?, line: Int?) {
    guard let entry = steps.actions[n] ?? steps.states[n] else { return (nil, nil) }
    return reader.location(lines[entry], 0).shown
  }
}

extension SourceLocation {
  /// The file and line, if an editor can show the file directly.
  fileprivate var shown: (file: String?, line: Int?) {
    (file, file.hasSuffix(".gz") ? nil : line)
  }
}
