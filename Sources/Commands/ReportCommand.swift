import Inspector
import SessionFormat

/// A session as a page that anybody can open.
enum ReportCommand {
  static let report = Command(
    "report", in: .record, "write one HTML page that shows the session, and has it inside",
    details: [
      "The page needs no program but a browser, and no network: open it from disk, attach it to a bug "
        + "report, or publish it from CI. It lists the actions, steps through the states, compares "
        + "them, and answers why and history of any value. The session is inside, byte for byte: "
        + "inspect FILE.html opens the page as it opens the session.",
      "If a line is damaged the page is written nevertheless, and the answer is 2; with --salvage that "
        + "is no trouble. If a scan finds secrets in the session, a note says of which kinds.",
      "At the prompt the page opens at the current step. verify --html adds what a replay found.",
    ],
    prompt: Command.Form(options: [output, .force]),
    batch: Command.Form(
      options: [output, at, .force],
      examples: [
        "inspect report session.ndjson -o session.html",
        "inspect report session.ndjson -o session.html --at 5",
      ])
  ) { workspace, invocation throws(InspectorError) in
    var n: Int? = invocation.isBatch ? nil : workspace.n
    if let word = invocation.option("--at") { n = try workspace.step(word, invocation) }
    let file = try invocation.target()
    let page = SessionPage(
      workspace.session, at: n, interrupted: workspace.context.interrupted)
    guard file != "-" else {
      var outcome = CommandResult(nil)
      var bytes: [UInt8] = []
      try page.write { piece throws(InspectorError) in bytes += piece }
      outcome.exactBytes = bytes
      outcome.complaints = try secrets(of: workspace)
      return outcome
    }
    try workspace.session.refuseTarget(file)
    var result = CommandResult(
      PageReport(
        file: file, size: try page.write(to: file, replaces: invocation.flag("--force")),
        session: workspace.session))
    result.complaints = try secrets(of: workspace)
    if let fault = try damage(of: workspace) {
      result.complaints.append(fault)
      result.answer = .trouble
    }
    return result
  }

  /// That everybody who gets the page gets secrets; empty if a scan finds none.
  ///
  /// If damage ends it, what was found before counts.
  private static func secrets(of workspace: Workspace) throws(InspectorError) -> [String] {
    var scan = SecretScan(workspace.session, interrupted: workspace.context.interrupted)
    do throws(InspectorError) { try scan.run() } catch {
      if error == .interrupted { throw error }
    }
    let kinds = SecretKind.allCases.filter { kind in
      kind != .copy && scan.findings.contains { $0.kind == kind }
    }
    guard !kinds.isEmpty else { return [] }
    let places = CountText.words(scan.findings.count, "place")
    return [
      "note: the page holds secrets at \(places) (\(kinds.map(\.rawValue).joined(separator: ", "))); "
        + "inspect redact writes a session without them"
    ]
  }

  /// The first damaged line, which the page leaves out, in words.
  private static func damage(of workspace: Workspace) throws(InspectorError) -> String? {
    let (session, interrupted) = (workspace.session, workspace.context.interrupted)
    guard session.mode != .salvage,
      try SessionCheck(ifSound: session, interrupted: interrupted) == nil
    else { return nil }
    return try SessionCheck(session, interrupted: interrupted).faults.first { !$0.isTorn }?
      .description
  }

  private static let output = CommandOption(
    "-o", value: "FILE", required: true, "write the page to this new file; - is standard output")
  private static let at = CommandOption(
    "--at", value: "N", "the step at which the page opens; else the last one")
}

/// A page that was written.
struct PageReport: Report {
  let file: String
  /// Its size in bytes.
  let size: Int
  let session: Session

  /// From here on browsers take seconds to open it.
  private static let large = 50_000_000

  /// `file`, `size`, `actions`.
  var json: JSONValue {
    var json = ReportJSON("page")
    json.add("file", file)
    json.add("size", size)
    json.add("actions", session.last - session.first)
    return json.value
  }

  /// A line, and a remark if the page is large.
  func write(to page: inout Page) {
    page.line(
      .literal("written  ", .dim), .text(file, .bold), .literal("  "), .size(size),
      .literal(", ", .dim), .text(CountText.words(session.last - session.first, "action"), .dim),
      .literal("; a browser opens it, and so does inspect", .dim))
    if size > Self.large {
      page.line(
        .literal("note: ", .changed),
        .literal("browsers open a page of this size slowly; a shorter session is quicker"))
    }
  }
}
