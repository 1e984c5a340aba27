import Foundation
import SessionFormat

/// Where the lines of a session begin and their kinds, found without parsing: five bytes a line.
///
/// A session may have several parts, each with its own bytes, and the last part may grow. Copies of
/// the index share nearly all of it. An element is a line that is not blank. Blank lines are only
/// counted, because a file may consist of millions of them. What a writer puts first (`kind`, `n`,
/// then `state` or `patch`) is read from the front of each line. A line with another layout is
/// parsed.
package struct LineIndex: Sendable, RandomAccessCollection {
  enum Kind: UInt8, Sendable {
    case session, action, input, state, keyframe, outside, dispatched, mark, gap, end, unknown
    /// A line that cannot be read.
    case damaged
    /// A line of only blanks, which is not indexed.
    case blank
  }

  package struct Entry: Sendable {
    let start: Int
    /// The bytes without the line end.
    package let count: Int
    /// The line in the file, from 1.
    let number: Int
    let kind: Kind
    /// The part of the session that has the line.
    var part = 0
  }

  /// What a line says about its place in the session.
  struct Place: Sendable {
    let kind: Kind
    let n: Int
    /// Whether the line carries a whole state.
    let isWhole: Bool
  }

  private struct Part: Sendable {
    var bytes: Data
    /// The number of lines in the parts before it, without blank ones.
    let first: Int
    /// The number of its lines so far, with blank ones.
    var size = 0
  }

  private var blocks: [LineBlock] = []
  private var parts: [Part] = []
  package private(set) var count = 0

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  init() {}

  /// Indexes the lines of a range of a file.
  init(_ bytes: Data, _ stretch: Range<Int>) {
    addPart(bytes)
    read(bytes, stretch) { _, _ in }
  }

  /// The lines of a part.
  func lines(ofPart part: Int) -> Range<Int> {
    parts[part].first..<(part + 1 < parts.count ? parts[part + 1].first : count)
  }

  /// Adds a part; its lines are read later.
  mutating func addPart(_ bytes: Data) { parts.append(Part(bytes: bytes, first: count)) }

  /// The number, from 1, of the next line of the last part.
  var nextNumber: Int { (parts.last?.size ?? 0) + 1 }

  /// Indexes the lines of a range of the last part, and calls `found` for each in order.
  ///
  /// Complexity: O(size of the range), on all cores; hardly more than a search for its line ends.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the part, which may have grown but not changed.
  ///   - stretch: Whole lines, beginning at the end of the lines read before.
  ///   - pieceSize: The number of bytes worth a core of their own.
  ///   - watch: Who is told how far it is.
  mutating func read(
    _ bytes: Data, _ stretch: Range<Int>, pieceSize: Int = pieceSize, watch: ReadingWatch? = nil,
    found: (Place, _ index: Int) -> Void
  ) {
    parts[parts.count - 1].bytes = bytes
    bytes.withUnsafeBytes { all in
      let text = all.bindMemory(to: UInt8.self)
      var rest = stretch
      while !rest.isEmpty {
        let pieces = Self.pieces(text, rest, pieceSize)
        let read = Parallel.map(pieces.count) { Self.read(bytes, pieces[$0]) }
        for piece in read { add(piece, found) }
        rest = (pieces.last?.upperBound ?? rest.upperBound)..<rest.upperBound
        watch?.note(rest.lowerBound, of: stretch.upperBound)
      }
    }
  }

  /// This number of bytes takes some milliseconds to read.
  private static let pieceSize = 1 << 24

  /// Pieces of whole lines, one for each core, from the beginning of a range on.
  private static func pieces(
    _ text: UnsafeBufferPointer<UInt8>, _ stretch: Range<Int>, _ size: Int
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = stretch.lowerBound
    while start < stretch.upperBound, pieces.count < Parallel.cores {
      var end = stretch.upperBound
      if let base = text.baseAddress, end - start > size,
        let feed = Memory.first(0x0A, in: base + start + size, end - start - size)
      {
        end = UnsafeRawPointer(feed) - UnsafeRawPointer(base) + 1
      }
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  package subscript(index: Int) -> Entry {
    let block = block(of: index)
    return entry(index, block, parts[block.part])
  }

  private func entry(_ index: Int, _ block: LineBlock, _ part: Part) -> Entry {
    let at = index - block.first
    let start = block.start(at)
    return Entry(
      start: start,
      count: part.bytes.withUnsafeBytes { all in
        Self.lineEnd(start, block.end(at), all.bindMemory(to: UInt8.self)) - start
      },
      number: block.number + at + block.blanks(before: at),
      kind: Kind(rawValue: block.kinds[at]) ?? .damaged, part: block.part)
  }

  /// Passes each line of a range to `accepts`, in order, until one is not accepted.
  ///
  /// Complexity: O(1) a line; the subscript searches for each.
  ///
  /// - Returns: Whether all were accepted.
  func allSatisfy(in stretch: Range<Int>, _ accepts: (_ index: Int, Entry) -> Bool) -> Bool {
    var index = stretch.lowerBound
    while index < stretch.upperBound {
      let block = block(of: index)
      let part = parts[block.part]
      let end = Swift.min(stretch.upperBound, block.first + block.count)
      while index < end {
        guard accepts(index, entry(index, block, part)) else { return false }
        index += 1
      }
    }
    return true
  }

  /// Passes each line of a range with its kind and its bytes, in order, until one is not accepted.
  ///
  /// Complexity: O(1) a line.
  ///
  /// - Returns: Whether all were accepted.
  func allSatisfy(
    in stretch: Range<Int>,
    _ accepts: (_ index: Int, Kind, _ line: UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var index = stretch.lowerBound
    while index < stretch.upperBound {
      let block = block(of: index)
      let end = Swift.min(stretch.upperBound, block.first + block.count)
      let isAccepted = parts[block.part].bytes.withUnsafeBytes { all in
        let all = all.bindMemory(to: UInt8.self)
        while index < end {
          let at = index - block.first
          let start = block.start(at)
          let line = all.extracting(start..<Self.lineEnd(start, block.end(at), all))
          guard accepts(index, Kind(rawValue: block.kinds[at]) ?? .damaged, line) else {
            return false
          }
          index += 1
        }
        return true
      }
      guard isAccepted else { return false }
    }
    return true
  }

  /// The offset at which a line ends, without its line end.
  ///
  /// - Parameter next: The offset at which the next line begins.
  static func lineEnd(_ start: Int, _ next: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard next > start, bytes[next - 1] == 0x0A else { return next }
    let end = next - 1
    return end > start && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// The bytes of a line as in its file, unchecked.
  ///
  /// Complexity: O(log size), without a search for line ends.
  func withBytes<T>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let number = blockNumber(of: index)
    let at = index - blocks[number].first
    let (start, next) = (blocks[number].start(at), blocks[number].end(at))
    return parts[blocks[number].part].bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      return body(all.extracting(start..<Self.lineEnd(start, next, all)))
    }
  }

  /// The kind of a line.
  ///
  /// Complexity: O(log size), without a search for line ends.
  func kind(of index: Int) -> Kind {
    let number = blockNumber(of: index)
    return Kind(rawValue: blocks[number].kinds[index - blocks[number].first]) ?? .damaged
  }

  /// The offset at which a line ends in the bytes of its part, with its line end.
  func end(of index: Int) -> Int {
    let number = blockNumber(of: index)
    return blocks[number].end(index - blocks[number].first)
  }

  private func block(of index: Int) -> LineBlock { blocks[blockNumber(of: index)] }

  private func blockNumber(of index: Int) -> Int {
    blocks.indices.dropFirst().partitionPoint { blocks[$0].first > index } - 1
  }

  // MARK: Reading

  /// The lines of a piece of a part.
  private struct Piece: Sendable {
    var blocks: [LineBlock] = []
    /// One for each line.
    var places: [Place] = []
    /// The number of lines, with blank ones.
    var size = 0
  }

  private static func read(_ bytes: Data, _ stretch: Range<Int>) -> Piece {
    bytes.withUnsafeBytes { all in
      guard let base = all.bindMemory(to: UInt8.self).baseAddress else { return Piece() }
      return read(base, from: stretch.lowerBound, to: stretch.upperBound)
    }
  }

  /// Most sessions have lines of some hundred bytes.
  private static let usualLineSize = 256

  private static func read(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Piece {
    var piece = Piece()
    piece.places.reserveCapacity((end - start) / usualLineSize)
    var start = start
    while start < end {
      var block: LineBlock?
      while start < end {
        if let block, block.isFull(at: start) { break }
        piece.size += 1
        if bytes[start] == 0x0A {
          start += 1
          continue
        }
        let feed = Memory.first(0x0A, in: bytes + start, end - start)
        let next = feed.map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) + 1 } ?? end
        var stop = feed == nil ? end : next - 1
        if feed != nil, stop > start, bytes[stop - 1] == 0x0D { stop -= 1 }
        let place = place(UnsafeBufferPointer(start: bytes + start, count: stop - start))
        if place.kind != .blank {
          var longer = block ?? LineBlock(base: start, number: piece.size)
          block = nil
          longer.add(start..<next, place.kind, number: piece.size)
          block = longer
          piece.places.append(place)
        }
        start = next
      }
      if let block { piece.blocks.append(block) }
    }
    return piece
  }

  /// Adds the lines of a piece of the last part.
  private mutating func add(_ piece: Piece, _ found: (Place, Int) -> Void) {
    var first = count
    for place in piece.places {
      found(place, count)
      count += 1
    }
    for var block in piece.blocks {
      (block.part, block.first) = (parts.count - 1, first)
      block.number += parts[parts.count - 1].size
      first += block.count
      if let last = blocks.last, last.part == block.part, last.mayTake(block) {
        blocks[blocks.count - 1].add(block)
      } else {
        // Doubling takes up to twice the memory.
        block.trim()
        blocks.append(block)
      }
    }
    parts[parts.count - 1].size += piece.size
  }

  /// The place of a line, read from its front, or parsed if it has another layout.
  static func place(_ line: UnsafeBufferPointer<UInt8>) -> Place {
    if let place = LineFront.place(line) { return place }
    return isBlank(line) ? Place(kind: .blank, n: 0, isWhole: false) : parsed(line)
  }

  static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private static func parsed(_ line: UnsafeBufferPointer<UInt8>) -> Place {
    guard let document = try? JSONParser().parse(line), let name = document["kind"]?.string
    else { return Place(kind: .damaged, n: 0, isWhole: false) }
    let kind = LineFront.kind(name) ?? .unknown
    // If a line lacks the number that it needs, it is read again later to report the fault.
    guard let n = document["n"]?.int, (0...Int.max / 4).contains(n) else {
      let isFree = kind == .unknown || kind == .session
      return Place(kind: isFree ? kind : .damaged, n: 0, isWhole: false)
    }
    return Place(kind: kind, n: n, isWhole: kind == .keyframe || document["state"] != nil)
  }
}
