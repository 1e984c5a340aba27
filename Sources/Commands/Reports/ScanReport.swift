import Inspector
import SessionFormat

/// The secrets of a session, by place.
struct ScanReport: Report {
  private let findings: [SecretFinding]
  private let redactions: RedactionSummary?
  private let isKnownFull: Bool
  private let plainCount: Int

  init(_ scan: SecretScan, _ session: Session) {
    findings = scan.findings
    redactions = RedactionSummary(session.header.redactions)
    isKnownFull = scan.isKnownFull
    plainCount = scan.plainCount
  }

  /// What `count` secrets are that are not looked for elsewhere.
  static func plain(_ count: Int) -> String {
    count == 1
      ? "1 secret is a plain word, or shorter than six bytes."
      : "\(count) secrets are plain words, or shorter than six bytes."
  }

  /// `findings`, `redactions`, `limited`, `plain`.
  var json: JSONValue {
    var json = ReportJSON("scan")
    json.add("findings", rows)
    json.add("redactions", redactions?.json)
    if isKnownFull { json.add("limited", true) }
    if plainCount > 0 { json.add("plain", plainCount) }
    return json.value
  }

  /// A row for each finding.
  var rows: [JSONValue] { findings.map(Self.json) }

  static func json(_ finding: SecretFinding) -> JSONValue {
    var json = ReportJSON()
    json.add("kind", finding.kind.rawValue)
    json.add("in", finding.source.rawValue)
    json.add("place", finding.place.description)
    if finding.isName { json.add("memberName", true) }
    json.add("issuer", finding.issuer)
    json.add("count", finding.count)
    json.add("first", finding.first)
    json.add("preview", finding.preview)
    return json.value
  }

  func write(to page: inout Page) {
    if findings.isEmpty {
      page.line(.literal("no secret found", .dim))
    } else {
      page.table(Self.table(findings))
      let kinds = Set(findings.map(\.kind)).count
      page.line(
        .text(
          "secrets of \(CountText.words(kinds, "kind")) at "
            + "\(CountText.words(findings.count, "place")); inspect redact writes a session without "
            + "them", .dim))
    }
    if let redactions {
      page.line(.text("not looked at: \(redactions.words), hidden already", .dim))
    }
    if plainCount > 0 {
      page.line(.text(Self.plain(plainCount) + " Only their places are known.", .dim))
    }
    if isKnownFull {
      page.line(.literal("there are too many to look for all of them elsewhere", .error))
    }
  }

  static func table(_ findings: [SecretFinding]) -> Table {
    var table = Table(.left, .left, .name, .right, .right, .extra)
    table.row(
      .literal("kind", .dim), .literal("in", .dim), .literal("place", .dim),
      .literal("times", .dim), .literal("first", .dim), .literal("preview", .dim))
    for finding in findings {
      table.row(
        kind(finding), .text(finding.source.rawValue, .dim), .text(place(finding), .bold),
        .number(finding.count), finding.first.map { .number($0) } ?? .literal("-", .dim),
        .text(finding.preview))
    }
    return table
  }

  private static func kind(_ finding: SecretFinding) -> Span {
    .text(finding.kind.rawValue + (finding.issuer.map { " (\($0))" } ?? ""), .changed)
  }

  private static func place(_ finding: SecretFinding) -> String {
    finding.source.hasPlaces
      ? finding.place.description + (finding.isName ? " (name)" : "") : ""
  }
}

extension SecretFinding.Source {
  /// Whether it is a value with places inside.
  fileprivate var hasPlaces: Bool {
    switch self {
    case .state, .action, .dispatched, .input, .header, .other: true
    case .mark, .threw, .at, .type: false
    }
  }
}
