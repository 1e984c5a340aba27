import Foundation
import SessionFormat

/// Where the lines of a session begin, and of which kind they are, found without parsing them: five
/// bytes a line.
///
/// A session may be of several parts, each with bytes of its own, and the last of them may grow; a
/// copy of the index shares nearly all of it. An element is a line of a file, blank ones included, so
/// that its place in the part tells its number. What a
/// writer puts first (`kind`, `n`, then `state` or `patch`) is read from the front of each line; a
/// line of another layout is parsed.
struct LineIndex: Sendable, RandomAccessCollection {
  enum Kind: UInt8, Sendable {
    case session, action, input, state, keyframe, outside, dispatched, mark, gap, end, unknown
    /// A line that cannot be read.
    case damaged
    /// Nothing but blanks, which is no line of the session.
    case blank
  }

  struct Entry: Sendable {
    let start: Int
    /// Without its line end.
    let count: Int
    /// The line in the file, from 1.
    let number: Int
    let kind: Kind
    /// The part of the session that the line is of.
    var part = 0
  }

  /// Some lines of a part, near enough to each other for short offsets.
  private struct Block: Sendable {
    let part: Int
    /// Where the first line begins in the bytes of the part.
    let base: Int
    /// How many lines there are before it.
    let first: Int
    /// Where the last line ends, its line end included.
    var end: Int
    var starts: [UInt32] = []
    var kinds: [UInt8] = []
  }

  /// What a line says of its place in the session.
  struct Place: Sendable {
    let kind: Kind
    let n: Int
    /// Whether the line carries a whole state.
    let isWhole: Bool
  }

  private static let blockSize = 1 << 30
  private static let linesInBlock = 1 << 15

  private var blocks: [Block] = []
  /// Each part: its bytes, and how many lines there are before it.
  private var parts: [(bytes: Data, first: Int)] = []
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// An index without lines.
  init() {}

  /// The lines of a stretch of a file, each of which is told where it is not blank.
  init(_ bytes: Data, _ stretch: Range<Int>, found: (Place, _ index: Int) -> Void) {
    addPart(bytes)
    read(bytes, stretch, found: found)
  }

  /// Adds a part, whose lines are still to be read.
  mutating func addPart(_ bytes: Data) { parts.append((bytes, count)) }

  /// Finds the lines of a stretch of the last part, and tells each that is not blank, in order.
  ///
  /// Complexity: O(size of the stretch); hardly more than looking for its line ends.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the part, which may have grown; what they were they still are.
  ///   - stretch: Whole lines, beginning where the lines that were read before end.
  mutating func read(
    _ bytes: Data, _ stretch: Range<Int>, found: (Place, _ index: Int) -> Void
  ) {
    parts[parts.count - 1].bytes = bytes
    bytes.withUnsafeBytes { all in
      guard let base = all.bindMemory(to: UInt8.self).baseAddress else { return }
      read(base, from: stretch.lowerBound, to: stretch.upperBound, found)
    }
  }

  subscript(index: Int) -> Entry {
    let block = block(of: index)
    return entry(index, block, parts[block.part])
  }

  private func entry(
    _ index: Int, _ block: Block, _ part: (bytes: Data, first: Int)
  ) -> Entry {
    let at = index - block.first
    let start = block.base + Int(block.starts[at])
    let next = at + 1 < block.starts.count ? block.base + Int(block.starts[at + 1]) : block.end
    return Entry(
      start: start, count: Self.lineEnd(start, next, part.bytes) - start,
      number: index - part.first + 1, kind: Kind(rawValue: block.kinds[at]) ?? .damaged,
      part: block.part)
  }

  /// Tells the lines of a stretch one after the other, until one is not accepted.
  ///
  /// Complexity: O(1) a line; the subscript looks for each.
  ///
  /// - Returns: Whether all were accepted.
  func allSatisfy(in stretch: Range<Int>, _ accepts: (_ index: Int, Entry) -> Bool) -> Bool {
    var index = stretch.lowerBound
    while index < stretch.upperBound {
      let block = block(of: index)
      let part = parts[block.part]
      let end = Swift.min(stretch.upperBound, block.first + block.starts.count)
      while index < end {
        guard accepts(index, entry(index, block, part)) else { return false }
        index += 1
      }
    }
    return true
  }

