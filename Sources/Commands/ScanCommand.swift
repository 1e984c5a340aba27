import Inspector
import SessionFormat

/// Finding secrets before a session leaves.
enum ScanCommand {
  static let scan = Command(
    "scan", in: .record, "find secrets in a session, by place",
    details: [
      "Secrets are the values of members whose names usually mean one (the list that a recorder "
        + "hides by default: docs/redaction.md), and texts with a telling form, wherever they stand: "
        + "tokens of known issuers, JSON Web Tokens, private keys, what follows Bearer or Basic, "
        + "passwords in URLs and behind a name as in password=, e-mail addresses, card numbers, "
        + "IBANs, telephone numbers. They are found inside longer texts, in base 64, and behind "
        + "escapes of URLs and of JSON. What was found once is looked for in the rest of the "
        + "session, as copy.",
      "A line for each place has the kind, what the place is rooted at, the pattern of the place, "
        + "how often the session writes it there, the first step, and a preview without the secret. "
        + "What is hidden already is left out.",
      "Exit 0 if there is none, 1 if there are some, 2 trouble. That none is found does not prove "
        + "that there is none: a password in a text without a name before it looks like any word.",
    ],
    prompt: Command.Form(examples: ["scan"]),
    batch: Command.Form(
      examples: [
        "inspect scan session.ndjson",
        "inspect scan session.ndjson --format ndjson | jq -r .place",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let context = workspace.context
    let session = try workspace.soundSession()
    var scan = SecretScan(session, interrupted: context.interrupted) { share in
      context.progress?("scanned \(Int(100 * share)) %")
    }
    try scan.run()
    var result = CommandResult(
      ScanReport(scan, session), scan.findings.isEmpty ? .yes : .no)
    // A line that does not read may hide anything, also one that the scan had no reason to read.
    if session.mode != .salvage, let fault = try Self.damage(of: session, context) {
      result.complaints = [InspectorError.session(fault).description]
      result.answer = .trouble
    }
    return result
  }

  private static func damage(
    of session: Session, _ context: CommandContext
  ) throws(InspectorError) -> SessionError? {
    if try SessionCheck(ifSound: session, interrupted: context.interrupted) != nil { return nil }
    return try SessionCheck(session, interrupted: context.interrupted).faults
      .first { !$0.isTorn }
  }
}
