/// How large the files of a store may grow, in bytes.
public struct SizeLimits: Sendable, Equatable {
  /// The size at which a session goes on in a new segment; each segment can be read alone.
  public var segment: Int
  /// The size of all segments of the store in the folder; the oldest are removed first.
  public var total: Int

  /// 16 MiB for a segment, 256 MiB in all.
  public static let standard = SizeLimits(segment: 16 << 20, total: 256 << 20)

  /// Limits in bytes; each is at least one, and a segment is not larger than the total.
  public init(segment: Int, total: Int) {
    self.total = max(1, total)
    self.segment = min(max(1, segment), self.total)
  }
}

/// How much of a session survives a loss of power or a crash of the system.
///
/// A crash of the app alone loses nothing: what was written belongs to the system.
public enum Durability: Sendable, Equatable {
  /// Whatever the system has written by itself, usually all but the last half minute.
  case system
  /// All but the last interval, in milliseconds, 10 or more: one `fsync` an interval, on a thread
  /// of its own.
  case interval(milliseconds: Int)
  /// Every line, before the step goes on; takes some hundred microseconds a line.
  case everyLine
}
