import SessionFormat

/// What reading a session may cost, as it may come from a stranger.
///
/// A few kilobytes of gzip, or a patch that copies a state into itself, can stand for gigabytes; a
/// pipe may never end; and a value that is read takes up to twelve times its text in memory.
public struct ReadingLimits: Equatable, Sendable {
  /// The most bytes that a gzipped session may inflate to.
  public var inflatedBytes: Int
  /// The most bytes that a gzipped byte may stand for, on average; deflate itself ends at 1032.
  ///
  /// Asked only beyond the first 16 MiB, as no small session is a danger.
  public var inflationRatio: Int
  /// The most bytes of a line, its line end left out, and of the text of a state that patches make.
  public var lineBytes: Int
  /// The most bytes that are read of what is no file, such as a pipe.
  public var streamBytes: Int
  /// The most bytes of a state's text that patches may make of each byte that was read.
  ///
  /// Asked only beyond the first 4 MiB.
  public var patchRatio: Int
  /// From how many bytes on the ratio is asked.
  var ratioFrom = 16 << 20

  /// Limits: 1 GiB and 300 bytes for one of gzip, 128 MiB of a line or a state, 1 GiB of a stream,
  /// and 32 bytes for one by patches, unless others are given.
  public init(
    inflatedBytes: Int = 1 << 30, inflationRatio: Int = 300, lineBytes: Int = 1 << 27,
    streamBytes: Int = 1 << 30, patchRatio: Int = 32
  ) {
    self.inflatedBytes = inflatedBytes
    self.inflationRatio = inflationRatio
    self.lineBytes = lineBytes
    self.streamBytes = streamBytes
    self.patchRatio = patchRatio
  }

  /// What patches may make of a state, in a session of so many bytes.
  func patches(bytesRead: Int) -> JSONPatch.Limits {
    JSONPatch.Limits(textSize: lineBytes, ratio: patchRatio, bytesRead: bytesRead)
  }
}
