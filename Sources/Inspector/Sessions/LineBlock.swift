/// Some lines of a file, near enough to each other for short offsets: five bytes a line, and twelve
/// for blank lines before one, however many.
struct LineBlock: Sendable {
  /// Blank lines before a line.
  private struct Blanks: Sendable {
    /// The line, counted in the block.
    let at: UInt32
    /// Where the line before them ends, its line end included.
    let end: UInt32
    /// How many there are, with all before them in the block.
    var count: UInt32
  }

  private static let sizeLimit = 1 << 30
  private static let lineLimit = 1 << 15

  var part = 0
  /// Where the first line begins in the bytes of the part.
  let base: Int
  /// How many lines there are in the index before it.
  var first = 0
  /// The number of the first line in its file, from 1.
  var number: Int
  /// Where the last line ends, its line end included.
  private var end: Int
  private var starts: [UInt32] = []
  private(set) var kinds: [UInt8] = []
  private var blanks: [Blanks] = []

  /// A block whose first line, which is still to be added, begins there.
  init(base: Int, number: Int) { (self.base, self.number, end) = (base, number, base) }

  /// How many lines it has.
  var count: Int { starts.count }

  /// Where a line begins.
  func start(_ at: Int) -> Int { base + Int(starts[at]) }

  /// Where a line ends, its line end included.
  func end(_ at: Int) -> Int {
    guard at + 1 < starts.count else { return end }
    let place = place(ofBlanksAtOrBefore: at + 1)
    if let place, Int(blanks[place].at) == at + 1 { return base + Int(blanks[place].end) }
    return base + Int(starts[at + 1])
  }

  /// How many blank lines of the block stand before a line.
  func blanks(before at: Int) -> Int {
    place(ofBlanksAtOrBefore: at).map { Int(blanks[$0].count) } ?? 0
  }

  private func place(ofBlanksAtOrBefore at: Int) -> Int? {
    var (low, high) = (0, blanks.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(blanks[middle].at) <= at { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Whether a line that begins there goes to the next block.
  func isFull(at start: Int) -> Bool {
    starts.count >= Self.lineLimit || start - base >= Self.sizeLimit
  }

  /// Adds the next line that is not blank, whose stretch includes its line end.
  mutating func add(_ line: Range<Int>, _ kind: LineIndex.Kind, number: Int) {
    let missed = number - self.number - starts.count - blanks(before: starts.count)
    if missed > 0 { keepBlanks(missed) }
    starts.append(UInt32(truncatingIfNeeded: line.lowerBound - base))
    kinds.append(kind.rawValue)
    end = line.upperBound
  }

  private mutating func keepBlanks(_ missed: Int) {
    let count = UInt32(truncatingIfNeeded: missed + Int(blanks.last?.count ?? 0))
    blanks.append(
      Blanks(
        at: UInt32(truncatingIfNeeded: starts.count), end: UInt32(truncatingIfNeeded: end - base),
        count: count))
  }

  /// Whether the lines of the next block of the same part fit in as well.
  func mayTake(_ other: LineBlock) -> Bool {
    starts.count + other.starts.count <= Self.lineLimit && other.end - base < Self.sizeLimit
  }

  /// Adds the lines of the next block of the same part.
  mutating func add(_ other: LineBlock) {
    let distance = UInt32(truncatingIfNeeded: other.base - base)
    let missed = other.number - number - starts.count - Int(blanks.last?.count ?? 0)
    if missed > 0 { keepBlanks(missed) }
    let (lines, before) = (UInt32(truncatingIfNeeded: starts.count), blanks.last?.count ?? 0)
    blanks += other.blanks.map {
      Blanks(at: $0.at + lines, end: $0.end + distance, count: $0.count + before)
    }
    starts += other.starts.map { $0 + distance }
    kinds += other.kinds
    end = other.end
  }

  /// Gives back the memory that growing took.
  mutating func trim() {
    (starts, kinds) = (
      starts.withUnsafeBufferPointer(Array.init), kinds.withUnsafeBufferPointer(Array.init)
    )
    blanks = blanks.withUnsafeBufferPointer(Array.init)
  }
}
