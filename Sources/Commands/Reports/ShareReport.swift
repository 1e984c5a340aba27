import Foundation
import Inspector
import SessionFormat

/// An attachment, described for those who get it.
///
/// All that it says is read from the attachment, so that it says no more than that does.
struct ShareReport: Report {
  private let result: SharedSession.Result
  private let session: Session
  private let original: (first: Int, last: Int)
  /// How few actions the original has, if it was minimized.
  private let minimized: MinimizedShare?
  /// How many lines of the original could not be read.
  private let damaged: Int
  /// How many changes after the recording the header of the original names; here they come first.
  private let changeCount: Int
  private let names: (session: String, page: String)
  /// Where the replay of the recording first diverges, if that was asked.
  private let divergence: Int?

  /// How many of the last actions are listed.
  private static let listed = 10

  init(
    _ result: SharedSession.Result, _ session: Session, of original: Session,
    minimized: MinimizedShare? = nil, damaged: Int, names: (session: String, page: String),
    divergence: Int?
  ) {
    self.minimized = minimized
    (self.result, self.session, self.names) = (result, session, names)
    self.original = (original.first, original.last)
    self.damaged = damaged
    changeCount = original.header.derived?.changes.count ?? 0
    self.divergence = divergence
  }

  private var cut: Int { result.first - original.first }

  /// Whether the first divergence is cut; nil if nobody knows.
  private var losesDivergence: Bool? {
    // A divergence that was not looked for may be gone.
    if let minimized {
      if case .divergence = minimized.target { return false }
      return nil
    }
    return cut == 0 ? false : divergence.map { $0 <= result.first }
  }

  /// `file`, `fileSize`, `page`, `first`, `last`, `cut`, `losesDivergence`, `minimized` {`by`, `actions`,
  /// `of`}, and the members of `redaction`.
  var json: JSONValue {
    var json = ReportJSON("share")
    json.add("file", names.session)
    json.add("fileSize", result.size)
    json.add("page", names.page)
    json.add("first", result.first)
    json.add("last", session.last)
    json.add("cut", cut)
    if let losesDivergence { json.add("losesDivergence", losesDivergence) }
    json.add("minimized", minimized?.json)
    json.add("ending", session.ending.name)
    RedactionReport(result.account, file: names.session, size: result.size).add(to: &json)
    return json.value
  }

  /// The page of Markdown, line by line.
  func write(to page: inout Page) {
    for line in lines {
      // What a person copies stays one line.
      let text = Span.text(VisibleText.unescaped(line))
      if line.hasPrefix("inspect ") { page.exact(text) } else { page.line(text) }
    }
  }

  /// The page of Markdown.
  var markdown: String { lines.map { $0 + "\n" }.joined() }

  /// Its lines, in which nothing is left that is unsafe to show.
  private var lines: [String] {
    facts + ["", "## Last actions", ""] + actions + ["", "## Reproduce", ""] + commands
      + ["", "## Redacted", ""] + redacted + ["", "## Left out", ""] + leftOut
  }

  /// The attachment without its folders: who gets it has others.
  private var name: String { (names.session as NSString).lastPathComponent }

