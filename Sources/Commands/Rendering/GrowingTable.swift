import Inspector

/// A table that is written while its rows come, so that the first is seen at once and none is kept.
///
/// The first rows are laid out together; from then on a column grows where a row needs it, and never
/// shrinks. So a table of no more rows than that looks as one that waited for all of them.
struct GrowingTable {
  private var table: Table
  private let options: RenderOptions
  private var widths: [Int]?
  private(set) var isEmpty = true
  /// What the rows that are held took to make.
  private var work = 0

  /// How many rows are laid out together.
  static let first = 256
  /// So much work ends them before, as nobody should wait for it.
  static let longest = 1 << 25

  /// A table like one without rows.
  init(_ table: Table, _ options: RenderOptions) {
    self.table = table
    self.options = options
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - work: What it took to make, in about the time of reading so many bytes.
  ///   - wide: Cells for which there is to be room from the first row on, asked for where there are
  ///     more rows than are laid out together.
  mutating func row(
    _ cells: [Span], work: Int = 0, wide: () -> [Span], to sink: (String) -> Void
  ) {
    isEmpty = false
    self.work += work
    if widths == nil, table.count == Self.first || self.work > Self.longest {
      widths = Table.widths(of: wide(), options)
      flush(to: sink)
    }
    table.row(cells)
    if widths != nil { flush(to: sink) }
  }

  /// Writes what is still held.
  mutating func finish(to sink: (String) -> Void) { flush(to: sink) }

  private mutating func flush(to sink: (String) -> Void) {
    guard table.count > 0 else { return }
    var widths = widths ?? []
    sink(table.lines(options, widening: &widths).map { $0 + "\n" }.joined())
    self.widths = widths
    table.removeRows()
  }
}
