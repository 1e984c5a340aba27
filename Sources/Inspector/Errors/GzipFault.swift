/// The limit that a gzipped session exceeds.
public enum InflationLimit: Equatable, Sendable {
  /// ``ReadingLimits/inflatedBytes``.
  case bytes(Int)
  /// ``ReadingLimits/inflationRatio``.
  case ratio(Int)
}

/// What is wrong with a gzipped file; the part that can be inflated is still read.
public enum GzipFault: Equatable, Sendable {
  /// It ends too early.
  case cutOff
  /// It cannot be inflated from about this byte of the gzipped file on.
  case damaged(offset: Int)
  /// The inflated bytes do not match the checksum.
  case wrongChecksum
  /// This number of bytes after the end of the gzip are not gzip.
  case trailing(bytes: Int)

  /// Whether the end of the session may be missing.
  var losesEnd: Bool {
    if case .trailing = self { false } else { true }
  }

  /// The fault as a message.
  public var description: String {
    switch self {
    case .cutOff: "the gzip was cut off: the end of the session is missing"
    case .damaged(let offset):
      "the gzip is damaged at about its byte \(offset): the rest of the session is missing"
    case .wrongChecksum: "the gzip is damaged: its checksum does not match the inflated bytes"
    case .trailing(let bytes):
      "\(CountText.words(bytes, "byte")) after the end of the gzip are not gzip, and are left out"
    }
  }
}
