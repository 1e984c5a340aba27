import Inspector
import SessionFormat

/// Values of a session as spans of text.
enum ValueText {
  /// The compact text of a value, shortened in the middle; an absent value is called so.
  ///
  /// - Parameter isCut: Whether the last element, or a member, replaces others that are left out.
  static func preview(
    _ value: JSONValue?, _ style: Style = .plain, columns: Int = 60, isCut: Bool = false
  ) -> Span {
    guard let value else { return .literal("nothing", .dim) }
    guard value.textSize > 4 * columns else {
      return .text(value.description, style, columns: columns)
    }
    func known(_ count: Int?) -> Int { (count ?? 0) - (isCut ? 1 : 0) }
    let more = isCut ? " and more" : ""
    switch value.kind {
    case .array:
      return .text("[… \(CountText.words(known(value.array?.count), "element"))\(more)]", style)
    case .object:
      return .text("{… \(CountText.words(known(value.object?.count), "member"))\(more)}", style)
    default: return .text(String(value.description.prefix(8 * columns)), style, columns: columns)
    }
  }

  /// The text of a leaf, cut if it is much too long.
  static func previewText(_ leaf: JSONValue, columns: Int) -> String {
    leaf.textSize > 8 * columns
      ? String(leaf.description.prefix(8 * columns)) + "…" : leaf.description
  }

  /// A path for people: the pointer, with very long names cut, and `(the whole state)` for the
  /// root.
  static func path(_ path: JSONPointer) -> Span {
    if path.isRoot { return .literal("(the whole state)", .name) }
    guard path.tokens.contains(where: { $0.utf8.count > longestName }) else {
      return .text(path.description, .name)
    }
    return .text(JSONPointer(tokens: path.tokens.map(shortened)).description, .name)
  }

  /// The most bytes of a name that are shown in full.
  private static let longestName = 400

  /// A longer name: its beginning, its end, and how many bytes are between them.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    let (start, end) = (name.prefix(100), name.suffix(50))
    return "\(start)…(\(name.utf8.count - start.utf8.count - end.utf8.count) bytes)…\(end)"
  }

  /// A time since the start of the session.
  static func time(_ nanoseconds: Int) -> String {
    let thousandths = nanoseconds / 1_000_000
    let text = String(thousandths % 1000)
    return "+\(thousandths / 1000)." + String(repeating: "0", count: 3 - text.count) + text + " s"
  }

  /// A short duration in the unit that fits it.
  static func duration(_ nanoseconds: Int) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(nanoseconds / 1_000) µs"
    case ..<1_000_000_000: "\(nanoseconds / 1_000_000) ms"
    default: "\(nanoseconds / 1_000_000_000) s"
    }
  }
}
