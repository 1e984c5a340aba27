import Inspector
import SessionFormat

/// What a session's header says of what is hidden in it.
struct RedactionSummary {
  /// The lists that are named, as `defaults@1`.
  private var lists: [String] = []
  /// How many patterns stand beside them.
  private var patterns = 0
  /// What is neither a list nor a pattern that is known, so that everything counts as hidden.
  private var unknown: [String] = []

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

  /// In words what is hidden.
  var words: String {
    let own = CountText.words(patterns, lists.isEmpty ? "pattern" : "other pattern")
    let known = lists.map { "the list \($0)" } + (patterns > 0 || lists.isEmpty ? [own] : [])
    guard let first = unknown.first else { return known.joined(separator: " and ") }
    return "everything, as the header names \(JSONValue.string(first)), which is not known here"
  }

  /// `lists`, `patterns`, and `unknown` where there are such.
  var json: JSONValue {
    var json = ReportJSON()
    json.add("lists", .array(lists.map(JSONValue.string)))
    json.add("patterns", patterns)
    if !unknown.isEmpty { json.add("unknown", .array(unknown.map(JSONValue.string))) }
    return json.value
  }
}
