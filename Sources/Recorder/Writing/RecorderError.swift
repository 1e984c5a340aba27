import SessionFormat

/// Why a session cannot be recorded, or is no longer recorded.
public enum RecorderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be made: it is there already, or the system refuses.
  case cannotCreate(path: String, errno: Int32)
  /// A line was not written, or only in part; nothing is written to the file any more.
  case cannotWrite(path: String, errno: Int32)
  /// A step began while another was in its reducer; reported once a session.
  case overlappingSteps(n: Int)
  /// An action or state could not be encoded; it is recorded as opaque.
  case cannotEncode(type: String, reason: String)

  /// The fault in words.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let errno):
      "cannot record to \(JSONValue.string(path)): \(Platform.text(of: errno))"
    case .cannotWrite(let path, let errno):
      "the recording to \(JSONValue.string(path)) stopped: \(Platform.text(of: errno))"
    case .overlappingSteps(let n):
      "action \(n) began while another was being reduced; its state is recorded whole, and a "
        + "replay cannot compare it"
    case .cannotEncode(let type, let reason):
      "\(JSONValue.string(type)) does not encode and is recorded as opaque: \(reason)"
    }
  }
}
