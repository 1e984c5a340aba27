/// How much of a session file is read when it is opened, and how damage is handled.
public enum ReadingMode: Sendable {
  /// Reads the whole file; any damage except a torn last line is an error.
  case strict
  /// Reads the header and the last line, and other lines on request.
  ///
  /// Leaves out and reports a torn last line; damage found elsewhere is an error.
  case tail
  /// Reads the whole file; leaves out and lists damaged lines.
  ///
  /// States that cannot be known are unknown up to the next whole one. If the header is damaged or
  /// missing, one is made up, and the session can only be inspected.
  case salvage
}

/// The result of reading a session file.
public struct Reading: Equatable, Sendable {
  /// The mode in which the file was opened.
  public let mode: ReadingMode
  /// The number of lines in the file, including damaged but not blank ones.
  public let lines: Int
  /// The number of lines that are left out.
  public let skippedLines: Int
  /// The number of bytes in those, without their line ends.
  public let skippedBytes: Int
  /// The damage found while opening, in the order of the file; at most the first 10,000 places.
  public let faults: [SessionError]
  /// The total number of places of damage.
  public let faultCount: Int
  /// Whether the session was closed.
  public let isClosed: Bool
  /// What was read of each segment, if there are several; a segment that cannot be read at all is
  /// only listed in `faults`.
  package var segments: [SegmentReading] = []
}

extension Reading {
  /// The result of reading all of these files; a single one is no segment.
  init(
    _ mode: ReadingMode, _ files: [SegmentReading], faults: [SessionError] = [],
    faultCount: Int = 0, isClosed: Bool
  ) {
    self.init(
      mode: mode, lines: files.reduce(0) { $0 + $1.lines },
      skippedLines: files.reduce(0) { $0 + $1.skippedLines },
      skippedBytes: files.reduce(0) { $0 + $1.skippedBytes }, faults: faults,
      faultCount: faultCount, isClosed: isClosed, segments: files.count > 1 ? files : [])
  }
}

/// The result of reading one file, such as a segment.
package struct SegmentReading: Equatable, Sendable {
  /// The file.
  package let file: String
  /// The number of lines in it, including damaged but not blank ones.
  package let lines: Int
  /// The number of lines that are left out.
  package let skippedLines: Int
  /// The number of bytes in those, without their line ends.
  package let skippedBytes: Int
}

/// Places of damage: all are counted but only the first are kept, because an untrusted file may
/// have a million.
package struct FaultList: Sendable {
  private static let limit = 10_000

  package private(set) var first: [SessionError] = []
  private(set) var count = 0

  mutating func append(_ fault: SessionError) {
    count += 1
    if first.count < Self.limit { first.append(fault) }
  }

  /// Sorts the places from `start` on, which are in one file, by offset.
  mutating func sort(from start: Int) {
    guard start < first.count else { return }
    first[start...].sort { $0.location.offset < $1.location.offset }
  }
}
