import Inspector
import SessionFormat

/// What was replaced in a session.
struct RedactionReport: Report {
  let account: SessionRedaction.Account
  let file: String
  /// The bytes of the new file.
  let size: Int

  init(_ account: SessionRedaction.Account, file: String, size: Int) {
    (self.account, self.file, self.size) = (account, file, size)
  }

  /// `file`, `fileSize`, `redacted`, `kept`, `patterns`, `comparableBefore`, `limited`.
  var json: JSONValue {
    var json = ReportJSON("redaction")
    json.add("file", file == "-" ? nil : file)
    if file != "-" { json.add("fileSize", size) }
    add(to: &json)
    return json.value
  }

  func add(to json: inout ReportJSON) {
    json.add("redacted", account.replaced.map(ScanReport.json))
    if !account.kept.isEmpty { json.add("kept", account.kept.map(ScanReport.json)) }
    json.add("patterns", account.patterns.map(\.description))
    if let first = account.first {
      json.add("comparableBefore", of: [first]) { first, json in
        json.add("n", first.n)
        json.add("place", first.place.description)
      }
    }
    if account.isKnownFull { json.add("limited", true) }
  }

  func write(to page: inout Page) {
    if file != "-" {
      page.line(.literal("written  ", .dim), .text(file, .bold), .literal("  "), .size(size))
    }
    if account.replaced.isEmpty {
      page.line(.literal("no secret found; ", .dim), .literal("nothing was replaced", .dim))
    } else {
      page.table(ScanReport.table(account.replaced))
    }
    if !account.kept.isEmpty {
      page.line(.literal("kept, as the policy says", .dim))
      page.table(ScanReport.table(account.kept))
    }
    writeLimits(to: &page)
  }

  private func writeLimits(to page: inout Page) {
    if let first = account.first {
      page.line(
        .literal("not comparable ", .bold),
        .text("from step \(first.n), \(first.place): a replay gets stand-ins from there on"))
    }
    if account.isKnownFull {
      page.line(
        .literal("limited  ", .error),
        .literal("there are too many secrets to look for all of them outside their places"))
    }
  }
}
