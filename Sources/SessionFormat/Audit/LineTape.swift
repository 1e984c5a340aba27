/// Reads lines onto a tape, and tells those that are sound because they are laid out as a writer
/// does it.
///
/// Whoever makes one must call ``free()``.
struct LineTape {
  private var builder: TapeBuilder
  private let hasCRC: Bool

  /// Reads lines that must all have a checksum, or may not.
  init(hasCRC: Bool, _ tape: Tape) {
    self.hasCRC = hasCRC
    builder = TapeBuilder(tape, measures: true)
  }

  func free() { builder.free() }

  /// What a line turned out to be.
  enum Finding {
    /// A sound line of a kind that is known.
    case usual
    /// One to be looked at in another way.
    case unusual
    /// No JSON.
    case broken
  }

  /// Adds a line, a stretch of the tape's text, to the tape.
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

  /// Behind the last node of the line that was read last, without a checksum that is right and laid
  /// out as a writer does it; nil if there is no such.
  private func end(of line: Range<Int>, _ tape: Tape) -> Int? {
    guard hasCRC else { return tape.count }
    let bytes = UnsafeBufferPointer(start: tape.text + line.lowerBound, count: line.count)
    return ChecksumTail.soundStart(in: bytes).map { _ in tape.count - 2 }
  }

  /// Makes a tape that holds no line hold the leaf at that offset of its text; where it ends, or nil
  /// where there is none.
  mutating func readLeaf(at offset: Int, _ tape: inout Tape) -> Int? {
    builder.leaf(&tape, at: offset) ? builder.at : nil
  }
}

extension Tape {
  /// The value of a line's member; nil if it has none of that name.
  func member(_ name: StaticString, _ root: Int) -> Int? {
    self.name(root, name.utf8Start, name.utf8CodeUnitCount).map { $0 &+ 1 }
  }

  /// Forgets what came last; the memory is kept.
  mutating func rewind(to nodes: Int = 0, tables: Int = 0) {
    (count, self.tables.count) = (nodes, tables)
  }
}
