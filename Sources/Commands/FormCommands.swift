import Inspector
import SessionFormat

/// Writing a session in another form.
enum FormCommands {
  static let all = [expand, compact, ReportCommand.report]

  private static let expand = Command(
    "expand", in: .record, "write an equal session with every state in full",
    details: ["For programs that cannot apply patches, such as jq."] + details,
    batch: Command.Form(
      options: [output, .force],
      examples: [
        "inspect expand session.ndjson -o full.ndjson",
        "inspect expand session.ndjson | jq -c 'select(.kind == \"state\") | .state'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    try rewrite(workspace, as: .full, invocation)
  }

  private static let compact = Command(
    "compact", in: .record, "write an equal session of patches and keyframes", details: details,
    batch: Command.Form(
      options: [output, plain, .force],
      examples: ["inspect compact session.ndjson -o small.ndjson.gz"])
  ) { workspace, invocation throws(InspectorError) in
    try rewrite(workspace, as: .delta, invocation)
  }

  private static let details = [
    "Equal means that inspect diff SESSION1 SESSION2 finds no difference. All other lines and "
      + "members are kept, also those that this version does not know. The session goes to "
      + "standard output, or to the new file of -o. That file appears complete or not at all."
  ]

  private static let output = CommandOption(
    "-o", value: "FILE",
    "write to a new file (gzipped if it ends in .gz); - is standard output")

  private static let plain = CommandOption(
    "--plain", "write patches of RFC 6902 alone, without splices of long strings")

  private static func rewrite(
    _ workspace: Workspace, as form: SnapshotForm, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    let context = workspace.context
    let file = invocation.option("-o").flatMap { $0 == "-" ? nil : $0 }
    var writer =
      try file.map { path throws(InspectorError) in
        try invocation.writer(to: path, reading: workspace.session)
      }
      ?? SessionWriter(to: context.results)
    // Of a session that is read in spite of its damage, what is left.
    let session = try workspace.soundSession()
    var rewrite = SessionRewrite(session, as: form, plain: invocation.flag("--plain"))
    try rewrite.run(into: &writer, interrupted: context.interrupted)
    try writer.finish()
    if let file {
      return CommandResult(
        RewriteReport(
          form: form, session: workspace.session, written: writer.count,
          fileSize: writer.fileSize, file: file))
    }
    var outcome = CommandResult(nil)
    if context.results == nil { outcome.session = writer.kept }
    return outcome
  }
}
