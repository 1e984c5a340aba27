import Inspector
import SessionFormat

/// `inspect verify` on files: which sessions, how many at once, and where the results go.
enum VerifyRun {
  /// The options of the verb, without those for the comparison of a session.
  static let options =
    [
      CommandOption(
        "--jobs", value: "K", "verify up to K sessions, or parts of a long one, at once (1)"),
      CommandOption(
        "--shard", value: "I/M", "verify only every M-th session, from the I-th on (1/1)"),
      CommandOption(
        "--accept", "replace each session that diverges, or is migrated, by its replay"),
    ] + VerifyOutputs.options

  static let details = [
    "A folder means all sessions in it, and a pattern such as 'sessions/**/*.ndjson' all that it "
      + "matches. It is trouble if there are none. Results are printed in the order given; "
      + "sessions of a folder or pattern are in byte order.",
    "--shard sorts the sessions by path in byte order, and deals them out to M runs in turn.",
    "--accept is for an intended change of the reducer. It shows what changed, and replaces each "
      + "session that diverged, or that the host migrated, by its replay. Marks and places of "
      + "dispatch are kept. It does not replace sessions that are trouble, or that would lose "
      + "something.",
    "If there are fewer sessions than K, each long one is replayed in parts at once, by hosts that start "
      + "from a recorded state. What is not equal in all parts is replayed by one host from the start, and "
      + "that is the answer. If only a host from the middle differs, a note says so: the reducer probably "
      + "keeps state outside the store.",
    "--junit, --tap and --summary replace their FILE. One of them may write to standard output "
      + "(-); the report then goes to standard error.",
    "--html writes what report writes, with the result of the replay. It replaces the pages that it "
      + "wrote before.",
  ]

  /// Verifies the sessions that the arguments name.
  static func run(
    _ context: CommandContext, _ invocation: Invocation, ignoring: [IgnoredPlaces]
  ) throws(InspectorError) -> CommandResult {
    let jobs = try invocation.value("--jobs", .number(1...256)) ?? 1
    let shard = try invocation.value(
      "--shard", ValueForm(words: "I/M with I from 1 to M, such as 2/3", parse: Shard.init))
    var paths = SessionPaths(invocation.arguments("SESSION"))
    try refuseNowhere(invocation, paths, context)
    let outputs = try VerifyOutputs(
      invocation, paths.found, environment: context.environment)
    if let shard { paths.keep(shard) }
    let verifier = SessionVerifier(
      context: context, ignoring: ignoring, accepts: invocation.flag("--accept"),
      extent: try VerifyExtent.of(invocation, progress: context.progress))
    let sessions = try verifier.verify(paths.found, jobs: jobs)
    // Here, because sessions that are verified at once would write them in any order.
    for note in sessions.flatMap(\.notes) where context.notes.isNew(note) {
      context.note?(note)
    }
    let report = VerifyReport(sessions: sessions)
    var outcome = CommandResult(report, report.answer)
    outcome.session = outputs.standardOutput(sessions)
    outcome.complaints = report.troubles
    if sessions.isEmpty { outcome.complaints.append("note: no session falls to this shard") }
    let failures = try outputs.write(sessions, context)
    if !failures.isEmpty {
      outcome.complaints += failures
      outcome.answer = .trouble
    }
    return outcome
  }

  /// Refuses places to ignore that no state of any of the sessions has.
  private static func refuseNowhere(
    _ invocation: Invocation, _ paths: SessionPaths, _ context: CommandContext
  ) throws(InspectorError) {
    guard !invocation.flag("--anyway") else { return }
    for text in invocation.options("--ignore") {
      var refusal: InspectorError?
      for case .session(let path) in paths.found where path != "-" && !Platform.isSpecial(path) {
        // Whatever else is wrong with a session is reported with its verdict.
        guard let session = try? context.session(path) else { continue }
        let workspace = Workspace(session, context: context, atEnd: true)
        do throws(InspectorError) { try workspace.refuseNowhere(text, .pattern) } catch {
          refusal = refusal ?? error
          continue
        }
        refusal = nil
        break
      }
      if let refusal { throw refusal }
    }
  }
}

extension VerifyReport {
  /// 2 beats 1 beats 0; an accepted session counts as one that reproduces.
  var answer: CommandResult.Answer {
    let kinds = sessions.map(\.kind)
    return kinds.contains(.trouble) ? .trouble : kinds.contains(.bad) ? .no : .yes
  }
}
