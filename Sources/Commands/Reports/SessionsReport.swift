import Inspector
package import SessionFormat

/// The sessions of a folder.
package struct SessionsReport: Report {
  let sessions: [ListedSession]
  /// The folder in which all of them are; nil if there are several.
  private let folder: String?

  init(sessions: [ListedSession]) {
    self.sessions = sessions
    let folders = Set(sessions.map { $0.path.folder })
    folder = folders.count == 1 ? folders.first : nil
  }

  /// `sessions`.
  package var json: JSONValue { ReportJSON.report("sessions", "sessions", rows) }

  /// A row for each: `file`, `started`, `store`, `actions`, `duration`, `ending`, `fatal`, `damage`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: sessions) { session, json in
      json.add("file", session.path)
      json.add("started", session.started)
      json.add("store", session.store)
      json.add("actions", session.actions)
      json.add("duration", session.duration)
      json.add("ending", session.ending?.name)
      json.add("fatal", session.fatal)
      json.add("damage", session.damage)
    }
  }

  /// A line for each.
  package func write(to page: inout Page) {
    // Where a line is narrow the start goes first: the sessions are in its order.
    var table = Table(.extra, .name, .flexible, .right, .spare, .flexible)
    for session in sessions {
      table.row(
        session.started.map { .date($0, .dim) } ?? .literal(""),
        .text(folder == nil ? session.path : session.path.lastName, .bold),
        session.store.map { .text($0) } ?? .literal(""),
        session.actions.map { .text(CountText.words($0, "action")) } ?? .literal(""),
        session.duration.map { .duration($0, .dim) } ?? .literal(""), ending(session))
    }
    page.table(table)
    let place = folder.map { $0.isEmpty ? "" : " in \($0)" } ?? ""
    page.line(.text(CountText.words(sessions.count, "session") + place, .dim))
  }

  private func ending(_ session: ListedSession) -> Span {
    let damage: [Span] = session.damage == nil ? [] : [.literal("damaged", .error)]
    let words: [Span] =
      switch session.ending {
      case .died?:
        [.literal("! crashed", .error)] + (session.fatal.map { [.text(" in \($0)")] } ?? [])
      case .cutOff? where damage.isEmpty: [.literal("not closed", .changed)]
      case .closed? where damage.isEmpty: [.literal("closed", .dim)]
      default: []
      }
    guard session.ending != nil else { return .text(session.damage ?? "", .error) }
    return .group(damage + (damage.isEmpty || words.isEmpty ? [] : [.literal(", ")]) + words)
  }
}

extension String {
  /// The path up to the last slash.
  fileprivate var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
  /// The path after the last slash.
  fileprivate var lastName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

extension Session.Ending {
  /// The name in machine forms.
  var name: String {
    switch self {
    case .closed: "closed"
    case .cutOff: "cut-off"
    case .died: "died"
    }
  }
}
