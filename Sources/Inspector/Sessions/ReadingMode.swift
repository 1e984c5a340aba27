/// How much of a session file is read when it is opened, and what damage does.
public enum ReadingMode: Sendable {
  /// The whole file is read, and any damage but a torn last line is an error.
  case strict
  /// The header and the last line are read, and other lines when they are asked for.
  ///
  /// A torn last line is left out and told; damage that is met elsewhere is an error.
  case tail
  /// The whole file is read, and damaged lines are left out and listed.
  ///
  /// States that cannot be known are unknown, up to the next whole one. Where the header is damaged
  /// or missing one is made up, and the session can only be looked at.
  case salvage
}

/// What the reading of a session file came to.
public struct Reading: Equatable, Sendable {
  /// The mode in which the file was opened.
  public let mode: ReadingMode
  /// How many lines the file has, blank ones left out and damaged ones included.
  public let lines: Int
  /// How many of them are left out.
  public let skippedLines: Int
  /// How many bytes those have, without their line ends.
  public let skippedBytes: Int
  /// All damage that was met while opening, in the order of the file; the first 10,000 places.
  public let faults: [SessionError]
  /// How many places of damage there are in all.
  public let faultCount: Int
  /// Whether the session was closed.
  public let isClosed: Bool
  /// What was read of each segment, where the session has several; those that cannot be read at all
  /// are only among the faults.
  package var segments: [SegmentReading] = []
}

/// What the reading of one of several segments came to.
package struct SegmentReading: Equatable, Sendable {
  /// The file.
  package let file: String
  /// How many lines it has, blank ones left out and damaged ones included.
  package let lines: Int
  /// How many of them are left out.
  package let skippedLines: Int
  /// How many bytes those have, without their line ends.
  package let skippedBytes: Int
}

/// Places of damage, of which the first are kept and all are counted: a file of a stranger's may
/// have a million.
package struct FaultList: Sendable {
  private static let limit = 10_000

  package private(set) var first: [SessionError] = []
  private(set) var count = 0

  mutating func append(_ fault: SessionError) {
    count += 1
    if first.count < Self.limit { first.append(fault) }
  }

  /// Brings those from one on, which are of one file, into the order of that file.
  mutating func sort(from start: Int) {
    guard start < first.count else { return }
    first[start...].sort { $0.location.offset < $1.location.offset }
  }
}
