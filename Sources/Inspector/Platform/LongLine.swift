import Foundation
import SessionFormat

/// Finds a line that exceeds the limits.
struct LongLine: Equatable {
  /// What a line has too much of.
  enum Excess: Equatable { case bytes, values }

  let excess: Excess
  /// The number of the line, from 1.
  let number: Int

  /// The first line with more bytes or values than the limits, not counting its line end; nil if
  /// there is none.
  ///
  /// Complexity: O(size / limit × length of a line) if there is none, else O(size).
  static func first(in bytes: Data, _ limits: ReadingLimits) -> LongLine? {
    // In a container, a value takes a comma or a bracket beside itself.
    let least = min(limits.lineBytes, 2 * limits.values)
    guard bytes.count > least else { return nil }
    return bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      var start = 0
      while let line = next(in: all, from: start, longerThan: least) {
        let excess: Excess? =
          line.count > limits.lineBytes
          ? .bytes
          : hasMore(than: limits.values, in: UnsafeBufferPointer(rebasing: all[line]))
            ? .values : nil
        if let excess {
          return LongLine(
            excess: excess, number: all[..<line.lowerBound].count { $0 == 0x0A } + 1)
        }
        start = line.upperBound
      }
      return nil
    }
  }

  /// The first line that begins at `start` or later and has more bytes than the limit.
  private static func next(
    in all: UnsafeBufferPointer<UInt8>, from start: Int, longerThan limit: Int
  ) -> Range<Int>? {
    var start = start
    while all.count - start > limit {
      // Of any limit + 1 bytes, one must be a line end.
      var end = start + limit
      if all[end] == 0x0D, end + 1 < all.count, all[end + 1] == 0x0A { end += 1 }
      while end >= start, all[end] != 0x0A { end -= 1 }
      guard end >= start else {
        var length = limit + Self.distance(to: 0x0A, in: all, from: start + limit)
        if length > 0, start + length < all.count, all[start + length - 1] == 0x0D { length -= 1 }
        return start..<start + length
      }
      start = end + 1
    }
    return nil
  }

  /// Whether a JSON text has more values than the limit; of another text, whether it looks so.
  ///
  /// Complexity: O(bytes).
  static func hasMore(than limit: Int, in line: UnsafeBufferPointer<UInt8>) -> Bool {
    var (count, at) = (1, 0)
    while at < line.count {
      switch line[at] {
      case UInt8(ascii: "\""):
        at = endOfString(at, in: line)
      case UInt8(ascii: ","): count += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        // `]` and `}` follow their counterparts at the same distance.
        let isEmpty = at + 1 < line.count && line[at + 1] == line[at] + 2
        if !isEmpty { count += 1 }
      default: break
      }
      if count > limit { return true }
      at += 1
    }
    return false
  }
}

extension LongLine {
  /// The place of the quote that ends a string; the end of the text if none does.
  private static func endOfString(_ start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var at = start
    repeat {
      at += 1
      at += distance(to: UInt8(ascii: "\""), in: text, from: at)
      var escapes = 0
      while text[at - 1 - escapes] == UInt8(ascii: "\\") { escapes += 1 }
      if escapes % 2 == 0 { break }
    } while at < text.count
    return at
  }

  /// How many bytes before the next one of that kind; all that are left if there is none.
  private static func distance(
    to byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    guard start < text.count, let base = text.baseAddress else { return 0 }
    let found = Memory.first(byte, in: base + start, text.count - start)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base + start) } ?? text.count - start
  }
}

extension InspectorError {
  /// The error for such a line of a file.
  init(_ line: LongLine, in file: String, _ limits: ReadingLimits) {
    self =
      switch line.excess {
      case .bytes: .lineTooLong(file: file, line: line.number, limit: limits.lineBytes)
      case .values: .lineTooCrowded(file: file, line: line.number, limit: limits.values)
      }
  }
}
