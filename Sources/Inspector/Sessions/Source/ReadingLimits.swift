/// How much a compressed session may grow while it is read.
///
/// A few kilobytes of gzip can stand for gigabytes, and a session may come from a stranger.
public struct ReadingLimits: Equatable, Sendable {
  /// The most bytes that a gzipped session may inflate to.
  public var inflatedBytes: Int
  /// The most bytes that a gzipped byte may stand for, on average; deflate itself ends at 1032.
  ///
  /// Asked only beyond the first 16 MiB, as no small session is a danger.
  public var inflationRatio: Int
  /// From how many bytes on the ratio is asked.
  var ratioFrom = 16 << 20

  /// Limits: 1 GiB, and 300 bytes for one, unless others are given.
  public init(inflatedBytes: Int = 1 << 30, inflationRatio: Int = 300) {
    self.inflatedBytes = inflatedBytes
    self.inflationRatio = inflationRatio
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
