import Inspector
import SessionFormat

/// The results of `verify` in the Test Anything Protocol, version 13.
///
/// One test point for each session; faults follow in a block of YAML, whose values are quoted.
enum TAPText {
  static func bytes(_ sessions: [VerifiedSession]) -> [UInt8] {
    var out = "TAP version 13\n1..\(sessions.count)"
    out += sessions.isEmpty ? " # SKIP there is no session\n" : "\n"
    for (place, session) in sessions.enumerated() {
      let isOK = session.kind == .good || session.kind == .notComparable
      out += "\(isOK ? "ok" : "not ok") \(place + 1) - \(escaped(session.file))"
      if session.kind == .notComparable { out += " # SKIP \(escaped(session.headline ?? ""))" }
      out += "\n"
      if !isOK { out += block(session) }
      if let note = session.noteWithSample { out += "# note: \(VisibleText.escaped(note))\n" }
    }
    return Array(out.utf8)
  }

  /// Text as part of a line; no `#` in it begins a directive.
  static func escaped(_ text: String) -> String {
    OutputText.replacing(in: VisibleText.escaped(text)) {
      $0 == "#" || $0 == "\\" ? "\\\($0)" : nil
    }
  }

  private static func block(_ session: VerifiedSession) -> String {
    var members = [
      ("message", session.headline ?? ""),
      ("severity", session.kind == .trouble ? "error" : "fail"), ("result", session.word),
    ]
    if case .verdict(let verdict) = session.result, let advice = verdict.diagnosis?.advice {
      members.append(("cause", OutputText.line(advice)))
    }
    if let store = session.store { members.append(("store", OutputText.line(store))) }
    if let sample = session.sample { members.append(("sample", OutputText.line(sample))) }
    if let line = session.line { members.append(("line", String(line))) }
    var out = "  ---\n"
    for (name, value) in members { out += "  \(name): \(quoted(value))\n" }
    return out + "  ...\n"
  }

  /// A JSON text is also a YAML text; characters that must be escaped are made visible before.
  private static func quoted(_ text: String) -> String {
    JSONValue.string(OutputText.withoutNoncharacters(VisibleText.escaped(text))).description
  }
}
