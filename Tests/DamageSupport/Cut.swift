/// The rest of a sample that was cut off at some byte.
public struct Cut: Sendable {
  /// The line in which it was cut off, from 0; the number of lines if nothing is missing.
  public let line: Int
  /// The offset of that line.
  public let start: Int
  /// How many bytes of the line are left.
  public let rest: Int
  /// Whether the line can still be read: nothing of it is missing except its line end, or a part of
  /// that.
  public let isWhole: Bool
  /// Whether a part of the line is left that cannot be read.
  public var isTorn: Bool { rest > 0 && !isWhole }
  /// The lines that are lost.
  public let lost: Set<Int>
}

extension DamageSample {
  /// The rest of the sample if the file ends after `count` bytes.
  public func cut(after count: Int) -> Cut {
    let starts = starts
    let line = starts.lastIndex { $0 <= count } ?? 0
    let rest = count - starts[line]
    let isWhole =
      rest > 0 && chunks[line][..<rest].last { $0 != 0x0D } == UInt8(ascii: "}")
      && chunks[line][rest...].allSatisfy { $0 == 0x0D || $0 == 0x0A }
    return Cut(
      line: line, start: starts[line], rest: rest, isWhole: isWhole,
      lost: Set((isWhole ? line + 1 : line)..<max(lines.count, isWhole ? line + 1 : line)))
  }
}
