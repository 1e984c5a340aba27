import Inspector

/// The results of `verify` as workflow commands of GitHub: annotations at files and lines.
///
/// GitHub shows ten of a kind for each step of a job, so the tenth says how many more there are.
enum GitHubText {
  /// The most annotations of a kind.
  static let most = 10

  /// The lines, for standard error, which a job reads like standard output.
  static func lines(_ sessions: [VerifiedSession]) -> [String] {
    let wrong = sessions.filter { $0.kind == .bad || $0.kind == .trouble }
    let doubtful = sessions.filter { $0.kind == .notComparable }
    let noted = sessions.filter { $0.kind == .good && $0.note != nil }
    return lines("error", wrong, "diverge or are trouble")
      + lines("warning", doubtful, "are not comparable")
      + lines("notice", noted, "reproduce, with a note on their host")
  }

  /// - Parameter verb: What the sessions do that have no line of their own.
  private static func lines(
    _ command: String, _ sessions: [VerifiedSession], _ verb: String
  ) -> [String] {
    let shown = sessions.count > most ? most - 1 : sessions.count
    var lines = sessions.prefix(shown).map { session in
      var properties = ["file=\(property(session.place ?? session.file))"]
      if let line = session.line { properties.append("line=\(line)") }
      properties.append("title=\(property(session.title))")
      return
        "::\(command) \(properties.joined(separator: ","))::\(data(session.advised ?? session.note ?? ""))"
    }
    let more = sessions.count - shown
    if more > 0 { lines.append("::\(command) title=inspect verify::\(more) more sessions \(verb)") }
    return lines
  }

  /// Text as the message of a command.
  static func data(_ text: String) -> String {
    let codes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    return OutputText.replacing(in: VisibleText.escaped(text)) { codes[$0] }
  }

  /// Text as the value of a property.
  static func property(_ text: String) -> String {
    let codes: [Unicode.Scalar: String] = [":": "%3A", ",": "%2C"]
    return OutputText.replacing(in: data(text)) { codes[$0] }
  }
}

extension VerifiedSession {
  /// The result, in a few words.
  fileprivate var title: String {
    if kind == .bad, case .verdict(let verdict) = result, let n = verdict.divergence?.n {
      return "diverges at action \(n)"
    }
    return kind == .notComparable ? "not comparable" : kind.rawValue
  }
}
