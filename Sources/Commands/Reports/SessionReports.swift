import Inspector
package import SessionFormat

/// The facts of a session, and how it ended.
package struct InfoReport: Report {
  let timeline: Timeline
  let n: Int
  let marks: [(n: Int, mark: MarkLine)]
  let opaque: OpaqueTypes?
  /// The states that are cut.
  let cutStates: CutStates

  init(
    _ timeline: Timeline, _ n: Int, _ interrupted: () -> Bool
  ) throws(InspectorError) {
    (self.timeline, self.n) = (timeline, n)
    let session = timeline.session
    if let fault = session.fault { throw .session(fault) }
    opaque = try OpaqueTypes(session)
    cutStates = try timeline.cutStates(interrupted)
    marks = try timeline.marks()
  }

  private var session: Session { timeline.session }

  private var redactions: RedactionSummary? { RedactionSummary(session.header.redactions) }

  private var died: ClosedRange<Int>? {
    if case .died(let actions) = session.ending { actions } else { nil }
  }

  private var duration: Int? {
    guard session.last > session.first else { return nil }
    return (try? session.action(session.last)).map(\.t)
  }

  /// Whether the header lists types in a form that this version cannot read.
  private var hasUnreadTypes: Bool {
    session.header.fingerprint.map { TypeFingerprint($0) == nil } ?? false
  }

  /// The header's facts, the counts, the ending and the marks; `redactions` {`lists`, `patterns`,
  /// `unknown`} if something is hidden.
  package var json: JSONValue {
    let header = session.header
    var json = ReportJSON("info")
    json.add("file", session.file)
    json.add("store", header.store)
    json.add("id", header.id)
    json.add("started", header.started)
    json.add("hook", header.hook?.rawValue)
    json.add("stateType", header.stateType)
    json.add("actionType", header.actionType)
    json.add("app", header.app)
    json.add("derived", header.derived.map(Self.json))
    json.add("platform", header.platform)
    json.add("first", session.first)
    json.add("actions", session.last - session.first)
    json.add("duration", duration)
    json.add("ending", session.ending.name)
    json.add("died", died.map { .array($0.map { .number($0) }) })
    json.add("n", n)
    json.add("branch", timeline.branchName)
    json.add("notes", session.notes.map { .string($0.words) })
    let reading = session.reading
    json.add("lines", reading.lines)
    json.add("skipped", ReadingText.json(reading))
    json.add("faults", ReadingText.rows(of: reading.faults, in: reading))
    json.add("gaps", session.steps.gaps.map { ["from": .number($0.from), "to": .number($0.to)] })
    json.add("opaque", opaque?.json)
    if hasUnreadTypes { json.add("unreadTypes", true) }
    json.add("redactions", redactions?.json)
    if cutStates.count > 0 { json.add("cutStates", cutStates.count) }
    if cutStates.actions > 0 { json.add("cutActions", cutStates.actions) }
    json.add("marks", marks.map { ["n": .number($0.n), "text": .string($0.mark.text)] })
    return json.value
  }

  /// A line for each fact.
  package func write(to page: inout Page) {
    var table = facts(named: session.file)
    table.row("branch", timeline.branchName)
    table.row("here", "\(n) of \(timeline.last)")
    page.table(table)
  }

  /// What holds wherever one stands, and wherever the file is.
  func writeFacts(named name: String, to page: inout Page) { page.table(facts(named: name)) }

  private func facts(named name: String) -> Table {
    let header = session.header
    var table = Table(.left, .left)
    table.row(
      .literal("session", .dim),
      .group([.text(name, .bold), .literal("  "), .size(session.size, .dim)]))
    table.row("store", header.store)
    table.row(.literal("started", .dim), .date(header.started))
    table.row("hook", header.hook?.rawValue)
    table.row("state", header.stateType)
    table.row(.literal("actions", .dim), actions)
    table.row("app", app)
    if let derived = header.derived { table.row("derived", Self.words(derived)) }
    table.row("platform", platform)
    table.row(.literal("ending", .dim), ending)
    let reading = session.reading
    table.row(
      "lines",
      "\(reading.lines) read, \(ReadingText.skipped(reading))")
    for note in session.notes { table.row("note", note.words) }
    for fault in reading.faults.filter({ !$0.isTorn }).prefix(ReadingText.listed) {
      table.row("damage", ReadingText.words(fault))
    }
    if !session.hasHeader {
      table.row("header", "damaged or missing: store, id and start are unknown")
    }
    if hasUnreadTypes { table.row("types", "the fingerprint cannot be read, and is ignored") }
    table.row("hidden", redactions?.words)
    table.row("opaque", opaque?.words)
    let cut = [
      cutStates.count > 0 ? CountText.words(cutStates.count, "state") : nil,
      cutStates.actions > 0 ? CountText.words(cutStates.actions, "action") : nil,
    ].compactMap(\.self)
    if !cut.isEmpty {
      table.row(
        "cut",
        "\(cut.joined(separator: " and ")), \(cutStates.limits.description): what is left "
          + "out is unknown; \(cutStates.limits.remedy)")
    }
    for gap in session.steps.gaps {
      table.row(
        "gap", gap.from == gap.to ? "before state \(gap.to)" : "states \(gap.from) to \(gap.to - 1)"
      )
    }
    for (n, mark) in marks { table.row("mark", "\(n)  \(mark.text)") }
    return table
  }

  private var actions: Span {
    let count = CountText.words(session.last - session.first, "action")
    let type = session.header.actionType.map { " of \($0)" } ?? ""
    let last: [Span] = duration.map { [.literal(", the last after "), .duration($0)] } ?? []
    return .group([.text(count + type)] + last)
  }

  /// `id`, `changes`.
  private static func json(_ derived: SessionHeader.Derivation) -> JSONValue {
    ["id": .string(derived.id), "changes": .array(derived.changes.map(JSONValue.string))]
  }

  private static func words(_ derived: SessionHeader.Derivation) -> String {
    let changes = derived.changes.isEmpty ? "" : ": " + derived.changes.joined(separator: "; ")
    return "from session \(derived.id)\(changes)"
  }

  /// `toast 0.1.0 (sample)`, or whatever the header has.
  private var app: String? {
    guard let app = session.header.app else { return nil }
    let known = ["name", "version", "build"]
    guard let members = app.object, members.allSatisfy({ known.contains($0.name) }),
      members.allSatisfy({ $0.value.string != nil }), let name = members["name"]?.string
    else { return app.description }
    let version = members["version"]?.string.map { " \($0)" } ?? ""
    return name + version + (members["build"]?.string.map { " (\($0))" } ?? "")
  }

  private var platform: String? {
    guard let platform = session.header.platform?.object else { return nil }
    let words = platform.map { member in
      let text = member.value.string ?? member.value.description
      switch member.name {
      case "swift": return "Swift \(text)"
      case "hashing": return "hashing \(text)"
      case "cLocale": return "C locale \(text)"
      default: return text
      }
    }
    return words.joined(separator: ", ")
  }

  private var ending: Span {
    switch session.ending {
    case .closed: return .literal("closed")
    case .cutOff:
      guard session.last > session.steps.lastState,
        let action = try? session.action(session.last)
      else { return .literal("cut off: not closed, and no action was open", .changed) }
      return .text(
        "cut off in action \(session.last) \(action.type): what came after its line is missing",
        .changed)
    case .died(let actions):
      let isMiddleware = session.header.hook == .middleware
      let place = isMiddleware ? "the reducer or a subscriber" : "the reducer"
      guard actions.count == 1 else {
        return .text(
          "died: actions \(actions.lowerBound) to \(actions.upperBound) overlapped and have no "
            + "state; the app died in one of them", .error)
      }
      let type = (try? session.action(actions.lowerBound))?.type ?? ""
      return .text(
        "died in \(place) of action \(actions.lowerBound) \(type), which has no state", .error)
    }
  }
}

