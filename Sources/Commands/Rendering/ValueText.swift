import Inspector
import SessionFormat

/// Values and places of a session as spans of text.
enum ValueText {
  /// A value in one line, as long as the line allows; an absent value is called so.
  ///
  /// - Parameter isCut: Whether the last element, or a member, replaces others that are left out.
  static func preview(
    _ value: JSONValue?, _ style: Style = .plain, isCut: Bool = false
  ) -> Span {
    guard let value else { return .literal("nothing", .dim) }
    return .value(ValuePreview(value: value, isCut: isCut), style)
  }

  /// An object or array by what identifies it; a leaf as it is.
  static func folded(_ value: JSONValue, _ style: Style = .plain, isCut: Bool = false) -> Span {
    .value(ValuePreview(value: value, isCut: isCut, isFolded: true), style)
  }

  /// A path for people: the shorthand, with very long names cut, and `(the whole state)` for the
  /// root.
  ///
  /// - Parameter toName: Whether its last name alone may stand for it if there is no room for more.
  static func path(_ path: JSONPointer, toName: Bool = false) -> Span {
    path.isRoot ? .literal("(the whole state)", .name) : .path(words(path), toName: toName)
  }

  /// The same as a text.
  static func words(_ path: JSONPointer) -> String {
    path.isRoot ? "(the whole state)" : PlaceText.shorthand(path.tokens.map(shortened))
  }

  /// The most bytes of a name that are shown in full.
  private static let longestName = 400

  /// A longer name: its beginning, its end, and how many bytes are between them.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    let (start, end) = (name.prefix(100), name.suffix(50))
    return "\(start)…(\(name.utf8.count - start.utf8.count - end.utf8.count) bytes)…\(end)"
  }
}
