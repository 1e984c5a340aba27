/// What is left of a sample that was cut off somewhere.
public struct Cut: Sendable {
  /// The line in which it was cut off, from 0; one more than there are where nothing is missing.
  public let line: Int
  /// Where that line begins.
  public let start: Int
  /// How many bytes of it are left.
  public let rest: Int
  /// Whether it can be read all the same: nothing of it is missing but its line end, or a part of
  /// that.
  public let isWhole: Bool
  /// Whether a beginning of it is left that cannot be read.
  public var isTorn: Bool { rest > 0 && !isWhole }
  /// The lines that are lost.
  public let lost: Set<Int>
}

extension DamageSample {
  /// What is left where the file ends after so many bytes.
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
