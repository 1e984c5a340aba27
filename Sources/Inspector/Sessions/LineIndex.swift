import Foundation
import SessionFormat

/// Where the lines of a session begin, and of which kind they are, found without parsing them: five
/// bytes a line.
///
/// An element is a line of the file, blank ones included, so that its place tells its number. What a
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
  }

  /// Lines of a part of the file that is small enough for short offsets.
  private struct Block: Sendable {
    /// Where the part begins in the file.
    let base: Int
    /// How many lines there are before it.
    let first: Int
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

  private var blocks: [Block] = []
  private let bytes: Data
  private(set) var count = 0
  /// Where the last line ends, in bytes.
  private let end: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// Finds the lines of a part of a file, and tells each that is not blank, in order.
  ///
  /// Complexity: O(size of the part); hardly more than looking for its line ends.
  init(_ bytes: Data, _ part: Range<Int>, found: (Place, _ index: Int) -> Void) {
    self.bytes = bytes
    end = part.upperBound
    bytes.withUnsafeBytes { all in
      guard let base = all.bindMemory(to: UInt8.self).baseAddress else { return }
      read(base, from: part.lowerBound, to: part.upperBound, found)
    }
  }

  subscript(index: Int) -> Entry {
    let block = block(of: index)
    let at = index - block.first
    let start = block.base + Int(block.starts[at])
    return Entry(
      start: start, count: lineEnd(index) - start, number: index + 1,
      kind: Kind(rawValue: block.kinds[at]) ?? .damaged)
  }

  /// Where a line ends, its line end left out.
  private func lineEnd(_ index: Int) -> Int {
    let isLast = index + 1 == count
    let next = isLast ? end : start(index + 1)
    return bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      guard next > 0, all[next - 1] == 0x0A else { return next }
      let end = next - 1
      return end > start(index) && all[end - 1] == 0x0D ? end - 1 : end
    }
  }

  private func start(_ index: Int) -> Int {
    let block = block(of: index)
    return block.base + Int(block.starts[index - block.first])
  }

  private func block(of index: Int) -> Block {
    var (low, high) = (0, blocks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].first <= index { low = middle } else { high = middle - 1 }
    }
    return blocks[low]
  }

  // MARK: Reading

  private mutating func read(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int,
    _ found: (Place, Int) -> Void
  ) {
    var start = start
    while start < end {
      var block = Block(base: start, first: count)
      while start < end, start - block.base < Self.blockSize {
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
      blocks.append(block)
    }
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
