import Inspector

/// Untrusted text on a page of Markdown.
enum Markdown {
  /// Text as code, in which no sign means anything; ``escaped(_:)`` if it has a sign that would end it.
  static func code(_ text: String) -> String {
    let visible = VisibleText.escaped(text)
    let isPlain = !visible.isEmpty && !visible.contains { "`|".contains($0) }
    return isPlain ? "`\(visible)`" : escaped(text)
  }

  /// Text that Markdown shows character by character: every ASCII sign is escaped, so that none
  /// begins a link, an element, a cell or a mention.
  static func escaped(_ text: String) -> String {
    OutputText.replacing(in: VisibleText.escaped(text)) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": "\\\(scalar)"
      default: nil
      }
    }
  }
}
