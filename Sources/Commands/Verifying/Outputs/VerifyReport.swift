import Inspector
import SessionFormat

/// Whether sessions reproduce, and the results of accepting them.
struct VerifyReport: Report {
  let sessions: [VerifiedSession]

  /// `sessions`.
  var json: JSONValue {
    var json = ReportJSON("verify")
    json.add("sessions", rows)
    return json.value
  }

  /// A row for each session.
  var rows: [JSONValue] {
    zip(VerdictsReport(results: sessions.map(\.result)).rows, sessions).map { row, session in
      guard let members = row.object else { return row }
      var all = members.map { ($0.name, $0.value) }
      if case .trouble = session.result { all.insert(contentsOf: session.known, at: 1) }
      switch session.acceptance {
      case .accepted(let changes): all.append(("accepted", changes.json))
      case .refused(let reason): all.append(("notAccepted", .string(reason)))
      case nil: break
      }
      return .object(all)
    }
  }

  /// The result of each session, in order.
  func write(to page: inout Page) {
    for session in sessions {
      VerdictsReport(results: [session.result]).write(to: &page)
      session.acceptance?.write(to: &page)
    }
  }

  /// What went wrong, one line each, with the file.
  var troubles: [String] { VerdictsReport(results: sessions.map(\.result)).troubles }
}

extension VerifiedSession {
  /// The members, after its file, that are known even if it could not be replayed.
  fileprivate var known: [(String, JSONValue)] {
    [("store", store), ("sample", sample)].compactMap { name, text in
      text.map { (name, JSONValue.string($0)) }
    }
  }
}
