import Foundation
import SessionFormat

/// Finds what a crash or power loss left at the end of a file: an incomplete line, and any other
/// data that the disk held after it.
struct TornTail {
  let reader: LineReader

  private var bytes: Data { reader.parts[0].bytes }

  /// The start of the torn tail; nil if the file ends with a whole line.
  ///
  /// It is the last line, if it has no line end and is incomplete, together with all lines before
  /// it that cannot be lines of a session. It begins after `header`.
  func start(behind header: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      var start = Self.lineStart(before: all.count, all)
      var torn: Int?
      if start < all.count, start > header, isTorn(start, all.count) { torn = start }
      if torn == nil, start < all.count { return nil }
      while start > header, start > 0 {
        let end = start - 1
        let before = Self.lineStart(before: end, all)
        guard before > header else { return torn }
        let line = UnsafeBufferPointer(rebasing: all[before..<end])
        if line.first == UInt8(ascii: "{") {
          // The line that was being written when the disk stopped.
          return torn != nil && line.contains(where: Self.isForeign) ? before : torn
        }
        guard line.dropFirst().contains(where: Self.isForeign) else { return torn }
        torn = before
        start = before
      }
      return torn
    }
  }

  /// The fault of a torn tail.
  ///
  /// - Parameter number: The number of its first line.
  func fault(at start: Int, number: Int) -> SessionError {
    let last = LineIndex.Entry(
      start: start, count: bytes.count - start, number: number, kind: .damaged)
    return reader.fault(.torn(bytes: last.count), last)
  }

  /// The offset at which the last line begins: after the last line feed.
  static func lastLine(of bytes: Data) -> Int {
    bytes.withUnsafeBytes { lineStart(before: $0.count, $0.bindMemory(to: UInt8.self)) }
  }

  private func isTorn(_ start: Int, _ end: Int) -> Bool {
    let last = LineIndex.Entry(start: start, count: end - start, number: 0, kind: .damaged)
    if reader.withBytes(of: last, { LineIndex.isBlank($0) }) { return false }
    return reader.error(last) != nil
  }

  private static func lineStart(before end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = end
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return start
  }

  /// Whether no session line can hold the byte: a control character, or one that UTF-8 never uses.
  private static func isForeign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0D: false
    case ..<0x20, 0xC0, 0xC1, 0xF5...: true
    default: false
    }
  }
}
