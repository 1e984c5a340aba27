import Inspector
import SessionFormat

/// Whether the recording can be trusted.
enum TrustCommands {
  static let all = [
    replay, verify, WitnessCommand.witness, TriageCommand.triage, MinimizeCommand.minimize,
  ]

  private static let ignore = CommandOption(
    "--ignore", value: "PATTERN", repeatable: true,
    "do not compare places of the state, such as items[0].id, '$.items[*].id' or '$..timestamp'")

  private static let replay = Command(
    "replay", in: .trust, "reduce every recorded action again, through the host",
    details: [
      "The replay is itself a session. The verb writes it to standard output, or to the file of "
        + "-o, and reports the result on standard error.",
      "Exit 0, also if the recorded crash happened again; 1 if the host died elsewhere.",
    ],
    prompt: Command.Form(options: [output, .force]),
    batch: Command.Form(
      options: [output, .force], examples: ["inspect replay session.ndjson -o again.ndjson"])
  ) { workspace, invocation throws(InspectorError) in
    let context = workspace.context
    let file = invocation.option("-o")
    let isShown = file == "-" || (file == nil && invocation.isBatch)
    var recording = try ReplayRecording.made(
      of: workspace.session, through: try workspace.host(),
      into: { () throws(InspectorError) in
        if isShown { return SessionWriter(to: nil) }
        return try file.map { path throws(InspectorError) in
          try invocation.writer(to: path, reading: workspace.session)
        }
          ?? SessionWriter(to: { _ in })
      }, interrupted: context.interrupted)
    try recording.finish()
    let replay = recording.account
    let report = ReplayReport(
      replay: replay, file: file == "-" ? nil : file,
      sample: try context.hostCommand(ofStore: workspace.session.header.store).sample)
    var outcome = CommandResult(
      report, replay.death == nil || replay.isRecordedCrash ? .yes : .no)
    if isShown { outcome.session = recording.writer.kept }
    return outcome
  }

  private static let output = CommandOption(
    "-o", value: "FILE",
    "write the replay to a new file (gzipped if it ends in .gz); - is standard output")

  private static let verify = Command(
    "verify", in: .trust, "check that every replay equals its recording",
    details: [
      "verify replays each session from its first state through all actions, and compares each "
        + "state by value. It names the first difference by action and path, with the expected "
        + "(recorded) and the actual (replayed) value."
    ] + VerifyExtent.details + [
      "At the prompt verify checks the recording, also on a branch, whose states have no recorded "
        + "ones to be equal to; compare shows how a branch differs from the recording.",
      "The segments of one session are replayed one after the other, as one session.",
    ] + VerifyRun.details + [
      "Exit 0 if all reproduce (a recorded crash that happens again counts), 1 if some diverge, 2 "
        + "trouble."
    ],
    prompt: Command.Form(options: [ignore] + VerifyExtent.options),
    batch: Command.Form(
      [Parameter("SESSION", .text, .several)],
      options: [ignore] + VerifyExtent.options + VerifyRun.options,
      examples: [
        "inspect verify session.ndjson",
        "inspect verify session.ndjson --ignore '$.items[*].id' --junit report.xml",
      ]),
    run: { workspace, invocation throws(InspectorError) in
      let context = workspace.context
      let extent = try VerifyExtent.of(invocation, progress: context.progress)
      let patterns =
        try patterns(invocation) + context.settings(workspace.session.header.store).ignore
      let host = try workspace.host()
      let verdict = try context.verdict(
        workspace.session, host, patterns, extent, context.interrupted)
      workspace.verdict = verdict
      var result = CommandResult(
        VerifyReport(verdict, isAtPrompt: true), verdict.reproduces ? .yes : .no)
      result.next = verdict.next
      if workspace.timeline.isBranch {
        result.complaints.append(
          "note: verify checks the recording, not \(workspace.timeline.name); compare "
            + "compares the two")
      }
      return result
    },
    runFiles: { context, invocation throws(InspectorError) in
      try VerifyRun.run(context, invocation, ignoring: try patterns(invocation))
    })

  private static func patterns(_ invocation: Invocation) throws(InspectorError) -> [IgnoredPlaces] {
    var patterns: [IgnoredPlaces] = []
    for text in invocation.options("--ignore") {
      do { patterns.append(try IgnoredPlaces(text)) } catch { throw .query(text, error) }
    }
    return patterns
  }
}

extension CommandContext {
  /// Replays a session and compares.
  func verdict(
    _ session: Session, _ host: HostClient, _ patterns: [IgnoredPlaces],
    _ extent: Verification.Extent, _ interrupted: @escaping @Sendable () -> Bool
  ) throws(InspectorError) -> Verdict {
    let store = session.header.store
    let settings = settings(store)
    var command = try hostCommand(ofStore: store)
    // The process that runs a step again to find out why it differs has the same limit.
    command.memory = settings.memory
    var verdict = try Verification(
      session, host: host, ignoring: patterns, interrupted: interrupted
    ).verdict(extent, by: command, patience: settings.patience ?? patience)
    verdict.sample = command.sample
    return verdict
  }
}
