import Foundation
import Inspector
import SessionFormat

/// A session as one attachment.
enum ShareCommand {
  private static let options =
    [
      CommandOption("-o", value: "FILE", "write there; by default SESSION-shared.ndjson.gz here"),
      CommandOption("--last", value: "K", "only the last K actions"),
      CommandOption("--bytes", value: "N", "only as many of the last actions as N bytes hold"),
    ] + MinimizedShare.options + [RedactCommand.policyOption, .force]

  static let share = Command(
    "share", in: .record, "make one attachment of a session, without secrets",
    details: [
      "The session is scanned and redacted as by scan and redact, gzipped, and described in a page "
        + "of Markdown beside it (the same name with .md), which share also prints: the app, how it "
        + "ended, the last actions, the commands that reproduce it, what was redacted and cut. "
        + "Without --policy it asks at a terminal for each kind of secret whether to redact it; in a "
        + "pipe every kind is redacted.",
      "With --last or --bytes the attachment begins with a whole state; the numbers of actions stay. "
        + "The end is always in it, so a crash is. What was cut, and with it perhaps where a replay "
        + "first diverges, is said.",
      "With --minimize the attachment is the session that minimize finds, with values as they were: of "
        + "a session that ended in a crash the fewest actions that crash the host in the same way, of "
        + "any other the shortest part that diverges. With --until COND it has the fewest actions "
        + "after the last of which COND holds. For the other options of minimize, run that first, and share "
        + "what it wrote.",
      "Neither file is replaced if it exists, unless --force is given. inspect FILE opens the attachment. If the session's name "
        + "has a secret in it, such as an address, the files are called session-shared.",
    ],
    prompt: Command.Form(options: options),
    batch: Command.Form(
      options: options,
      examples: [
        "inspect share session.ndjson",
        "inspect share session.ndjson -o bug.ndjson.gz --bytes 200000",
        "inspect share session.ndjson --until 'count(items[*]) > 1'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let context = workspace.context
    let session = try workspace.soundSession()
    let extent = try extent(of: invocation)
    let names = try names(invocation, workspace.session)
    let isForced = invocation.flag(CommandOption.force.name)
    var policy = try RedactCommand.policy(of: invocation)
    let notes = try workspace.notes(on: policy, of: session)
    let minimized = try MinimizedShare(of: session, policy, invocation, context)
    let given = minimized?.session ?? session
    var scan = try scan(session, policy, context)
    if invocation.option("--policy") == nil, let ask = context.ask {
      let answered = try asked(scan.findings, ask)
      if !answered.isEmpty {
        for kind in answered { policy.add(.keep, kind) }
        scan = try Self.scan(session, policy, context)
      }
    }
    let shared = SharedSession(
      given, of: session, policy, scan, interrupted: context.interrupted)
    let result = try shared.write(extent, to: names.session, replaces: isForced)
    let made = try Session(path: names.session, limits: context.limits)
    let report = ShareReport(
      result, made, of: given, minimized: minimized,
      damaged: workspace.session.reading.skippedLines, names: names,
      divergence: workspace.verdict?.divergence?.n)
    let page = try NewFile(names.page, replaces: isForced)
    try page.append(Array(report.markdown.utf8))
    try page.finish()
    var outcome = CommandResult(report)
    if let minimized, minimized.holdsAtStart {
      outcome.complaints.append(
        "note: the condition holds at the start, so the attachment has no action")
    }
    outcome.complaints += notes + RedactCommand.notLookedAt(given)
    return outcome
  }

  private static func scan(
    _ session: Session, _ policy: RedactionPolicy, _ context: CommandContext
  ) throws(InspectorError) -> SecretScan {
    var scan = SecretScan(
      session, places: policy.places, policy: policy, looksAgain: true,
      interrupted: context.interrupted
    ) { context.progress?("scanned \(Int(100 * $0)) %") }
    try scan.run()
    return scan
  }

  private static func extent(
    of invocation: Invocation
  ) throws(InspectorError) -> SharedSession.Extent {
    let last = try invocation.value("--last", .count)
    let bytes = try invocation.value("--bytes", .count)
    if MinimizedShare.isAsked(invocation), last != nil || bytes != nil {
      throw invocation.refused("--minimize and --until go without --last and --bytes")
    }
    switch (last, bytes) {
    case (_?, _?): throw invocation.refused("--last and --bytes exclude each other")
    case (let last?, nil): return .last(max(1, last))
    case (nil, let bytes?): return .bytes(bytes)
    case (nil, nil): return .all
    }
  }

  /// The files to write; refused before any work if one of them exists, or their folder does not.
  private static func names(
    _ invocation: Invocation, _ session: Session
  ) throws(InspectorError) -> (session: String, page: String) {
    let file: String
    if let given = invocation.option("-o") {
      guard given.hasSuffix(".gz") else {
        throw invocation.refused("FILE must end in .gz, as trackers take that", at: given[...])
      }
      file = given
    } else {
      let name = (session.file as NSString).lastPathComponent
      // The name goes out with the file, and stands in the page.
      let isTelling = name == "-" || SecretScan.finds(in: name)
      let stem = isTelling ? "session" : stem(of: name)
      file = "\(stem)-shared.ndjson.gz"
    }
    let page = stem(of: file) + ".md"
    for path in [file, page] {
      try session.refuseTarget(path)
      if !invocation.flag(CommandOption.force.name), Platform.isThere(path) {
        throw .cannotWrite(file: path, errno: EEXIST)
      }
    }
    let folder = URL(filePath: file).deletingLastPathComponent().path
    if !Platform.isThere(folder) { throw .cannotWrite(file: file, errno: ENOENT) }
    return (file, page)
  }

  private static func stem(of name: String) -> String {
    var stem = name
    for ending in [".gz", ".ndjson"] where stem.hasSuffix(ending) && stem.count > ending.count {
      stem = String(stem.dropLast(ending.count))
    }
    return stem
  }

  /// The kinds that a person wants to keep.
  private static func asked(
    _ findings: [SecretFinding], _ ask: @Sendable (String) -> String?
  ) throws(InspectorError) -> [SecretKind] {
    var kept: [SecretKind] = []
    for kind in SecretKind.allCases where kind != .copy {
      let own = findings.filter { $0.kind == kind }
      guard let first = own.first else { continue }
      let question =
        "\(kind.rawValue)  \(CountText.words(own.count, "place"))  "
        + "\(first.source.rawValue) \(first.place)  \(first.preview)\n  redact? [Y/n] "
      guard let answer = ask(question) else { throw .interrupted }
      if answer.lowercased().hasPrefix("n") { kept.append(kind) }
    }
    return kept
  }
}
