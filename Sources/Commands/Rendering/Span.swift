import Inspector

/// A piece of one line: the only way for text to reach people.
///
/// Made from a literal of the program, which is trusted, or from any other text, which is escaped.
package struct Span: Sendable {
  enum Content: Sendable {
    case fixed(String, ascii: String)
    case untrusted(String, columns: Int?)
  }

  let content: Content
  let style: Style

  private init(_ content: Content, _ style: Style) {
    self.content = content
    self.style = style
  }

  /// Words of the program itself, shown unchanged.
  ///
  /// They must have no line end. `ascii` replaces them if only ASCII may be shown.
  package static func literal(
    _ words: StaticString, _ style: Style = .plain, ascii: StaticString? = nil
  ) -> Span {
    let text = words.description
    return Span(.fixed(text, ascii: ascii?.description ?? text), style)
  }

  /// Text from a session, a file name, a user or the system, shown escaped.
  ///
  /// `columns` shortens it in the middle to at most that many display columns.
  package static func text(
    _ text: String, _ style: Style = .plain, columns: Int? = nil
  ) -> Span {
    Span(.untrusted(text, columns: columns), style)
  }

  /// A whole number in decimal digits.
  package static func number(_ number: Int, _ style: Style = .plain) -> Span {
    let digits = String(number)
    return Span(.fixed(digits, ascii: digits), style)
  }

  /// The sign of an added, removed, changed or moved thing, so that nothing depends on colour.
  package static func sign(_ change: Change) -> Span {
    switch change {
    case .added: .literal("+ ", .added)
    case .removed: .literal("- ", .removed)
    case .changed: .literal("~ ", .changed)
    case .moved: .literal("> ", .changed)
    }
  }

  /// What happened to a thing between two states.
  package enum Change: Sendable {
    /// It is only in the second.
    case added
    /// It is only in the first.
    case removed
    /// It has another value.
    case changed
    /// It is at another place.
    case moved
  }

  /// The characters to show, without colour, safe on any terminal.
  func shown(ascii: Bool) -> String {
    switch content {
    case .fixed(let text, ascii: let replacement):
      return ascii ? replacement : text
    case .untrusted(let text, let columns):
      let safe = VisibleText.escaped(text)
      return columns.map { DisplayWidth.truncated(safe, to: $0, ascii: ascii) } ?? safe
    }
  }
}
