import Inspector

/// Untrusted text on a page of Markdown.
enum Markdown {
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
