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

  /// Which values are decoded and encoded again, to find a coding that loses something.
  ///
  /// What does not come back as it went is told as ``RecorderError/lossyCodec(type:path:reason:)``,
  /// once for a type and path: its replay would differ, through no fault of the reducer.
  ///
  /// A check costs about twice the encoding of the value, on the thread of the step and outside
  /// ``SessionRecorder``'s lock. It runs the type's `init(from:)`: a type whose decoding traps or
  /// has effects is not to be checked. What the encoding itself leaves out or rounds comes back
  /// as the same text, so it is not found.
  public enum CodecChecks: Sendable {
    /// Every action, input and state.
    case all
    /// Every action and input; of states the first, those written whole, and the first after each
    /// type of action. With ``Snapshots/full`` that is every state.
    case actionsAndWholeStates
    /// None.
    case none
  }

  /// What the recorder takes from outside; a test gives its own.
  public struct Surroundings: Sendable {
    /// Nanoseconds on a clock that never goes back.
    public var nanoseconds: @Sendable () -> UInt64
    /// The id of a session, a UUID; asked once for each recorder.
    public var id: @Sendable () -> String
    /// The start of a session, RFC 3339 in UTC; asked once for each recorder.
    public var started: @Sendable () -> String
    /// The member `platform` of the header.
    public var platform: JSONValue?
    /// The id of each further segment, and of each excerpt: a UUID of its own.
    public var segmentID: @Sendable () -> String

    /// Surroundings that are all given.
    public init(
      nanoseconds: @escaping @Sendable () -> UInt64, id: String, started: String,
      platform: JSONValue?,
      segmentID: @escaping @Sendable () -> String = Surroundings.newID
    ) {
      self.nanoseconds = nanoseconds
      self.id = { id }
      self.started = { started }
      self.platform = platform
      self.segmentID = segmentID
    }

    /// A new UUID, in lower case.
    public static let newID: @Sendable () -> String = { UUID().uuidString.lowercased() }

    /// The system's clocks, a new id for each recorder, and this process's platform.
    public static var live: Surroundings {
      var live = Surroundings(
        nanoseconds: MonotonicClock.nanoseconds, id: "", started: "",
        platform: Platform.description)
      live.id = newID
      live.started = {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return format.string(from: Date())
      }
      return live
    }

    /// These surroundings for one recorder: id and start are asked for now.
    var settled: Surroundings {
      var settled = self
      let (id, started) = (id(), started())
      settled.id = { id }
      settled.started = { started }
      return settled
    }
  }

  /// Whether states are written as changes or whole.
  public var snapshots = Snapshots.delta
  /// What outlives a loss of power.
  public var durability = Durability.system
  /// How large files may grow; nil for one file without end, and in a folder for the standard.
  public var limits: SizeLimits?
  /// The recorded app, for the header: an object with `name`, `version`, `build`.
  public var app: JSONValue?
  /// What actions of certain types are called in the session: ``ActionRegistry/names``.
  public var actionNames = ActionNames()
  /// How values of the app's own types are rendered where they are not `Encodable`.
  public var renderings = Renderings()
  /// Which values are checked for a coding that loses something.
  public var codecCheck = CodecChecks.actionsAndWholeStates
  /// Whether the header of a session tells which keys, types and cases the state and the actions are
  /// made of, so that another build can say what of an old session it can read.
  ///
  /// They are found when the first action is recorded, by letting the types decode made-up values
  /// (0, empty texts, nothing that is optional), each a few times. That runs their `init(from:)`, and
  /// one may trap on what it does not expect. So it is done in debug builds unless this is set to
  /// false, where such a trap shows at once and to its author, and in others only if this is set to
  /// true: a recorder must never end an app that is in use. It is not done either where
  /// ``codecCheck`` is ``CodecChecks/none``.
  public var tellsTypes = RecorderOptions.isDebugBuild

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
  /// What is hidden before anything is written; nothing, unless it is set.
  public var redactions: Redactions
  /// Clocks and identity.
  public var surroundings: Surroundings
  /// Called where a session is not recorded as it should be, at once and on the thread that met it,
  /// once for each fault; it may use the recorder.
  ///
  /// Until an app sets its own, a debug build says each kind of fault once on standard error, unless
  /// ``printsTroubles`` is false; a release build says nothing.
  public var onTrouble: @Sendable (RecorderError) -> Void {
    get {
      if let handler { return handler }
      guard printsTroubles, Self.isDebugBuild else { return { _ in } }
      return printer.handler
    }
    set { handler = newValue }
  }
  private var handler: (@Sendable (RecorderError) -> Void)?
  /// Whether a debug build of an app that does not set ``onTrouble`` says on standard error what goes
  /// wrong; a release build never does.
  public var printsTroubles = true
  private let printer = TroublePrinter()
  /// Called when a recorder is made for a folder whose newest session has no `end`: the run before
  /// crashed, was killed, or lost power.
  ///
  /// Here are its files.
  public var onUnfinished: (@Sendable (PreviousSession) -> Void)?

  /// Options; all have a default.
  public init(
    snapshots: Snapshots = .delta, app: JSONValue? = nil, redactions: Redactions = .none,
    surroundings: Surroundings = .live,
    onTrouble: (@Sendable (RecorderError) -> Void)? = nil
  ) {
    self.snapshots = snapshots
    self.app = app
    self.redactions = redactions
    self.surroundings = surroundings
    handler = onTrouble
  }
}
