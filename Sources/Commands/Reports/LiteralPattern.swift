import Query
import SessionFormat

/// A text that was searched for as it stands, and looks like a regular expression.
enum LiteralPattern {
  /// The condition that finds it as a pattern in a text of the state; nil if it does not look like one,
  /// or is none of RFC 9485.
  static func condition(_ text: String) -> String? {
    let signs = #/\.[*+?]|\\[dwsb]|^\^|\$$|\[.+\][*+?]?|\(.*\|.*\)/#
    guard text.contains(signs) else { return nil }
    // Classes of other dialects; the rest is the same.
    var pattern = text
    for (name, members) in [(#"\d"#, "[0-9]"), (#"\w"#, "[A-Za-z0-9_]"), (#"\s"#, "[ \\t\\r\\n]")] {
      pattern = pattern.replacing(name, with: members)
    }
    guard (try? IRegexp(pattern)) != nil else { return nil }
    return "$.state..[?search(@, \(JSONValue.string(pattern).description))]"
  }
}
