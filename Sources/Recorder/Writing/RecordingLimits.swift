/// How large the files of a store may grow, in bytes.
public struct SizeLimits: Sendable, Equatable {
  /// The size at which a session goes on in a new segment, each a file that can be read alone.
  public var segment: Int
  /// The size of all segments of the store in the folder; the oldest are removed first.
  public var total: Int

  /// 16 MiB a segment, 256 MiB in all.
  public static let standard = SizeLimits(segment: 16 << 20, total: 256 << 20)

  /// Limits in bytes; at least one each, and no segment larger than all together.
  public init(segment: Int, total: Int) {
    self.total = max(1, total)
    self.segment = min(max(1, segment), self.total)
  }
}

/// What of a session outlives a loss of power or a crash of the system.
///
/// A crash of the app alone never needs any of this: what was written is the system's.
public enum Durability: Sendable, Equatable {
  /// Whatever the system has written by itself, usually all but the last half minute.
  case system
  /// All but the last interval, in milliseconds, 10 or more; one `fsync` an interval, on a thread of
  /// its own.
  case interval(milliseconds: Int)
  /// Every line, before the step goes on; some hundred microseconds a line.
  case everyLine
}
