internal import Foundation

/// A JSON text that was read once, with its tape; values look into it and keep it alive.
///
/// Immutable, so that any number of threads may read it.
final class ParsedText: @unchecked Sendable {
  let tape: Tape
  private let memory: UnsafeMutableRawPointer
  /// The bytes of the text and its tape.
  let memorySize: Int
  /// Whether the text is JSON as it stands, and not leaves one behind the other.
  let isVerbatim: Bool

  /// Copies a tape and its text into memory of its own, in one piece.
  private init(copying tape: Tape) {
    isVerbatim = true
    let nodes = tape.count * MemoryLayout<TapeNode>.stride
    let tables = tape.tables.count * MemoryLayout<Int>.stride
    memorySize = nodes + tables + tape.textCount + 1
    memory = .allocate(byteCount: memorySize, alignment: 16)
    Memory.copy(tape.nodes, to: memory, nodes)
    Memory.copy(tape.tables.items, to: memory + nodes, tables)
    Memory.copy(tape.text, to: memory + nodes + tables, tape.textCount)
    self.tape = Tape(
      text: UnsafePointer((memory + nodes + tables).assumingMemoryBound(to: UInt8.self)),
      textCount: tape.textCount,
      nodes: memory.bindMemory(to: TapeNode.self, capacity: tape.count), count: tape.count,
      tables: (memory + nodes).bindMemory(to: Int.self, capacity: tape.tables.count))
  }

  /// A tape without tables and its text, written by the closure.
  init(
    nodes count: Int, textCount: Int,
    _ write: (UnsafeMutablePointer<TapeNode>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    isVerbatim = false
    let size = count * MemoryLayout<TapeNode>.stride
    memorySize = size + textCount + 1
    memory = .allocate(byteCount: memorySize, alignment: 16)
    let nodes = memory.bindMemory(to: TapeNode.self, capacity: count)
    let text = (memory + size).bindMemory(to: UInt8.self, capacity: textCount + 1)
    write(nodes, text)
    tape = Tape(
      text: UnsafePointer(text), textCount: textCount, nodes: nodes, count: count,
      tables: (memory + size).assumingMemoryBound(to: Int.self))
  }

  deinit { memory.deallocate() }

  /// A text without anything to look at.
  static let nothing = ParsedText(copying: ParsingScratch.empty)

  /// Reads a text; nil where it is not one valid JSON value.
  ///
  /// Complexity: O(count).
  static func read(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int) -> ParsedText? {
    guard let start = text.baseAddress else { return nil }
    let scratch = ParsingScratch.take()
    defer { ParsingScratch.give(scratch) }
    scratch.tape.text = start
    scratch.tape.textCount = text.count
    guard scratch.builder.fill(&scratch.tape, depthLimit: depthLimit) else { return nil }
    return ParsedText(copying: scratch.tape)
  }
}

/// The memory in which a text is read, kept for the next one.
private final class ParsingScratch: @unchecked Sendable {
  var tape: Tape
  var builder: TapeBuilder

  private static let lock = NSLock()
  nonisolated(unsafe) private static var idle: [ParsingScratch] = []

  /// The tape of no text.
  static var empty: Tape { Tape(text: UnsafePointer(nothing), textCount: 0) }

  private init() {
    tape = Self.empty
    builder = TapeBuilder(tape, measures: true)
  }

  deinit {
    builder.free()
    tape.free()
  }

  static func take() -> ParsingScratch {
    lock.lock()
    defer { lock.unlock() }
    return idle.popLast() ?? ParsingScratch()
  }

  static func give(_ scratch: ParsingScratch) {
    scratch.tape.clear()
    lock.lock()
    defer { lock.unlock() }
    if idle.count < 4 { idle.append(scratch) }
  }

  private nonisolated(unsafe) static let nothing: UnsafeMutablePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return byte
  }()
}
