internal import Foundation

/// A parsed JSON text with its tape; values refer to it and keep it alive.
///
/// It is immutable, so any number of threads may read it.
final class ParsedText: @unchecked Sendable {
  let tape: Tape
  private let memory: UnsafeMutableRawPointer
  /// The nodes of a long tape, which are in separate memory.
  private let nodes: UnsafeMutablePointer<TapeNode>?
  /// The size of the text and its tape in bytes.
  let memorySize: Int
  /// Whether the text is JSON as it is, and not leaves in sequence.
  let isVerbatim: Bool

  /// A tape with more nodes is taken over, not copied.
  private static let mostCopied = 1 << 14

  /// Memory for nodes, tables and a text, in this order; the tables are copied.
  ///
  /// - Parameter taken: The nodes, if they are in other memory, which is then freed with this.
  private init(
    nodes count: Int, taken: UnsafeMutablePointer<TapeNode>? = nil,
    tables: UnsafeBufferPointer<Int>, textCount: Int, isVerbatim: Bool
  ) {
    let nodeSize = count * MemoryLayout<TapeNode>.stride
    let tableSize = tables.count * MemoryLayout<Int>.stride
    memorySize = nodeSize + tableSize + textCount + 1
    let start = taken == nil ? nodeSize : 0
    memory = .allocate(
      byteCount: start + tableSize + textCount + 1, alignment: MemoryLayout<TapeNode>.alignment)
    if let items = tables.baseAddress { Memory.copy(items, to: memory + start, tableSize) }
    nodes = taken
    self.isVerbatim = isVerbatim
    tape = Tape(
      text: UnsafePointer((memory + start + tableSize).assumingMemoryBound(to: UInt8.self)),
      textCount: textCount,
      nodes: taken ?? memory.bindMemory(to: TapeNode.self, capacity: count), count: count,
      tables: OffsetStack(
        reading: (memory + start).bindMemory(to: Int.self, capacity: tables.count),
        count: tables.count))
  }

  /// Copies a tape and its text into one new block of memory.
  private convenience init(copying tape: Tape) {
    self.init(like: tape, of: UnsafeBufferPointer(start: tape.text, count: tape.textCount))
    Memory.copy(tape.nodes, to: self.tape.nodes, tape.count * MemoryLayout<TapeNode>.stride)
  }

  /// Takes over the nodes of a tape, and copies its text and its tables.
  private convenience init(taking tape: inout Tape) {
    let count = tape.count
    self.init(
      nodes: count, taken: tape.takeNodes(), tables: tape.tables.all, textCount: tape.textCount,
      isVerbatim: true)
    Memory.copy(tape.text, to: text, tape.textCount)
  }

  /// Copies a text and the tables of a tape.
  ///
  /// The caller fills in the nodes; there are as many as on that tape.
  private convenience init(like tape: Tape, of text: UnsafeBufferPointer<UInt8>) {
    self.init(
      nodes: tape.count, tables: tape.tables.all, textCount: text.count, isVerbatim: true)
    if let start = text.baseAddress { Memory.copy(start, to: self.text, text.count) }
  }

  /// A tape without tables and its text, both written by the closure.
  convenience init(
    nodes count: Int, textCount: Int,
    _ write: (UnsafeMutablePointer<TapeNode>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    self.init(
      nodes: count, tables: UnsafeBufferPointer(start: nil, count: 0), textCount: textCount,
      isVerbatim: false)
    write(tape.nodes, text)
  }

  /// The text, while it is filled in.
  private var text: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: tape.text) }

  deinit {
    memory.deallocate()
    if let nodes { Memory.free(nodes) }
  }

  /// A text without any value.
  static let nothing = ParsedText(copying: .empty)

  /// Parses a text that is one JSON value.
  ///
  /// Complexity: O(count).
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, depthLimit: Int
  ) throws(JSONSyntaxError) -> ParsedText {
    guard let start = text.baseAddress else {
      throw JSONSyntaxError(kind: .unexpectedEnd, offset: 0)
    }
    guard text.count <= Tape.mostBytes else {
      throw JSONSyntaxError(kind: .tooLarge(limit: Tape.mostBytes), offset: 0)
    }
    let scratch = ScratchPool.shared.take()
    defer { ScratchPool.shared.give(scratch) }
    scratch.pointee.tape.text = start
    scratch.pointee.tape.textCount = text.count
    guard scratch.pointee.builder.fill(&scratch.pointee.tape, depthLimit: depthLimit) else {
      throw scratch.pointee.builder.fault(scratch.pointee.tape)
    }
    if scratch.pointee.tape.count > mostCopied {
      return ParsedText(taking: &scratch.pointee.tape)
    }
    return ParsedText(copying: scratch.pointee.tape)
  }

  /// Parses a text that differs from this one only in leaves, which are the same nodes on both
  /// tapes.
  ///
  /// Nil if more differs, or if the text is not one valid JSON value.
  ///
  /// Complexity: O(count), about a tenth of ``read(_:depthLimit:)`` if little differs.
  func following(_ text: UnsafeBufferPointer<UInt8>) -> (text: ParsedText, changed: [Int])? {
    guard isVerbatim, tape.count > 0, text.count <= Tape.mostBytes else { return nil }
    let scratch = ScratchPool.shared.take()
    defer { ScratchPool.shared.give(scratch) }
    let following = ParsedText(like: tape, of: text)
    scratch.pointee.tape.text = following.tape.text
    scratch.pointee.tape.textCount = text.count
    var follower = TapeFollower(tape, text)
    guard
      follower.fill(
        following.tape.nodes, by: &scratch.pointee.builder, &scratch.pointee.tape)
    else { return nil }
    following.tape.measureAgain(follower.changed, since: tape)
    return (following, follower.changed)
  }
}

/// The memory for parsing a text.
private struct ParsingScratch {
  var tape: Tape
  var builder: TapeBuilder

  init() {
    tape = .empty
    builder = TapeBuilder(tape, measures: true)
  }
}

/// The memory of parsed texts, kept for the next ones.
///
/// Only one caller has an item at a time, so all of it is accessed through pointers. Class
/// properties would be checked for exclusivity, which costs a tenth of the time for a short line.
private final class ScratchPool: @unchecked Sendable {
  static let shared = ScratchPool()

  private static let room = 4

  private let lock = NSLock()
  private let idle = UnsafeMutablePointer<UnsafeMutablePointer<ParsingScratch>>.allocate(
    capacity: room)
  private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  private init() { count.initialize(to: 0) }

  func take() -> UnsafeMutablePointer<ParsingScratch> {
    lock.lock()
    defer { lock.unlock() }
    guard count.pointee > 0 else {
      let scratch = UnsafeMutablePointer<ParsingScratch>.allocate(capacity: 1)
      scratch.initialize(to: ParsingScratch())
      return scratch
    }
    count.pointee -= 1
    return idle[count.pointee]
  }

  func give(_ scratch: UnsafeMutablePointer<ParsingScratch>) {
    scratch.pointee.tape.clear()
    scratch.pointee.builder.rest()
    lock.lock()
    let isKept = count.pointee < Self.room
    if isKept {
      idle[count.pointee] = scratch
      count.pointee += 1
    }
    lock.unlock()
    guard !isKept else { return }
    scratch.pointee.builder.free()
    scratch.pointee.tape.free()
    scratch.deallocate()
  }
}
