import Inspector

/// The results of `verify` as JUnit XML, in the shape that Jenkins, GitLab and others read.
///
/// One test suite; a session is a test case whose class is its store.
struct JUnitText {
  private var out = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

  static func bytes(_ sessions: [VerifiedSession]) -> [UInt8] {
    var text = JUnitText()
    text.write(sessions)
    return Array(text.out.utf8)
  }

  private mutating func write(_ sessions: [VerifiedSession]) {
    let time = OutputText.seconds(sessions.reduce(0) { $0 &+ $1.nanoseconds })
    func count(_ kind: VerifiedSession.Kind) -> String {
      String(sessions.count { $0.kind == kind })
    }
    let counts = [
      ("tests", String(sessions.count)), ("failures", count(.bad)), ("errors", count(.trouble)),
    ]
    open("testsuites", [("name", "inspect verify")] + counts + [("time", time)])
    open(
      "testsuite",
      [("name", "inspect verify")] + counts + [("skipped", count(.notComparable)), ("time", time)])
    for session in sessions { write(session) }
    out += "</testsuite>\n</testsuites>\n"
  }

  private mutating func write(_ session: VerifiedSession) {
    open(
      "testcase",
      [
        ("name", session.file), ("classname", session.store ?? "unknown"),
        ("time", OutputText.seconds(session.nanoseconds)),
      ])
    let message = session.headline ?? ""
    switch session.kind {
    case .good: element("system-out", [], session.details)
    case .notComparable:
      element("skipped", [("message", message)], "")
      element("system-out", [], session.details)
    case .bad:
      element("failure", [("message", message), ("type", session.word)], session.details)
    case .trouble:
      element("error", [("message", message), ("type", session.word)], session.details)
    }
    out += "</testcase>\n"
  }

  private mutating func open(_ name: String, _ attributes: [(String, String)]) {
    out += tag(name, attributes) + ">\n"
  }

  private mutating func element(
    _ name: String, _ attributes: [(String, String)], _ text: String
  ) {
    out += tag(name, attributes)
    out += text.isEmpty ? "/>\n" : ">\(Self.escaped(text))</\(name)>\n"
  }

  private func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)"
      + attributes.map { " \($0.0)=\"\(Self.attribute($0.1))\"" }.joined()
  }

  /// Text from outside as the value of an attribute, with control characters made visible.
  static func attribute(_ text: String) -> String { escaped(VisibleText.escaped(text)) }

  /// Visible text as XML; characters that XML lacks even as references are made visible, too.
  private static func escaped(_ text: String) -> String {
    // `>`, too: text in XML may not have `]]>`.
    let entities: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]
    return OutputText.replacing(in: OutputText.withoutNoncharacters(text)) { entities[$0] }
  }
}
