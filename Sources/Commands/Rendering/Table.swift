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
  }

  /// One cell: some text in one style.
  typealias Cell = Span

  private let columns: [Column]
  private var rows: [[Cell]] = []

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
  /// A wider cell does not widen the column: one cell as long as the file would pad every row.
  private static let widest = 400

  var count: Int { rows.count }

  mutating func removeRows() { rows.removeAll(keepingCapacity: true) }

  /// The rows as lines without line feeds and without trailing spaces.
  func lines(_ options: RenderOptions) -> [String] {
    var widths: [Int] = []
    return lines(options, widening: &widths)
  }

  /// The width of each cell in columns.
  static func widths(of cells: [Span], _ options: RenderOptions) -> [Int] {
    cells.map { min(DisplayWidth.columns(of: $0.shown(ascii: options.ascii)), Table.widest) }
  }

  /// The rows as lines, in columns of at least these widths unless they are shortened; sets the
  /// widths to those that the rows need.
  func lines(_ options: RenderOptions, widening natural: inout [Int]) -> [String] {
    let texts = rows.map { $0.map { $0.shown(ascii: options.ascii) } }
    let needed = naturalWidths(of: texts)
    natural = needed.indices.map { max(needed[$0], $0 < natural.count ? natural[$0] : 0) }
    let widths = fitted(natural, to: options.width)
    return zip(rows, texts).map { row, texts in
      var line = ""
      var owed = 0
      for (place, (cell, text)) in zip(row, texts).enumerated() {
        let isCut = widths[place] < natural[place] || widths[place] < Table.widest
        let fitting =
          isCut ? DisplayWidth.truncated(text, to: widths[place], ascii: options.ascii) : text
        let free = max(0, widths[place] - DisplayWidth.columns(of: fitting))
        let before = columns[place] == .right ? free : 0
        if !fitting.isEmpty {
          line += String(repeating: " ", count: owed + before)
          line += Page.styled(fitting, cell.style, options)
          owed = 0
        } else {
          owed += before
        }
        owed += free - before + Table.gap
      }
      return line
    }
  }

  private func naturalWidths(of texts: [[String]]) -> [Int] {
    columns.indices.map { place in
      let most = texts.map { place < $0.count ? DisplayWidth.columns(of: $0[place]) : 0 }.max() ?? 0
      return min(most, Table.widest)
    }
  }

  /// Takes the excess from the widest flexible column, again and again.
  ///
  /// No column becomes narrower than eight: a line that is too long is better than an empty one.
  private func fitted(_ natural: [Int], to width: Int) -> [Int] {
    var widths = natural
    let gaps = Table.gap * max(0, columns.count - 1)
    var excess = widths.reduce(gaps, +) - width
    while excess > 0 {
      let order = columns.indices.filter { columns[$0] == .flexible && widths[$0] > Table.least }
        .sorted { (widths[$0], $1) > (widths[$1], $0) }
      guard let widest = order.first else { break }
      let next = order.dropFirst().first.map { widths[$0] } ?? Table.least
      let cut = min(excess, max(1, widths[widest] - max(next, Table.least)))
      widths[widest] -= cut
      excess -= cut
    }
    return widths
  }
}