extension Session.Note {
  /// The note in words.
  package var words: String {
    switch self {
    case .byteOrderMark: "a byte order mark at the beginning was skipped"
    case .torn(let error):
      "\(ReadingText.words(error)) and is left out"
    case .gzip(let error): error.words
    case .segment(let error):
      if case .missingSegments = error.cause {
        error.words
      } else {
        "a segment is damaged: \(error)"
      }
    case .newest(let name, let count, let rule, let isOfOneStore):
      "\(name) is the newest of \(count) sessions in the folder"
        + (isOfOneStore ? "" : ", which may be of several stores")
        + (rule.words.map { ": \($0)" } ?? "") + "; the beginning of another name opens that "
        + "session"
    }
  }
}

extension NewestRule {
  /// The rule in words, unless it is the expected one.
  fileprivate var words: String? {
    switch self {
    case .started: nil
    case .written: "several started last at the same moment; this one was written to last"
    case .name:
      "several started last and were written to last at the same moments; this one has the last "
        + "name"
    }
  }
}

/// The strict check of a session.
package struct CheckReport: Report {
  let file: String
  let actions: Int
  let check: SessionCheck

  /// `file`, `sound`, `closed`, `lines`, `skipped` {`lines`, `bytes`}, `faultCount`, `faults`,
  /// `segments` [{`file`, `lines`, `skipped` {`lines`, `bytes`}}].
  package var json: JSONValue {
    var json = ReportJSON("check")
    json.add("file", file)
    json.add("sound", check.faults.isEmpty)
    json.add("closed", check.reading.isClosed)
    json.add("lines", check.lines)
    json.add("skipped", ReadingText.json(check.reading))
    json.add("faultCount", check.reading.faultCount)
    json.add("faults", rows)
    if !check.reading.segments.isEmpty {
      json.add("segments", check.reading.segments.map(ReadingText.json))
    }
    return json.value
  }

  /// A row for each fault.
  package var rows: [JSONValue] {
    ReadingText.rows(of: check.faults, in: check.reading)
  }

  /// A line for each fault, or that there is none.
  package func write(to page: inout Page) {
    for fault in check.faults { page.line(.text(fault.description, .error)) }
    page.rest(check.reading.faultCount - check.faults.count, "and ", "fault", " more", .error)
    ReadingText.write(check.reading.segments, to: &page)
    let lines = CountText.words(check.lines, "line")
    if check.faults.isEmpty {
      page.line(
        .text(file, .bold), .literal(": sound", .added),
        .text(
          "  \(lines), \(CountText.words(actions, "action")), \(ReadingText.ending(check.reading))",
          .dim))
    } else {
      page.line(
        .text(file, .bold), .literal(": damaged", .removed),
        .text(
          "  \(CountText.words(check.reading.faultCount, "fault")) in \(lines), "
            + "\(ReadingText.skipped(check.reading)); \(ReadingText.ending(check.reading))", .dim))
    }
  }
}

