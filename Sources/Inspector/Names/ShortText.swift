package import SessionFormat

/// Untrusted text, cut to a bounded length.
package enum ShortText {
  /// The first `count` characters of a text, followed by `…` if there are more.
  package static func beginning(of text: String, _ count: Int) -> String {
    text.unicodeScalars.count <= count
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
  }

  /// The first `count` characters of a value's compact text, followed by `…` if there are more; the rest is
  /// never rendered.
  package static func beginning(of value: JSONValue, _ count: Int) -> String {
    var text = ""
    let isWhole = add(value, to: &text, upTo: 4 * count) && text.count <= count
    return isWhole ? text : "\(text.prefix(count))…"
  }

  /// Recursive, but each level adds to the text, so that `limit` bounds the depth.
  ///
  /// - Returns: Whether all of the value was added.
  private static func add(_ value: JSONValue, to text: inout String, upTo limit: Int) -> Bool {
    if value.textSize <= limit {
      text += value.description
      return true
    }
    if let string = value.string {
      let beginning = string.prefix(limit)
      let isWhole = beginning.endIndex == string.endIndex
      let quoted = JSONValue.string(String(beginning)).description
      text += isWhole ? quoted[...] : quoted.dropLast()
      return isWhole
    }
    let isArray = value.array != nil
    let members =
      value.array?.prefix(limit).map { (nil, $0) }
      ?? value.object?.prefix(limit).map { ($0.name, $0.value) }
    guard let members else {
      text += value.description
      return true
    }
    text += isArray ? "[" : "{"
    for (place, (name, member)) in members.enumerated() {
      if text.utf8.count >= limit { return false }
      if place > 0 { text += "," }
      if let name { text += JSONValue.string(name).description + ":" }
      guard add(member, to: &text, upTo: limit) else { return false }
    }
    text += isArray ? "]" : "}"
    return true
  }
}
