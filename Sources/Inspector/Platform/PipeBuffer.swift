import Foundation
import SessionFormat

/// A queue of bytes between two ends of a pipe; neither adding nor taking moves the rest.
final class PipeBuffer {
  /// The room for one read.
  private static let chunk = 1 << 16

  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 1)
  private var start = 0
  private var searched = 0
  private var end = 0

  deinit { memory.deallocate() }

  var count: Int { end - start }

  var isEmpty: Bool { end == start }

  /// Adds bytes at the end.
  ///
  /// Complexity: O(count), amortised.
  func append(_ bytes: [UInt8]) {
    makeRoom(bytes.count)
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
    }
    end += bytes.count
  }

  /// Calls a body with all bytes.
  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    body(UnsafeRawBufferPointer(rebasing: memory[start..<end]))
  }

  /// Takes bytes from the beginning.
  func drop(_ count: Int) {
    start += count
    searched = max(searched, start)
  }

  /// Takes the first line and its line end; nil if no line is complete.
  func nextLine() -> [UInt8]? {
    guard let base = memory.baseAddress,
      let found = Memory.first(0x0A, in: base + searched, end - searched)
    else {
      searched = end
      return nil
    }
    let lineEnd = UnsafeRawPointer(found) - UnsafeRawPointer(base)
    defer {
      start = lineEnd + 1
      searched = start
    }
    let hasReturn = lineEnd > start && memory[lineEnd - 1] == 0x0D
    return Array(memory[start..<(hasReturn ? lineEnd - 1 : lineEnd)])
  }

  /// The first bytes as text, for messages.
  func beginning(_ count: Int) -> String {
    String(decoding: memory[start..<min(end, start + count)], as: UTF8.self)
  }

  /// Adds the bytes of one read; false at the end of the input.
  func read(_ descriptor: Int32) -> Bool {
    makeRoom(Self.chunk)
    let room = UnsafeMutableRawBufferPointer(rebasing: memory[end...])
    let count = Foundation.read(descriptor, room.baseAddress, room.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    end += count
    return count > 0
  }

  private func makeRoom(_ more: Int) {
    if memory.count - end >= more { return }
    let size = count
    if size + more > memory.count / 2 {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(memory.count * 2, size + more), alignment: 1)
      withBytes { larger.copyMemory(from: $0) }
      memory.deallocate()
      memory = larger
    } else {
      withBytes { memory.copyMemory(from: $0) }
    }
    (searched, start, end) = (searched - start, 0, size)
  }
}
