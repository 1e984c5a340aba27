import Inspector
import SessionFormat

/// Whether sessions reproduce, and the results of accepting them.
struct VerifyReport: Report {
  let sessions: [VerifiedSession]
  /// Whether it answers a line of a prompt, which itself shows the next commands.
  var isAtPrompt = false

  /// `sessions`.
  var json: JSONValue { ReportJSON.report("verify", "sessions", rows) }

  /// A row for each session.
  var rows: [JSONValue] {
    ReportJSON.list(of: sessions) { session, json in
      switch session.result {
      case .verdict(let verdict): verdict.add(to: &json)
      case .trouble(let file, let error):
        json.add("file", file)
        json.add("store", session.store)
        json.add("sample", session.sample)
        json.add("result", "trouble")
        json.add("reason", error.description)
      }
      switch session.acceptance {
      case .accepted(let changes): json.add("accepted", changes.json)
      case .refused(let reason): json.add("notAccepted", reason)
      case nil: break
      }
    }
  }

  /// The result of each session, in order.
  func write(to page: inout Page) {
    for session in sessions {
      // Troubles are told on standard error.
      if case .verdict(let verdict) = session.result {
        isAtPrompt ? verdict.writeFindings(to: &page) : verdict.write(to: &page)
      }
      session.acceptance?.write(to: &page)
    }
  }

  /// What went wrong, one line each, with the file.
  var troubles: [String] {
    sessions.compactMap { session in
      guard case .trouble(let file, let error) = session.result else { return nil }
      let text = error.description
      // A file in a folder is named with the folder.
      let isNamed =
        text.hasPrefix("\(file):") || text.hasPrefix(file.hasSuffix("/") ? file : "\(file)/")
      return isNamed ? text : "\(file): \(text)"
    }
  }
}

extension VerifyReport {
  /// The report of one session.
  init(_ verdict: Verdict, isAtPrompt: Bool = false) {
    sessions = [VerifiedSession(result: .verdict(verdict))]
    self.isAtPrompt = isAtPrompt
  }
}
