import Foundation
public import SessionFormat

/// How a session is recorded.
public struct RecorderOptions: Sendable {
  /// Whether states are written as changes or whole.
  public enum Snapshots: String, Sendable {
    /// Patches, with a whole state now and then; small.
    case delta
    /// Every state whole; easy to read with other tools.
    case full
  }

  /// What the recorder takes from outside; a test gives its own.
  public struct Surroundings: Sendable {
    /// Nanoseconds on a clock that never goes back.
    public var nanoseconds: @Sendable () -> UInt64
    /// The id of the session, a UUID.
    public var id: String
    /// The start of the session, RFC 3339 in UTC.
    public var started: String
    /// The member `platform` of the header.
    public var platform: JSONValue?

    /// Surroundings that are all given.
    public init(
      nanoseconds: @escaping @Sendable () -> UInt64, id: String, started: String,
      platform: JSONValue?
    ) {
      self.nanoseconds = nanoseconds
      self.id = id
      self.started = started
      self.platform = platform
    }

    /// The system's clocks, a new id, and this process's platform.
    public static var live: Surroundings {
      let format = ISO8601DateFormatter()
      format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      return Surroundings(
        nanoseconds: Platform.monotonicNanoseconds, id: UUID().uuidString.lowercased(),
        started: format.string(from: Date()), platform: Platform.description)
    }
  }

  /// Whether states are written as changes or whole.
  public var snapshots = Snapshots.delta
  /// The recorded app, for the header: an object with `name`, `version`, `build`.
  public var app: JSONValue?
  /// Clocks and identity.
  public var surroundings: Surroundings
  /// Called where a session is not recorded as it should be, at once and on the thread that met it.
  ///
  /// It must not use the recorder.
  public var onTrouble: @Sendable (RecorderError) -> Void

  /// Options; all have a default.
  public init(
    snapshots: Snapshots = .delta, app: JSONValue? = nil, surroundings: Surroundings = .live,
    onTrouble: @escaping @Sendable (RecorderError) -> Void = { _ in }
  ) {
    self.snapshots = snapshots
    self.app = app
    self.surroundings = surroundings
    self.onTrouble = onTrouble
  }
}
