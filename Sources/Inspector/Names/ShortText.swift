package import SessionFormat

/// Untrusted text, cut to a bounded length.
package enum ShortText {
  /// The first `count` characters of a text, followed by `…` if there are more.
  package static func beginning(of text: String, _ count: Int) -> String {
    text.unicodeScalars.count <= count
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
  }

  /// The first `count` characters of a value's compact text; the rest is never rendered.
  package static func beginning(of value: JSONValue, _ count: Int) -> String {
    var text = ""
    add(value, to: &text, upTo: 4 * count)
    return String(text.prefix(count))
  }

  /// Recursive, but each level adds to the text, so that `limit` bounds the depth.
  private static func add(_ value: JSONValue, to text: inout String, upTo limit: Int) {
    if value.textSize <= limit {
      text += value.description
    } else if let string = value.string {
      // Without its closing quote, because the string goes on.
      text += JSONValue.string(String(string.prefix(limit))).description.dropLast()
    } else if let array = value.array {
      text += "["
      for (place, element) in array.enumerated() {
        if text.utf8.count >= limit { return }
        if place > 0 { text += "," }
        add(element, to: &text, upTo: limit)
      }
      text += "]"
    } else if let object = value.object {
      text += "{"
      for (place, member) in object.enumerated() {
        if text.utf8.count >= limit { return }
        if place > 0 { text += "," }
        text += JSONValue.string(member.name).description + ":"
        add(member.value, to: &text, upTo: limit)
      }
      text += "}"
    } else {
      text += value.description
    }
  }
}