/// The timelines of a workspace.
package struct BranchesReport: Report {
  let timelines: [Timeline]
  let current: Int

  /// `branches`.
  package var json: JSONValue { ReportJSON.report("branches", "branches", rows) }

  /// A row for each timeline: `name`, `fork`, `last`, `current`, (`edits`).
  package var rows: [JSONValue] {
    ReportJSON.list(of: timelines.enumerated()) { each, json in
      let (place, timeline) = each
      json.add("name", timeline.name)
      json.add("fork", timeline.isBranch ? timeline.fork : nil)
      json.add("last", timeline.last)
      json.add("current", place == current)
      if timeline.isBranch { json.add("edits", BranchText.edits(of: timeline)) }
    }
  }

  /// A line for each timeline.
  package func write(to page: inout Page) {
    let ends = timelines.map { timeline in
      (timeline.isBranch ? "forks after \(timeline.fork), " : "") + "ends at \(timeline.last)"
    }
    let name = timelines.lazy.map { Self.columns(of: $0.name) }.max() ?? 0
    let end = ends.lazy.map(Self.columns(of:)).max() ?? 0
    for (place, timeline) in timelines.enumerated() {
      let changes = timeline.isBranch ? BranchText.changes(of: timeline) : []
      let others = changes.count - 1
      let more = others > 0 ? ", and \(CountText.words(others, "more change"))" : ""
      let start: [Span] = [
        place == current ? .literal("*  ", .bold) : .literal("   "), .text(timeline.name, .bold),
        Self.margin(2 + name - Self.columns(of: timeline.name)), .text(ends[place], .dim),
      ]
      guard let first = changes.first else {
        page.line(start)
        continue
      }
      // What does not fit beside goes below.
      page.line(
        start, between: [Self.margin(2 + end - Self.columns(of: ends[place]))],
        rest: [.text(first + more)], indent: 5 + name)
    }
  }

  private static func margin(_ columns: Int) -> Span {
    .text(String(repeating: " ", count: columns))
  }

  private static func columns(of text: String) -> Int {
    DisplayWidth.columns(of: VisibleText.escaped(text))
  }
}
