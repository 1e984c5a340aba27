import Inspector

/// A table that is written while its rows come: the first appears at once and none is kept.
///
/// The first rows are laid out together. From then on a column grows if a row needs it, and never
/// shrinks. So a table with no more rows than that looks like one that waited for all of them.
struct GrowingTable {
  private var table: Table
  private let options: RenderOptions
  private var widths: [Int]?
  private(set) var isEmpty = true
  /// The work of making the rows that are held.
  private var work = 0

  /// How many rows are laid out together at first.
  static let first = 256
  /// More work than this ends the first rows early, so that nobody waits for it.
  static let longest = 1 << 25

  /// A table like one without rows.
  init(_ table: Table, _ options: RenderOptions) {
    self.table = table
    self.options = options
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - work: The work of making it, in about the time of reading one byte.
  ///   - wide: Cells that must have room from the first row on; called if there are more rows than
  ///     are laid out together.
  mutating func row(
    _ cells: [Span], work: Int = 0, wide: () -> [Span], to sink: (String) -> Void
  ) {
    isEmpty = false
    self.work += work
    if widths == nil, table.count == Self.first || self.work > Self.longest {
      widths = Table.widths(of: wide(), options)
      finish(to: sink)
    }
    table.row(cells)
    if widths != nil { finish(to: sink) }
  }

  /// Writes what is still held.
  mutating func finish(to sink: (String) -> Void) {
    guard table.count > 0 else { return }
    var widths = widths ?? []
    sink(table.lines(options, widening: &widths).map { $0 + "\n" }.joined())
    self.widths = widths
    table.removeRows()
  }
}