  private var facts: [String] {
    let header = session.header
    func words(_ value: JSONValue?, _ names: [String]) -> String? {
      let parts = names.compactMap { value?[$0]?.string }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    var rows = [("store", header.store)]
    if let app = words(header.app, ["name", "version", "build"]) { rows.append(("app", app)) }
    if let platform = words(header.platform, ["os", "arch", "swift"]) {
      rows.append(("platform", platform))
    }
    rows.append(("started", header.started))
    let hasActions = session.last > result.first
    rows.append(("actions", hasActions ? "\(result.first + 1) to \(session.last)" : "none"))
    if let minimized {
      let isAsFound = result.account.replaced.isEmpty
      rows.append(
        ("minimized", minimized.words + (isAsFound ? "" : ", before secrets were replaced")))
    }
    rows.append(("ended", ending))
    let changes = (header.derived?.changes ?? []).prefix(changeCount)
      .filter { $0 != SessionRedaction.change }
    if !changes.isEmpty { rows.append(("not as recorded", changes.joined(separator: "; "))) }
    return ["# \(Markdown.code(name))", ""]
      + rows.map { "- \($0.0): \(Markdown.code(ShortText.beginning(of: $0.1, 300)))" }
  }

  private var ending: String {
    switch session.ending {
    case .closed: return "closed"
    case .cutOff: return "stopped: the app was killed, or went on"
    case .died(let actions):
      let n = actions.lowerBound
      let type = (try? session.action(n).type) ?? ""
      return actions.count > 1
        ? "crashed in one of the actions \(n) to \(actions.upperBound)"
        : "crashed in action \(n), \(type)"
    }
  }

  private var actions: [String] {
    var last: [ActionLine] = []
    var n = session.last
    while n > result.first, last.count < Self.listed {
      if let action = try? session.action(n) { last.append(action) }
      n -= 1
    }
    guard !last.isEmpty else { return ["none"] }
    return ["| n | type | action |", "| --- | --- | --- |"]
      + last.reversed().map { action in
        let payload = ShortText.beginning(of: action.action, 120)
        return "| \(action.n) | \(Markdown.code(ShortText.beginning(of: action.type, 120))) | "
          + "\(Markdown.code(payload)) |"
      }
  }

  private var commands: [String] {
    let file = VisibleText.escaped(ShellLine.file(name))
    var lines = ["```sh", "inspect \(file)"]
    lines.append("inspect verify \(file) --host HOST")
    if case .died = session.ending {
      lines.append("inspect minimize \(file) --crashes --host HOST")
    }
    return lines + [
      "```", "",
      "HOST is the program that reduces for the store; without it the session can be looked at, but "
        + "not replayed.",
    ]
  }

  private var redacted: [String] {
    let account = result.account
    let kept = Set(account.kept.map(\.kind.rawValue)).sorted()
    guard !account.replaced.isEmpty else {
      return kept.isEmpty
        ? ["Nothing: no secret was found."]
        : ["Nothing. Found, and kept as the policy says: \(kept.joined(separator: ", "))."]
    }
    var lines = ["| kind | in | place | times |", "| --- | --- | --- | --- |"]
    for finding in account.replaced.prefix(100) {
      lines.append(
        "| \(finding.kind.rawValue) | \(finding.source.rawValue) | "
          + "\(Markdown.code(finding.place.description)) | \(finding.count) |")
    }
    if account.replaced.count > 100 { lines += ["", "and \(account.replaced.count - 100) more"] }
    if let first = account.first {
      let place = Markdown.code(first.place.description)
      lines += ["", "A replay is not comparable from step \(first.n) on, \(place)."]
    }
    lines += (RedactionReport.remark(account, Markdown.code).map { ["", $0] } ?? [])
    if !kept.isEmpty { lines += ["", "Kept: \(kept.joined(separator: ", "))."] }
    return lines
  }

  private var leftOut: [String] {
    let unneeded = minimized.map { $0.total - $0.count } ?? 0
    guard cut > 0 || damaged > 0 || unneeded > 0 else { return ["Nothing."] }
    var lines: [String] = []
    if unneeded > 0 {
      lines.append(
        "\(CountText.words(unneeded, "action")) of the recording, not needed to show what is wrong."
      )
    }
    if damaged > 0 {
      lines.append("Of the recording \(CountText.words(damaged, "line")) could not be read.")
    }
    guard cut > 0 else { return lines }
    lines.append(
      "Actions \(original.first + 1) to \(result.first) of \(original.last); it begins with state "
        + "\(result.first).")
    switch losesDivergence {
    case true?:
      lines.append(
        "The replay of the recording first diverges at \(divergence ?? 0), which is cut.")
    case false?: break
    case nil:
      lines.append("If a replay of the recording diverges there, that is cut, too.")
    }
    return lines
  }
}
