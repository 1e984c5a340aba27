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
    /// A line whose rest goes below it, so far to the right, where it does not fit.
    case pair([Span], between: [Span], [Span], indent: Int)
    /// A line that is made for the width of the page.
    case fitted(@Sendable (_ columns: Int) -> [Span])
    /// A line across the page, with a title and facts that go below it where it is narrow.
    case rule([Span], [Span])
    /// Lines that are made while they are written, because they may be too many for memory.
    /// They are never broken if they are exact, such as those of a JSON text.
    case made(isExact: Bool, @Sendable (_ line: Line) throws(Unread) -> Void)
  }

  /// Takes a line of a page while that is written.
  typealias Line = ([Span]) throws(Unread) -> Void

  /// Nobody reads on, so that no more lines need to be made.
  struct Unread: Error {}

  private(set) var blocks: [Block] = []

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
  ///
  /// - Parameter isExact: Whether they must stay lines, however long, such as those of a JSON text.
  mutating func lines(
    isExact: Bool = false, _ make: @escaping @Sendable (_ line: Line) throws(Unread) -> Void
  ) {
    blocks.append(.made(isExact: isExact, make))
  }

  /// Adds a line that must stay one, however long: what a person copies.
  mutating func exact(_ spans: Span...) {
    lines(isExact: true) { line throws(Unread) in try line(spans) }
  }

  package mutating func blank() {
    line([])
  }

  /// Adds a line whose rest goes below it, after a margin, if a narrow page needs that.
  ///
  /// - Parameter between: What stands between both on one line.
  mutating func line(
    _ spans: [Span], between: [Span] = [.literal("  ")], rest: [Span], indent: Int = 12
  ) {
    blocks.append(.pair(spans, between: between, rest, indent: indent))
  }

  /// Adds a line that is made for the columns of the page, which are `Int.max` if it has no width.
  mutating func line(fitting make: @escaping @Sendable (_ columns: Int) -> [Span]) {
    blocks.append(.fitted(make))
  }

  /// Adds a line across the page with a title at its left and facts at its right.
  mutating func rule(_ title: [Span], _ facts: [Span]) { blocks.append(.rule(title, facts)) }

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
  /// Complexity: O(size of the page). Tables and values respect the width; at a terminal other lines
  /// are broken between words, if they need not be exact.
  package func rendered(_ options: RenderOptions) -> String {
    var result = ""
    render(options) {
      result += $0
      return true
    }
    return result
  }

  /// Passes on the same characters in pieces of whole lines, so that they are not all in memory,
  /// until one is not taken.
  func render(_ options: RenderOptions, to sink: (String) -> Bool) {
    var piece = ""
    func add(_ line: String) throws(Unread) {
      piece += line
      piece += "\n"
      guard piece.utf8.count >= Self.pieceSize else { return }
      guard sink(piece) else { throw Unread() }
      piece = ""
    }
    do throws(Unread) {
      try render(options, add)
      if !piece.isEmpty { _ = sink(piece) }
    } catch {}
  }

  private func render(
    _ options: RenderOptions, _ add: (String) throws(Unread) -> Void
  ) throws(Unread) {
    for block in blocks {
      switch block {
      case .line(let spans): for line in Page.broken(spans, options) { try add(line) }
      case .fitted(let make):
        for line in Page.broken(make(options.width), options) { try add(line) }
      case .table(let table): for row in table.lines(options) { try add(row) }
      case .wrapped(let text):
        for line in text.lines(options) { try add(Page.inline(line, options)) }
      case .pair(let start, let between, let rest, let indent):
        let whole = start + between + rest
        if Page.columns(whole, options) <= options.width {
          try add(Page.inline(whole, options))
        } else {
          for line in Page.broken(start, options) { try add(line) }
          let margin = Span.text(String(repeating: " ", count: indent))
          for line in Page.broken([margin] + rest, options, indent: indent) { try add(line) }
        }
      case .rule(let title, let facts): for line in rule(title, facts, options) { try add(line) }
      case .made(let isExact, let make):
        try make { spans throws(Unread) in
          if isExact { return try add(Page.inline(spans, options)) }
          for line in Page.broken(spans, options) { try add(line) }
        }
      }
    }
  }

  private static let pieceSize = 1 << 16

  /// `── title ──── facts ──`, as wide as the page if that has a width.
  private func rule(_ title: [Span], _ facts: [Span], _ options: RenderOptions) -> [String] {
    let sign = options.ascii ? "-" : "─"
    func dashes(_ count: Int) -> Span { .text(String(repeating: sign, count: count), .dim) }
    let start = [dashes(2), .literal(" ")] + title + [.literal(" ")]
    let end = facts.isEmpty ? [dashes(2)] : [.literal(" ")] + facts + [.literal(" "), dashes(2)]
    let free =
      options.width == .max
      ? 2 : options.width - Page.columns(start, options) - Page.columns(end, options)
    if free >= 0 || facts.isEmpty {
      return [Page.inline(start + [dashes(max(0, free))] + end, options)]
    }
    // At 60 columns every name is whole; in a narrower window it is cut as in rows.
    let cut = SpanLayout.pieces(of: start, options, columns: options.width - 2, cutsText: true)
    let rest = options.width - cut.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) }
    return [
      Page.styled(cut, options) + Page.inline([dashes(max(2, rest))], options),
      Page.inline([.literal("   ")] + facts, options),
    ]
  }

  /// The columns of spans if nothing is shortened.
  private static func columns(_ spans: [Span], _ options: RenderOptions) -> Int {
    spans.reduce(0) { $0 + DisplayWidth.columns(of: $1.shown(options)) }
  }

  /// Spans as part of a line, such as a prompt, without a line feed.
  package static func inline(_ spans: [Span], _ options: RenderOptions) -> String {
    styled(SpanLayout.pieces(of: spans, options, columns: options.width), options)
  }

  /// The lines of spans, broken where the page ends.
  private static func broken(
    _ spans: [Span], _ options: RenderOptions, indent: Int? = nil
  ) -> [String] {
    let pieces = SpanLayout.pieces(of: spans, options, columns: options.width)
    guard options.breaksLines else { return [styled(pieces, options)] }
    guard pieces.contains(where: { $0.cuts > 0 }) else {
      return LineBreaks.lines(pieces, options, indent: indent).map { styled($0, options) }
    }
    // A value that is cut behind other words goes below them if it has more room there.
    let start = LineBreaks.start(below: pieces, options, indent)
    let roomy = SpanLayout.pieces(
      of: spans, options, columns: options.width, below: options.width - start)
    return LineBreaks.lines(roomy, options, indent: start).map { styled($0, options) }
  }

  static func styled(_ pieces: [SpanLayout.Piece], _ options: RenderOptions) -> String {
    pieces.reduce(into: "") { $0 += styled($1.text, $1.style, options) }
  }

  static func styled(_ text: String, _ style: Style, _ options: RenderOptions) -> String {
    guard options.color, !text.isEmpty, let code = style.graphicRendition(options.theme) else {
      return text
    }
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
  /// Whether lines are broken between words where the page ends, as for a person at a terminal.
  package var breaksLines: Bool
  /// Whether the program's own signs must be ASCII; text from a session keeps its letters.
  package var ascii: Bool
  /// Whether values and quantities are shown whole and as they were recorded.
  package var raw: Bool
  /// The colours, if any.
  package var theme: Theme

  /// Options with each fact given; by default plain text of 80 columns.
  package init(
    color: Bool = false, width: Int = 80, breaksLines: Bool = false, ascii: Bool = false,
    raw: Bool = false, theme: Theme = .dark
  ) {
    self.color = color
    self.breaksLines = breaksLines
    (self.raw, self.theme) = (raw, theme)
    self.width = max(1, width)
    self.ascii = ascii
  }
}
