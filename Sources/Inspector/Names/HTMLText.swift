/// Text as it stands in HTML, between tags or in a quoted attribute.
package enum HTMLText {
  /// Text of a session, a file or the program, made visible (``VisibleText``) and without markup.
  package static func escaped(_ text: String) -> String { marked(VisibleText.escaped(text)) }

  /// Text that is visible already, without markup.
  package static func marked(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text that ``marked(_:)`` made this of; any other is returned as it is.
  static func plain(_ marked: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(marked) { $0.replacing($1.0, with: $1.1) }
  }
}
