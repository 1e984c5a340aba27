import SessionFormat

/// Lines of a file that are near enough for 32-bit offsets: five bytes a line, and twelve more for
/// any number of blank lines before one.
struct LineBlock: Sendable {
  /// Blank lines before a line.
  private struct Blanks: Sendable {
    /// The line's index in the block.
    let at: UInt32
    /// The end of the line before them, with its line end.
    let end: UInt32
    /// Their number, including all blank lines before them in the block.
    var count: UInt32
  }

  private static let sizeLimit = 1 << 30
  private static let lineLimit = 1 << 15

  var part = 0
  /// The offset of the first line in the bytes of the part.
  let base: Int
  /// The number of lines in the index before this block.
  var first = 0
  /// The number of the first line in its file, from 1.
  var number: Int
  /// The offset at which the last line ends, with its line end.
  private var end: Int
  private var starts: [UInt32] = []
  private(set) var kinds: [UInt8] = []
  private var blanks: [Blanks] = []

  /// A block for a first line, still to be added, that begins at `base`.
  init(base: Int, number: Int) { (self.base, self.number, end) = (base, number, base) }

  var count: Int { starts.count }

  /// The offset at which a line begins.
  func start(_ at: Int) -> Int { base + Int(starts[at]) }

  /// The offset at which a line ends, with its line end.
  func end(_ at: Int) -> Int {
    guard at + 1 < starts.count else { return end }
    let place = place(ofBlanksAtOrBefore: at + 1)
    if let place, Int(blanks[place].at) == at + 1 { return base + Int(blanks[place].end) }
    return base + Int(starts[at + 1])
  }

  /// The number of blank lines in the block before a line.
  func blanks(before at: Int) -> Int {
    place(ofBlanksAtOrBefore: at).map { Int(blanks[$0].count) } ?? 0
  }

  private func place(ofBlanksAtOrBefore at: Int) -> Int? {
    let behind = blanks.indices.partitionPoint { Int(blanks[$0].at) > at }
    return behind > 0 ? behind - 1 : nil
  }

  /// Whether a line that begins at `start` belongs in the next block.
  func isFull(at start: Int) -> Bool {
    starts.count >= Self.lineLimit || start - base >= Self.sizeLimit
  }

  /// Adds the next line that is not blank; its range includes the line end.
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

  /// Whether the lines of the next block of the same part fit into this one.
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

  /// Frees the spare capacity.
  mutating func trim() {
    (starts, kinds) = (
      starts.withUnsafeBufferPointer(Array.init), kinds.withUnsafeBufferPointer(Array.init)
    )
    blanks = blanks.withUnsafeBufferPointer(Array.init)
  }
}
