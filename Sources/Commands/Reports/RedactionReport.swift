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

  /// `file`, `fileSize`, `redacted`, `kept`, `patterns`, `comparableBefore`, `limited`, `plain`,
  /// `plainElsewhere`.
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
    if account.plainCount > 0 {
      json.add("plain", account.plainCount)
      json.add("plainElsewhere", account.words.map(ScanReport.json))
    }
  }

  /// What was not looked for, in sentences; nil if that is nothing.
  ///
  /// - Parameter shown: A pattern as it is shown.
  static func remark(
    _ account: SessionRedaction.Account, _ shown: (String) -> String = { $0 }
  ) -> String? {
    guard account.plainCount > 0 else { return nil }
    let one = account.plainCount == 1
    var remark =
      ScanReport.plain(account.plainCount) + (one ? " It was" : " They were")
      + " replaced only where a name or a place shows \(one ? "it" : "them")"
    let places = account.words
    guard !places.isEmpty else { return remark + "." }
    let some = places.prefix(3).map { "\($0.source.rawValue) \(shown($0.place.description))" }
    remark +=
      "; the same \(one ? "word stands" : "words stand") at "
      + "\(CountText.words(places.count, "other place")), as in \(some.joined(separator: ", "))."
    return remark
  }

  func write(to page: inout Page) {
    if file != "-" {
      page.line(.literal("written  ", .dim), .text(file, .bold), .literal("  "), .size(size))
    }
    if account.replaced.isEmpty {
      page.line(
        .literal(account.kept.isEmpty ? "no secret found; " : "", .dim),
        .literal("nothing was replaced", .dim))
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
    if let remark = Self.remark(account) {
      page.line(.literal("limited  ", .error), .text(remark))
    }
  }
}
