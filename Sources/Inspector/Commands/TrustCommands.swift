import SessionFormat

/// Whether the recording can be trusted.
enum TrustCommands {
  static let all = [replay, verify]

  private static let ignore = CommandOption(
    "--ignore", value: "PATTERN", repeatable: true,
    "leave out places of the state, such as '$.items[*].id' or '$..timestamp'")

  private static let replay = Command(
    "replay", in: .trust, "reduce every recorded action again, through the host",
    details: [
      "The replay is itself a session. As a verb it goes to standard output, or to the file of -o; "
        + "what became of it is told on standard error.",
      "Exit 0 (also where the recorded crash came again), 1 where the host died elsewhere.",
    ],
    prompt: Command.Form(options: [output]), batch: Command.Form(options: [output])
  ) { workspace, invocation throws(InspectorError) in
    var recording = ReplayRecording(workspace.session)
    try recording.run(
      through: try workspace.host(), interrupted: workspace.surroundings.interrupted)
    let file = invocation.option("-o")
    let report = recording.report(file: file)
    let answer: Outcome.Answer = report.death == nil || report.isRecordedCrash ? .yes : .no
    if let file, file != "-" {
      try SessionWriter.write(recording.bytes, to: file)
      return Outcome(report, answer)
    }
    var outcome = Outcome(report, answer)
    if file == "-" || invocation.isBatch { outcome.session = recording.bytes }
    return outcome
  }

  private static let output = CommandOption(
    "-o", value: "FILE",
    "write the replay to a new file (gzipped where it ends in .gz); - is standard output")

  private static let verify = Command(
    verb: "verify", in: .trust, "say whether every replay equals its recording",
    details: [
      "Each session is replayed from its first state through all actions, and compared by value, "
        + "state by state. The first difference is named by action and path, with the expected "
        + "(recorded) and the actual (replayed) value."
    ] + VerifyExtent.details + [
      "A folder stands for all sessions in it; the segments of one are replayed one after the other, "
        + "as one.",
      "Exit 0 all reproduce (a recorded crash that comes again counts), 1 some diverge, 2 trouble.",
    ],
    batch: Command.Form(
      [Parameter("SESSION", .session, .several)], options: [ignore] + VerifyExtent.options),
    runFiles: { surroundings, invocation throws(InspectorError) in
      let patterns = try patterns(invocation)
      var results: [VerdictsReport.Result] = []
      for file in try files(invocation.arguments("SESSION")) {
        do throws(InspectorError) {
          let session = try Session(
            path: file, mode: surroundings.mode, limits: surroundings.limits,
            interrupted: surroundings.interrupted)
          let store = session.header.store
          guard session.hasHeader else { throw .noHeader(file: file) }
          guard let command = surroundings.host(store) else { throw .noHost(store: store) }
          let client = HostClient(
            command, patience: surroundings.patience, interrupted: surroundings.interrupted)
          results.append(
            .verdict(
              try verdict(
                session, client, command, patterns, VerifyExtent.of(invocation), surroundings)))
        } catch {
          if case .interrupted = error { throw error }
          results.append(.trouble(file: file, error))
        }
      }
      let report = VerdictsReport(results: results)
      var outcome = Outcome(report, report.answer)
      outcome.complaints = report.troubles
      return outcome
    }, prompt: Command.Form(options: [ignore] + VerifyExtent.options),
    run: { workspace, invocation throws(InspectorError) in
      let patterns = try patterns(invocation)
      let host = try workspace.host()
      let store = workspace.session.header.store
      guard let command = workspace.surroundings.host(store) else { throw .noHost(store: store) }
      let verdict = try verdict(
        workspace.session, host, command, patterns, VerifyExtent.of(invocation),
        workspace.surroundings)
      workspace.verdict = verdict
      let report = VerdictsReport(results: [.verdict(verdict)])
      return Outcome(report, report.answer)
    })

  /// The files that are meant: a folder stands for each of its sessions.
  private static func files(_ paths: [String]) throws(InspectorError) -> [String] {
    var files: [String] = []
    for path in paths {
      files += Platform.isFolder(path) ? try SegmentFolder.sessions(in: path) : [path]
    }
    return files
  }

  private static func patterns(_ invocation: Invocation) throws(InspectorError) -> [PathPattern] {
    var patterns: [PathPattern] = []
    for text in invocation.options("--ignore") {
      do { patterns.append(try PathPattern(text)) } catch {
        throw invocation.refused(error.description)
      }
    }
    return patterns
  }

  private static func verdict(
    _ session: Session, _ host: HostClient, _ command: HostCommand, _ patterns: [PathPattern],
    _ extent: Verification.Extent, _ surroundings: Surroundings
  ) throws(InspectorError) -> Verdict {
    try Verification(
      session, host: host, ignoring: patterns, interrupted: surroundings.interrupted
    ).verdict(extent, by: command, patience: surroundings.patience)
  }
}
