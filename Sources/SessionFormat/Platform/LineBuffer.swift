internal import Foundation

/// A queue of bytes from which lines are taken.
///
/// Adding takes O(count), amortised; taking moves no bytes.
package final class LineBuffer {
  /// The least room for one read.
  private static let chunk = 1 << 16

  private var memory = Memory.room(chunk)
  private var capacity = chunk
  private var start = 0
  private var searched = 0
  private var end = 0

  package init() {}

  deinit { Memory.free(memory) }

  package var count: Int { end - start }

  package var isEmpty: Bool { end == start }

  /// All bytes; valid until some are added.
  package var bytes: UnsafeBufferPointer<UInt8> { stretch(start..<end) }

  private func stretch(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (memory + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// Adds bytes at the end.
  package func add(_ bytes: [UInt8]) {
    makeRoom(bytes.count)
    bytes.withUnsafeBytes {
      if let base = $0.baseAddress { Memory.copy(base, to: memory + end, $0.count) }
    }
    end += bytes.count
  }

  /// Adds the bytes of one `read(2)`, and returns what that returned.
  package func read(_ descriptor: Int32) -> Int {
    makeRoom(Self.chunk)
    let count = Foundation.read(descriptor, memory + end, capacity - end)
    end += max(0, count)
    return count
  }

  /// Takes bytes from the beginning.
  package func drop(_ count: Int) {
    start += count
    searched = max(searched, start)
  }

  /// Takes the first line and its line feed; nil if no line is complete.
  ///
  /// The line is without the line feed, and valid until bytes are added.
  package func nextLine() -> UnsafeBufferPointer<UInt8>? {
    guard let feed = Memory.first(0x0A, in: memory + searched, end - searched) else {
      searched = end
      return nil
    }
    let line = stretch(start..<feed - memory)
    drop(line.count + 1)
    return line
  }

  private func makeRoom(_ more: Int) {
    if capacity - end >= more { return }
    memory.copyMemory(from: memory + start, byteCount: count)
    (searched, start, end) = (searched - start, 0, count)
    guard end + more > capacity / 2 else { return }
    capacity = max(capacity * 2, end + more)
    memory = Memory.room(capacity, insteadOf: memory)
  }
}
