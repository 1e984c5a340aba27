import Inspector

/// Rows whose cells line up by display columns.
package struct Table: Sendable {
  /// How the cells of one column are aligned.
  package enum Column: Sendable {
    /// At the left, never shortened.
    case left
    /// At the right, never shortened; for numbers.
    case right
    /// At the left, shortened in the middle if a line would not fit; for names and values.
    case flexible
    /// The same, but it is shortened only once the others are short.
    case name
    /// At the right, and left out where a name or value would become narrow; for what can be asked
    /// for elsewhere.
    case spare
    /// The same, but left out as soon as a name or value is cut.
    case extra
  }

  /// One cell: some text in one style.
  typealias Cell = Span

  let columns: [Column]
  private(set) var rows: [[Cell]] = []

  package init(_ columns: Column...) {
    self.columns = columns
  }

  /// Adds a row of a cell for each column.
  ///
  /// Missing cells at the end are empty; cells after the last column are left out.
  package mutating func row(_ cells: Span...) {
    row(cells)
  }

  package mutating func row(_ cells: [Span]) {
    rows.append(Array(cells.prefix(columns.count)))
  }

  /// Adds a row of a name and a fact, if there is one.
  mutating func row(_ name: StaticString, _ fact: String?) {
    if let fact { row(.literal(name, .dim), .text(fact)) }
  }

  private static let gap = 2
  private static let least = 8
  /// The others are short if they have no more than this.
  private static let short = 20
  /// A flexible column is not made narrower than this while another can be left out.
  private static let comfortable = 28
  /// A wider cell does not widen the column: one cell as long as the file would pad every row.
  private static let widest = 400

  /// The rows as lines without line feeds and without trailing spaces.
  func lines(_ options: RenderOptions) -> [String] {
    var widths: [Int] = []
    var lines: [String] = []
    write(options, widening: &widths) { lines.append($0) }
    return lines
  }

  /// The width of each cell in columns.
  static func widths(of cells: [Span], _ options: RenderOptions) -> [Int] {
    cells.map { min(DisplayWidth.columns(of: $0.shown(options)), Table.widest) }
  }

  /// The rows as lines with line feeds, in columns of at least these widths unless they are
  /// shortened; sets the widths to those that the rows need.
  func text(_ options: RenderOptions, widening natural: inout [Int]) -> String {
    var text = ""
    write(options, widening: &natural) {
      text += $0
      text += "\n"
    }
    return text
  }

  private func write(
    _ options: RenderOptions, widening natural: inout [Int], _ body: (String) -> Void
  ) {
    let shown = rows.map { $0.map { ShownCell($0, options) } }
    for place in columns.indices {
      let most = shown.lazy.map { place < $0.count ? $0[place].width : 0 }.max() ?? 0
      if place == natural.count { natural.append(0) }
      natural[place] = max(natural[place], min(most, Self.widest))
    }
    let widths = fitted(natural, to: options.width)
    let isBroken = options.breaksLines && columns.last == .left
    for cells in shown {
      let (line, lastStart) = line(cells, widths, options)
      if options.breaksLines, line.contains(where: \.isCut),
        let lines = apart(cells, widths, options)
      {
        for line in lines { body(Page.styled(line, options)) }
        continue
      }
      for part in isBroken ? LineBreaks.lines(line, options, indent: lastStart) : [line] {
        body(Page.styled(part, options))
      }
    }
  }

  /// The pieces of a row, and where the last of them begin.
  private func line(
    _ cells: [ShownCell], _ widths: [Int?], _ options: RenderOptions
  ) -> ([SpanLayout.Piece], lastStart: Int) {
    var line: [SpanLayout.Piece] = []
    var (column, lastStart, owed) = (0, 0, 0)
    let last = cells.indices.last { cells[$0].width > 0 && widths[$0] != nil }
    for (place, cell) in cells.enumerated() {
      guard var width = widths[place] else { continue }
      // Behind the last cell of a row nothing needs the rest of the line.
      if place == last, isFlexible(place), options.width < Int.max {
        width = max(width, options.width - column - owed)
      }
      // A column that is as wide as any is not cut.
      let pieces = cell.pieces(width < Self.widest ? width : .max, options)
      let shown = pieces?.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } ?? cell.width
      let free = max(0, width - shown)
      let before = columns[place] == .left || isFlexible(place) ? 0 : free
      owed += before
      if shown > 0 {
        line.append(SpanLayout.Piece(text: String(repeating: " ", count: owed), style: .plain))
        line += pieces ?? [cell.piece]
        lastStart = column + owed
        column = lastStart + shown
        owed = 0
      }
      owed += free - before + Table.gap
    }
    return (line, lastStart)
  }

  /// A row in which something would be cut, on two lines: the name ends the first; nil if nothing is
  /// behind it.
  private func apart(
    _ cells: [ShownCell], _ widths: [Int?], _ options: RenderOptions
  ) -> [[SpanLayout.Piece]]? {
    guard let name = columns.firstIndex(of: .name), name < cells.count else { return nil }
    let rest = cells.indices.filter { $0 > name && cells[$0].width > 0 && widths[$0] != nil }
    guard !rest.isEmpty else { return nil }
    let start = widths[..<name].reduce(0) { $0 + ($1.map { $0 + Table.gap } ?? 0) }
    var wide = widths
    wide[name] = max(Table.least, options.width - start)
    let indent = start + Table.gap
    let first = line(Array(cells[...name]), wide, options).0
    let isBlank = first.allSatisfy { $0.text.allSatisfy { $0 == " " } }
    return (isBlank ? [] : [first]) + below(rest, cells, indent, options)
  }

  /// The cells behind a name on a line of their own; on one for each flexible cell if less is cut then.
  private func below(
    _ rest: [Int], _ cells: [ShownCell], _ indent: Int, _ options: RenderOptions
  ) -> [[SpanLayout.Piece]] {
    func line(_ places: ArraySlice<Int>, _ indent: Int) -> [SpanLayout.Piece] {
      let spans = places.map { [cells[$0].cell] }.joined(separator: [.literal("  ")])
      let behind = ShownCell(.group(Array(spans)), options)
      let margin = SpanLayout.Piece(text: String(repeating: " ", count: indent), style: .plain)
      let room = max(Table.least, options.width - indent)
      return [margin] + (behind.pieces(room, options) ?? [behind.piece])
    }
    func cuts(_ lines: [[SpanLayout.Piece]]) -> Int {
      lines.joined().reduce(0) { $0 + $1.cuts }
    }
    let one = [line(rest[...], indent)]
    let flexible = rest.indices.filter { isFlexible(rest[$0]) }
    guard flexible.count > 1, cuts(one) > 0 else { return one }
    let ends = flexible.dropFirst() + [rest.count]
    let start = rest[..<flexible[0]].reduce(indent) { $0 + cells[$1].width + Table.gap }
    let parts = zip([0] + flexible.dropFirst(), ends).map { from, to in
      line(rest[from..<to], from == 0 ? indent : min(start, options.width / 2))
    }
    return cuts(parts) < cuts(one) ? parts : one
  }

  /// The width of each column; nil for one that is left out.
  ///
  /// Columns are left out: first an extra one as soon as a flexible one is cut, then spare ones from
  /// the right while a flexible one would become too narrow.
  private func fitted(_ natural: [Int], to width: Int) -> [Int?] {
    var left = natural.map(Optional.some)
    for place in columns.indices where mayGo(place) && natural[place] == 0 { left[place] = nil }
    let extra = columns.indices.filter { columns[$0] == .extra }
    for spare in extra + columns.indices.reversed().filter({ columns[$0] == .spare })
    where left[spare] != nil {
      let enough = columns[spare] == .extra ? Int.max : Self.comfortable
      let widths = shrunk(left, to: width)
      let isNarrow = columns.indices.contains { place in
        guard isFlexible(place), let width = widths[place] else { return false }
        return width < min(natural[place], enough)
      }
      guard isNarrow else { return widths }
      left[spare] = nil
    }
    return shrunk(left, to: width)
  }

  /// Takes the excess from the widest flexible column, again and again.
  ///
  /// No column becomes narrower than eight: a line that is too long is better than an empty one.
  private func shrunk(_ natural: [Int?], to width: Int) -> [Int?] {
    var widths = natural
    let shown = widths.compactMap(\.self)
    var excess = shown.reduce(Table.gap * max(0, shown.count - 1), +) - width
    while excess > 0 {
      let others =
        columns.contains(.name) ? widest(widths, above: Table.short) { $0 == .flexible } : []
      let least = others.isEmpty ? Table.least : Table.short
      let order =
        others.isEmpty ? widest(widths, above: least) { $0 == .flexible || $0 == .name } : others
      guard let widest = order.first else { break }
      let next = order.dropFirst().first?.width ?? least
      let cut = min(excess, max(1, widest.width - max(next, least)))
      widths[widest.place] = widest.width - cut
      excess -= cut
    }
    return widths
  }

  /// The columns that are wider than that, widest first.
  private func widest(
    _ widths: [Int?], above least: Int, _ isOne: (Column) -> Bool
  ) -> [(place: Int, width: Int)] {
    columns.indices.compactMap { place in
      isOne(columns[place]) ? widths[place].map { (place: place, width: $0) } : nil
    }.filter { $0.width > least }.sorted { ($0.width, $1.place) > ($1.width, $0.place) }
  }

  private func mayGo(_ place: Int) -> Bool {
    columns[place] == .spare || columns[place] == .extra
  }

  private func isFlexible(_ place: Int) -> Bool {
    columns[place] == .flexible || columns[place] == .name
  }
}

/// A cell with its characters in as many columns as it likes.
private struct ShownCell {
  let cell: Span
  let text: String
  let width: Int

  init(_ cell: Span, _ options: RenderOptions) {
    self.cell = cell
    text = cell.shown(options)
    width = DisplayWidth.columns(of: text)
  }

  /// The whole text in one style.
  var piece: SpanLayout.Piece {
    SpanLayout.Piece(text: text, style: cell.style, isProse: cell.isProse)
  }

  /// The pieces in at most that many columns; nil if they are the whole text in one style.
  func pieces(_ columns: Int, _ options: RenderOptions) -> [SpanLayout.Piece]? {
    let isGroup =
      switch cell.content {
      case .group, .choice: true
      default: false
      }
    if width <= columns {
      guard isGroup, options.color || options.breaksLines else { return nil }
      return SpanLayout.pieces(of: [cell], options, columns: .max, cutsText: true)
    }
    let pieces = SpanLayout.pieces(of: [cell], options, columns: columns, cutsText: true)
    return SpanLayout.beginning(of: pieces, columns, ascii: options.ascii)
  }
}
