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
      "\(CountText.words(bytes, "byte")) after the end of the gzip are no gzip, and are left out"
    }
  }
}
