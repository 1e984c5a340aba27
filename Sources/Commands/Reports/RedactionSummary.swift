package import Inspector
import SessionFormat

/// The header's statements about what is hidden in a session.
package struct RedactionSummary: JSONMembers {
  /// The lists that are named, such as `defaults@1`.
  private var lists: [String] = []
  /// The number of further patterns.
  private var patterns = 0
  /// Texts that are neither a known list nor a pattern, so that everything counts as hidden.
  private var unknown: [String] = []

  /// What a session's header says; nil if nothing is hidden.
  package init?(of session: Session) { self.init(session.header.redactions) }

  /// Nil if nothing is hidden.
  init?(_ texts: [String]?) {
    guard let texts, !texts.isEmpty else { return nil }
    for text in texts {
      if RedactionList.named(text) != nil {
        lists.append(text)
      } else if (try? PathPattern(text)) != nil {
        patterns += 1
      } else {
        unknown.append(text)
      }
    }
  }

  /// What is hidden, in words.
  package var words: String {
    let own = CountText.words(patterns, lists.isEmpty ? "pattern" : "other pattern")
    let known = lists.map { "the list \($0)" } + (patterns > 0 || lists.isEmpty ? [own] : [])
    guard let first = unknown.first else { return known.joined(separator: " and ") }
    return "everything, as the header names \(JSONValue.string(first)), which is not known here"
  }

  /// `lists`, `patterns`, and `unknown` if there are such texts.
  func add(to json: inout ReportJSON) {
    json.add("lists", lists)
    json.add("patterns", patterns)
    if !unknown.isEmpty { json.add("unknown", unknown) }
  }
}
