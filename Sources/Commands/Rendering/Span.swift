import Inspector
import SessionFormat

/// A piece of one line: the only way for text to reach people.
///
/// Made from a literal of the program, which is trusted, or from any other text, which is escaped.
package struct Span: Sendable {
  indirect enum Content: Sendable {
    case fixed(String, ascii: String)
    case untrusted(String, columns: Int?)
    case type(String, columns: Int?)
    /// A place, and whether its last name alone may stand for it.
    case path(String, toName: Bool)
    /// A value of a session, in as many columns as its line leaves for it.
    case value(ValuePreview)
    /// A measure, right-aligned in at least that many columns.
    case measure(Measure, columns: Int)
    /// Several spans in one cell of a table.
    case group([Span])
    /// The same said in several ways, from the longest to the shortest.
    case choice([[Span]])
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
  /// `columns` shortens it in the middle to at most that many display columns, and then no further.
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

  /// `7`, or of several numbers `7–12`.
  static func numbers(_ range: ClosedRange<Int>, _ style: Style = .plain) -> Span {
    guard range.count > 1 else { return .number(range.lowerBound, style) }
    return .group([
      .number(range.lowerBound, style), .literal("–", style, ascii: "-"),
      .number(range.upperBound, style),
    ])
  }

  /// A value of a session in one line, as long as the line allows.
  static func value(_ preview: ValuePreview, _ style: Style = .plain) -> Span {
    Span(.value(preview), style)
  }

  /// A time, duration, size or date as people read it.
  static func measure(_ measure: Measure, _ style: Style = .plain, columns: Int = 0) -> Span {
    Span(.measure(measure, columns: columns), style)
  }

  /// The name of an action's type; where it does not fit, it loses its ending `Action` first.
  ///
  /// - Parameter columns: The most columns that it takes wherever it stands; nil for no such bound.
  static func type(_ type: String, _ style: Style = .plain, columns: Int? = nil) -> Span {
    Span(.type(type, columns: columns), style)
  }

  /// A place; where it does not fit, it loses its beginning first.
  static func path(_ path: String, _ style: Style = .name, toName: Bool = false) -> Span {
    Span(.path(path, toName: toName), style)
  }

  /// Several spans as one cell of a table.
  static func group(_ spans: [Span]) -> Span { Span(.group(spans), .plain) }

  /// The same said in several ways: the first that fits the line, else the last.
  static func choice(_ ways: [[Span]]) -> Span { Span(.choice(ways), .plain) }

  /// The arrow from an old value to the new one.
  static var arrow: Span { .literal(" → ", .dim, ascii: " -> ") }

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

  /// The spans of which this one consists.
  var leaves: [Span] {
    if case .group(let spans) = content { spans.flatMap(\.leaves) } else { [self] }
  }

  /// The ways to say the same; nil if there is only one.
  var ways: [[Span]]? { if case .choice(let ways) = content { ways } else { nil } }

  /// Whether it is words, between which a line may be broken.
  var isProse: Bool {
    switch content {
    case .fixed, .untrusted: true
    case .type, .path, .value, .measure, .group, .choice: false
    }
  }

  /// The characters to show in at most that many columns, without colour, safe on any terminal.
  ///
  /// Only values and untrusted text become shorter.
  func shown(_ options: RenderOptions, columns: Int = .max) -> String {
    switch content {
    case .fixed(let text, ascii: let replacement): return options.ascii ? replacement : text
    case .untrusted(let text, let most):
      let safe = VisibleText.escaped(text)
      let room = min(most ?? .max, columns)
      return room == .max ? safe : DisplayWidth.truncated(safe, to: room, ascii: options.ascii)
    case .type(let type, let most):
      let room = min(most ?? .max, columns)
      return Self.typeName(VisibleText.escaped(type), room, ascii: options.ascii)
    case .path(let path, _):
      return PlaceText.ending(VisibleText.escaped(path), columns, ascii: options.ascii)
    case .value(let preview): return preview.text(options, columns: columns)
    case .measure(let measure, let columns):
      let text = measure.text(options)
      return String(repeating: " ", count: max(0, columns - text.count)) + text
    case .group(let spans):
      return SpanLayout.pieces(of: spans, options, columns: columns).map(\.text).joined()
    case .choice:
      return SpanLayout.pieces(of: [self], options, columns: columns).map(\.text).joined()
    }
  }

  /// The name of a type in at most that many columns: without its ending, or else with one mark in the
  /// middle of what is left.
  private static func typeName(_ name: String, _ columns: Int, ascii: Bool) -> String {
    guard DisplayWidth.columns(of: name) > columns else { return name }
    let stem = name.hasSuffix("Action") && name.count > 6 ? String(name.dropLast(6)) : name
    let short = stem + (ascii ? "..." : "…")
    return stem != name && DisplayWidth.columns(of: short) <= columns
      ? short : DisplayWidth.truncated(stem, to: columns, ascii: ascii)
  }
}
