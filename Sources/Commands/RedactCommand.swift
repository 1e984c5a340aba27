import Inspector
import SessionFormat

/// Writing a session without its secrets.
enum RedactCommand {
  static let policyOption = CommandOption(
    "--policy", value: "FILE", "which kinds and places to keep or redact")

  static let redact = Command(
    "redact", in: .record, "write a session without the secrets in it",
    details: [
      "What inspect scan finds is replaced, with --path also the values at places of your choice. A "
        + "stand-in has the type, the length and the form of what it replaces, and equal secrets "
        + "have equal ones (docs/redaction.md). The header names the places, so that no difference "
        + "that a stand-in may explain counts as a divergence; the answer says from which step on "
        + "that is. In marks, types of actions, places in the code, names and words of errors and "
        + "the header no pattern could name a stand-in: letters and digits of a secret become *.",
      "FILE of --policy has lines such as keep email or redact $.user.name, or is one JSON object: "
        + "{\"keep\":[\"email\"],\"redact\":[\"$.user.name\"]}. A rule is about a kind that scan "
        + "names, a pattern, or all; the last one that fits decides. What none fits is redacted.",
      "States are written anew as patches and keyframes (whole, if the session has whole states); "
        + "all other lines and members are kept. The original is never changed.",
    ],
    batch: Command.Form(
      options: [
        CommandOption(
          "-o", value: "FILE", required: true,
          "write to a new file (gzipped if it ends in .gz); - is standard output"),
        policyOption,
        CommandOption(
          "--path", value: "PLACES", repeatable: true,
          "replace the values there, too, such as $.user.name or $..note"),
        .force,
      ],
      examples: [
        "inspect redact session.ndjson -o clean.ndjson",
        "inspect redact session.ndjson -o clean.ndjson.gz --path '$..message'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let context = workspace.context
    let session = try workspace.soundSession()
    let target = try invocation.target()
    var policy = try Self.policy(of: invocation)
    let notes = try workspace.notes(on: policy, of: session)
    for text in invocation.options("--path") {
      let pattern: PathPattern
      do throws(PathPatternError) { pattern = try PathPattern(text) } catch {
        throw invocation.refused(error.description, at: text[...])
      }
      try workspace.refuseNowhere(pattern, of: session)
      policy.add(.redact, pattern)
    }
    var redaction = try SessionRedaction(
      session, policy, interrupted: context.interrupted
    ) { context.progress?("scanned \(Int(100 * $0)) %") }
    // Standard output gets nothing before it is certain that the header names every place.
    var (writer, account) = try redaction.write { () throws(InspectorError) in
      try invocation.writer(to: target, reading: workspace.session)
    }
    try writer.finish()
    var result = CommandResult(RedactionReport(account, file: target, size: writer.fileSize))
    if target == "-" { result.session = writer.kept }
    result.complaints = notes + notLookedAt(session)
    return result
  }

  /// That places were hidden by the recorder, where a secret cannot be told from its stand-in.
  static func notLookedAt(_ session: Session) -> [String] {
    let count = session.header.redactions?.count ?? 0
    guard count > 0, !session.header.wasRedacted, !session.header.isOfHost else { return [] }
    return [
      "note: what was hidden when it was recorded was not looked at "
        + "(\(CountText.words(count, "pattern")))"
    ]
  }

  /// The policy in the file of `--policy`; one that replaces every secret if there is none.
  static func policy(of invocation: Invocation) throws(InspectorError) -> RedactionPolicy {
    guard let file = invocation.option("--policy") else { return RedactionPolicy() }
    let text = try ConfigFile.bytes(of: file)
    do throws(RedactionPolicy.Fault) { return try RedactionPolicy(text: text) } catch {
      throw .badSetting(file: file, line: error.line, column: 1, reason: error.reason)
    }
  }
}
