import Inspector

/// The results of `verify` as Markdown, for example for the summary of a job.
enum MarkdownText {
  /// The most sessions that are listed; the summary of a step may have 1 MiB.
  static let most = 100

  static func bytes(_ sessions: [VerifiedSession]) -> [UInt8] {
    var out = "## inspect verify\n\n" + counts(sessions) + "\n"
    let listed = sessions.filter {
      $0.kind != .good || $0.acceptance != nil || $0.noteWithSample != nil
    }
    guard !listed.isEmpty else { return Array((out + "\n").utf8) }
    out += "\n| result | session | what |\n| --- | --- | --- |\n"
    for session in listed.prefix(most) {
      let what: String
      if case .accepted(let changes) = session.acceptance {
        what = changes.description
      } else {
        what = [session.advised, session.noteWithSample].compactMap { $0 }.joined(separator: "; ")
      }
      out +=
        "| \(session.word) | \(Markdown.escaped(OutputText.line(session.file))) | \(Markdown.escaped(what)) |\n"
    }
    if listed.count > most { out += "\nand \(listed.count - most) more sessions\n" }
    return Array((out + "\n").utf8)
  }

  private static func counts(_ sessions: [VerifiedSession]) -> String {
    let words = [
      ("reproduces", "reproduce"), ("accepted", "accepted"), ("not-comparable", "not comparable"),
      ("diverges", "diverge"), ("trouble", "trouble"),
    ]
    let parts = words.compactMap { word, name in
      let count = sessions.count { $0.word == word }
      return count == 0 ? nil : "\(count) \(name)"
    }
    let some = CountText.words(sessions.count, "session")
    return parts.isEmpty ? "\(some)." : "\(some): \(parts.joined(separator: ", "))."
  }
}
