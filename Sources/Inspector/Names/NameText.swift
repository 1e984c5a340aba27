import SessionFormat

/// The message for a name that matches nothing, or several things.
package struct NameText {
  /// What kind of thing is named, such as a mark, in the singular and the plural.
  let kind: (one: String, several: String)
  /// The names that exist, in their order.
  let known: [String]

  private static let listed = 8

  package init(kind: (one: String, several: String), known: [String]) {
    (self.kind, self.known) = (kind, known)
  }

  /// The message: the names that begin with this one, or similar names, or all that exist.
  package func words(for name: String) -> String {
    guard !known.isEmpty else { return "there is no \(kind.one) \(name): there are none" }
    let begun = known.filter { $0.hasPrefix(name) }
    if begun.count > 1 {
      let which = name.isEmpty ? "a beginning of one is needed" : "\(name) begins several"
      return "\(which): the \(kind.several) are \(Self.list(begun))"
    }
    let near = Suggestions.nearest(to: name, in: known)
    guard near.isEmpty else { return "there is no \(kind.one) \(name)" + Suggestions.text(near) }
    let all =
      known.count == 1
      ? "the only one is \(known[0])" : "the \(kind.several) are \(Self.list(known))"
    return "there is no \(kind.one) \(name): \(all)"
  }

  private static func list(_ names: [String]) -> String {
    let more = names.count - listed
    return names.prefix(listed).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }
}