  /// Where a line ends, its line end left out.
  private static func lineEnd(_ start: Int, _ next: Int, _ bytes: Data) -> Int {
    bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      guard next > 0, all[next - 1] == 0x0A else { return next }
      let end = next - 1
      return end > start && all[end - 1] == 0x0D ? end - 1 : end
    }
  }

  /// The bytes of a line as they stand in its file, unchecked.
  ///
  /// Complexity: O(log size), without looking for line ends.
  func withBytes<T>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let number = blockNumber(of: index)
    let at = index - blocks[number].first
    let start = blocks[number].base + Int(blocks[number].starts[at])
    let next =
      at + 1 < blocks[number].starts.count
      ? blocks[number].base + Int(blocks[number].starts[at + 1]) : blocks[number].end
    return parts[blocks[number].part].bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      var end = next
      if next > start, all[next - 1] == 0x0A {
        end = next - 1
        if end > start, all[end - 1] == 0x0D { end -= 1 }
      }
      return body(all.extracting(start..<end))
    }
  }

  private func block(of index: Int) -> Block { blocks[blockNumber(of: index)] }

  private func blockNumber(of index: Int) -> Int {
    var (low, high) = (0, blocks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].first <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  // MARK: Reading

  private mutating func read(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int,
    _ found: (Place, Int) -> Void
  ) {
    let part = parts.count - 1
    var start = start
    while start < end {
      var block = lastBlock(part, start)
      while start < end, block.starts.count < Self.linesInBlock,
        start - block.base < Self.blockSize
      {
        let feed = Memory.first(0x0A, in: bytes + start, end - start)
        let next = feed.map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) + 1 } ?? end
        var stop = feed == nil ? end : next - 1
        if feed != nil, stop > start, bytes[stop - 1] == 0x0D { stop -= 1 }
        let place = Self.place(UnsafeBufferPointer(start: bytes + start, count: stop - start))
        block.starts.append(UInt32(truncatingIfNeeded: start - block.base))
        block.kinds.append(place.kind.rawValue)
        if place.kind != .blank { found(place, count) }
        count += 1
        start = next
      }
      block.end = start
      blocks.append(block)
    }
  }

  /// The last block, taken out, where it has room for lines from there on; else a new one.
  private mutating func lastBlock(_ part: Int, _ start: Int) -> Block {
    if let last = blocks.last, last.part == part, last.starts.count < Self.linesInBlock,
      start - last.base < Self.blockSize
    {
      return blocks.removeLast()
    }
    var block = Block(part: part, base: start, first: count, end: start)
    guard blocks.last?.part == part else { return block }
    // Growing by doubling would take up to twice the memory.
    block.starts.reserveCapacity(Self.linesInBlock)
    block.kinds.reserveCapacity(Self.linesInBlock)
    return block
  }

  /// What a line says of its place, read from its front, or parsed where that is laid out otherwise.
  static func place(_ line: UnsafeBufferPointer<UInt8>) -> Place {
    if let place = LineFront.place(line) { return place }
    return isBlank(line) ? Place(kind: .blank, n: 0, isWhole: false) : parsed(line)
  }

  /// Whether a line has nothing but blanks.
  static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private static func parsed(_ line: UnsafeBufferPointer<UInt8>) -> Place {
    guard let document = try? JSONParser().parse(line), let name = document["kind"]?.string
    else { return Place(kind: .damaged, n: 0, isWhole: false) }
    let kind = LineFront.kind(name) ?? .unknown
    // A line that needs a number and has none is read again, for its fault, when it is met.
    guard let n = document["n"]?.int, (0...Int.max / 4).contains(n) else {
      let isFree = kind == .unknown || kind == .session
      return Place(kind: isFree ? kind : .damaged, n: 0, isWhole: false)
    }
    return Place(kind: kind, n: n, isWhole: kind == .keyframe || document["state"] != nil)
  }
}
