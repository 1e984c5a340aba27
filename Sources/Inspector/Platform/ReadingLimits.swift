import SessionFormat

/// What reading an untrusted session may cost.
///
/// A few kilobytes of gzip, or a patch that copies a state into itself, can become gigabytes. A
/// pipe may never end. A value takes up to a hundred bytes of memory, however short its text is.
public struct ReadingLimits: Equatable, Sendable {
  /// The most bytes that a gzipped session may inflate to.
  public var inflatedBytes: Int
  /// The most bytes per gzipped byte, on average; deflate itself cannot exceed 1032.
  ///
  /// Checked only beyond the first 16 MiB, because small sessions do no harm.
  public var inflationRatio: Int
  /// The most bytes of a line, without its line end, and of a state's text that patches make; for
  /// each 64 of them a line or state may have one value, and 65,536 in any case.
  public var lineBytes: Int
  /// The most bytes to read of an input that is not a file, such as a pipe.
  public var streamBytes: Int
  /// The most bytes of a state's text that patches may make per byte read.
  ///
  /// Checked only beyond the first 4 MiB.
  public var patchRatio: Int
  /// The number of bytes from which on the ratio is checked.
  var ratioFrom = 16 << 20
  /// Who is told how far the reading is; nil if nobody waits.
  package var watch: ReadingWatch?

  /// Limits; the defaults are 1 GiB and 300 bytes per gzipped byte, 128 MiB for a line or a state,
  /// 1 GiB for a stream, and 8 bytes per byte read for patches.
  public init(
    inflatedBytes: Int = 1 << 30, inflationRatio: Int = 300, lineBytes: Int = 1 << 27,
    streamBytes: Int = 1 << 30, patchRatio: Int = 8
  ) {
    self.inflatedBytes = inflatedBytes
    self.inflationRatio = inflationRatio
    self.lineBytes = lineBytes
    self.streamBytes = streamBytes
    self.patchRatio = patchRatio
  }

  /// The most values of a line, and of a state that patches make.
  var values: Int { max(1 << 16, lineBytes / 64) }

  /// The limits of patches in a session of this size.
  func patches(bytesRead: Int) -> JSONPatch.Limits {
    JSONPatch.Limits(
      textSize: lineBytes, values: values, ratio: patchRatio, bytesRead: bytesRead)
  }
}
