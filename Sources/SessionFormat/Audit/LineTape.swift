/// Reads lines onto a tape and recognises those that are sound and laid out as a writer does it.
///
/// The owner must call ``free()``.
struct LineTape {
  private var builder: TapeBuilder
  private let hasCRC: Bool

  /// Reads lines that must all have a checksum, or must not have one.
  init(hasCRC: Bool, _ tape: Tape) {
    self.hasCRC = hasCRC
    builder = TapeBuilder(tape, measures: true)
  }

  func free() { builder.free() }

  /// The result of reading a line.
  enum Finding {
    /// A sound line of a known kind.
    case usual
    /// A line that needs another check.
    case unusual
    /// Not JSON.
    case broken
  }

  /// Adds a line, a range of the tape's text, to the tape.
  ///
  /// Complexity: O(size).
  mutating func read(_ line: Range<Int>, _ tape: inout Tape) -> Finding {
    let root = tape.count
    guard builder.fill(&tape, line, depthLimit: JSONParser.depthLimit) else { return .broken }
    guard let end = end(of: line, tape), LineShape.isUsual(root, end, tape) else {
      return .unusual
    }
    return .usual
  }

  /// The end of the nodes of the last line, without its checksum.
  ///
  /// Nil if the checksum is wrong or not laid out as a writer does it.
  private func end(of line: Range<Int>, _ tape: Tape) -> Int? {
    guard hasCRC else { return tape.count }
    let bytes = UnsafeBufferPointer(start: tape.text + line.lowerBound, count: line.count)
    return ChecksumTail.soundStart(in: bytes).map { _ in tape.count - 2 }
  }

  /// Makes a tape without lines hold the leaf at that offset of its text.
  ///
  /// Returns the end of the leaf, or nil if there is none.
  mutating func readLeaf(at offset: Int, _ tape: inout Tape) -> Int? {
    builder.leaf(&tape, at: offset) ? builder.at : nil
  }
}

extension Tape {
  /// The value of a line's member; nil if it has no member of that name.
  func member(_ name: StaticString, _ root: Int) -> Int? {
    self.name(root, name.utf8Start, name.utf8CodeUnitCount).map { $0 &+ 1 }
  }

  /// Drops the last nodes and keeps the memory.
  mutating func rewind(to nodes: Int = 0, tables: Int = 0) {
    (count, self.tables.count) = (nodes, tables)
  }
}
