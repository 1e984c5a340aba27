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

/// The limit that a gzipped session is beyond.
public enum InflationLimit: Equatable, Sendable {
  /// ``ReadingLimits/inflatedBytes``.
  case bytes(Int)
  /// ``ReadingLimits/inflationRatio``.
  case ratio(Int)
}

/// What is wrong with a gzipped file; what could be inflated is read all the same.
public enum GzipFault: Equatable, Sendable {
  /// It ends in the middle.
  case cutOff
  /// From about this byte of the gzipped file on it cannot be inflated.
  case damaged(offset: Int)
  /// What was inflated is not what was compressed.
  case wrongChecksum
  /// So many bytes after its end are no gzip.
  case trailing(bytes: Int)

  /// Whether the end of the session may be missing.
  var losesEnd: Bool {
    if case .trailing = self { false } else { true }
  }

  /// The fault in words.
  public var description: String {
    switch self {
    case .cutOff: "the gzip was cut off: the end of the session is missing"
    case .damaged(let offset):
      "the gzip is damaged at about its byte \(offset): the rest of the session is missing"
    case .wrongChecksum: "the gzip is damaged: its checksum is not that of what was inflated"
    case .trailing(let bytes):
      "\(ValueText.count(bytes, "byte")) after the end of the gzip are no gzip, and are left out"
    }
  }
}
