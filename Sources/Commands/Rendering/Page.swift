import Inspector

/// Lines of styled text for a person: the one place where output becomes characters.
///
/// Whatever a session, a path or a message contains, a rendered page has no control characters
/// except line feeds and, with colour, the escapes of its own styles.
package struct Page: Sendable {
  enum Block: Sendable {
    case line([Span])
    case table(Table)
    case wrapped(WrappedText)
    /// Lines that are made while they are written, because they may be too many for memory.
    case made(@Sendable (_ line: ([Span]) -> Void) -> Void)
  }

  private var blocks: [Block] = []

  package init() {}

  /// Whether nothing was added yet.
  package var isEmpty: Bool { blocks.isEmpty }

  /// Adds a line.
  package mutating func line(_ spans: Span...) {
    line(spans)
  }

  package mutating func line(_ spans: [Span]) {
    blocks.append(.line(spans))
  }

  /// Adds a line for things that are only counted, such as `and 3 other steps`, if there are any.
  mutating func rest(
    _ count: Int, _ before: String, _ noun: String, _ after: String = "", _ style: Style = .dim
  ) {
    if count > 0 { line(.text(before + CountText.words(count, noun) + after, style)) }
  }

  /// Adds lines that are made each time the page is rendered.
  mutating func lines(_ make: @escaping @Sendable (_ line: ([Span]) -> Void) -> Void) {
    blocks.append(.made(make))
  }

  package mutating func blank() {
    line([])
  }

  /// Adds the rows of a table, aligned when the page is rendered.
  package mutating func table(_ table: Table) {
    blocks.append(.table(table))
  }

  /// Adds a paragraph, broken when the page is rendered.
  mutating func wrapped(_ text: WrappedText) {
    blocks.append(.wrapped(text))
  }

  package mutating func append(_ page: Page) {
    blocks += page.blocks
  }

  /// The characters to write; each line ends with a line feed.
  ///
  /// Complexity: O(size of the page). Only tables and paragraphs respect the width; other lines are never
  /// cut or wrapped.
  package func rendered(_ options: RenderOptions) -> String {
    var result = ""
    render(options) { result += $0 }
    return result
  }

  /// Passes on the same characters in pieces of whole lines, so that they are not all in memory.
  func render(_ options: RenderOptions, to sink: (String) -> Void) {
    var piece = ""
    func add(_ line: String) {
      piece += line
      piece += "\n"
      guard piece.utf8.count >= Self.pieceSize else { return }
      sink(piece)
      piece = ""
    }
    for block in blocks {
      switch block {
      case .line(let spans): add(Page.inline(spans, options))
      case .table(let table): for row in table.lines(options) { add(row) }
      case .wrapped(let text): for line in text.lines(options) { add(Page.inline(line, options)) }
      case .made(let make): make { add(Page.inline($0, options)) }
      }
    }
    if !piece.isEmpty { sink(piece) }
  }

  private static let pieceSize = 1 << 16

  /// Spans as part of a line, such as a prompt, without a line feed.
  package static func inline(_ spans: [Span], _ options: RenderOptions) -> String {
    spans.reduce(into: "") { result, span in
      result += styled(span.shown(ascii: options.ascii), span.style, options)
    }
  }

  static func styled(_ text: String, _ style: Style, _ options: RenderOptions) -> String {
    guard options.color, !text.isEmpty, let code = style.graphicRendition else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// What the reader of a page can see, decided once and passed down.
package struct RenderOptions: Sendable, Equatable {
  /// Whether SGR escapes show styles.
  package var color: Bool
  /// The display columns of a line, at least 1.
  ///
  /// `Int.max` if nothing may be shortened.
  package var width: Int
  /// Whether the program's own signs must be ASCII; text from a session keeps its letters.
  package var ascii: Bool

  /// Options with each fact given; by default plain text of 80 columns.
  package init(color: Bool = false, width: Int = 80, ascii: Bool = false) {
    self.color = color
    self.width = max(1, width)
    self.ascii = ascii
  }
}
