import Inspector

/// A table that is written while its rows come: the first appear at once and few are kept.
///
/// The first rows are laid out together, and then the next as many on another thread, while further
/// rows come. Between those a column grows if a row needs it, and never shrinks. So a table with no
/// more rows than that looks like one that waited for all of them.
struct GrowingTable {
  /// Makes the cells of the lines of one row; called on any thread.
  typealias Row = @Sendable () -> [[Span]]

  /// Rows as text, and how wide the columns are then.
  private struct Part: Sendable {
    let text: String
    let widths: [Int]
  }

  private let table: Table
  private let options: RenderOptions
  private var held: [Row] = []
  private var widths: [Int]?
  private var coming: Aside<Part>?
  private(set) var isEmpty = true
  /// The work of making the rows that are held.
  private var work = 0

  /// How many rows are laid out together.
  static let first = 256
  /// More work than this ends a part early, so that nobody waits for it.
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
    work: Int = 0, wide: () -> [Span], to sink: (String) -> Void, _ row: @escaping Row
  ) {
    isEmpty = false
    self.work += work
    if held.count == Self.first || (self.work > Self.longest && !held.isEmpty) {
      makePart(wide, to: sink)
      self.work = work
    } else if coming?.isDone == true {
      takePart(to: sink)
    }
    held.append(row)
  }

  /// Writes what is still held.
  mutating func finish(to sink: (String) -> Void) {
    takePart(to: sink)
    guard !held.isEmpty else { return }
    take(Self.part(table, held, widths ?? [], options), to: sink)
    held = []
  }

  /// Makes text of the held rows; of all but the first on another thread.
  private mutating func makePart(_ wide: () -> [Span], to sink: (String) -> Void) {
    takePart(to: sink)
    let rows = held
    held.removeAll(keepingCapacity: true)
    guard let widths else {
      let widths = Table.widths(of: wide(), options)
      return take(Self.part(table, rows, widths, options), to: sink)
    }
    coming = Aside { [table, options] in Self.part(table, rows, widths, options) }
  }

  /// Writes what the other thread makes, if it makes anything.
  private mutating func takePart(to sink: (String) -> Void) {
    guard let coming else { return }
    self.coming = nil
    take(coming.result, to: sink)
  }

  private mutating func take(_ part: Part, to sink: (String) -> Void) {
    widths = part.widths
    sink(part.text)
  }

  private static func part(
    _ table: Table, _ rows: [Row], _ widths: [Int], _ options: RenderOptions
  ) -> Part {
    var (table, widths) = (table, widths)
    for row in rows { for line in row() { table.row(line) } }
    return Part(text: table.text(options, widening: &widths), widths: widths)
  }
}
