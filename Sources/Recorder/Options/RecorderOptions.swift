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

  /// Which values are decoded and encoded again to find a coding that loses data.
  ///
  /// A value that does not survive this is reported as
  /// ``RecorderError/lossyCodec(type:path:reason:)``, once for each type and path, up to 100 times.
  /// Its replay would differ although the reducer is right.
  ///
  /// A check costs about twice the encoding of the value, on the thread of the step and outside
  /// ``SessionRecorder``'s lock. It runs the type's `init(from:)`: do not check a type whose
  /// decoding traps or has side effects. Data that the encoding itself drops or rounds is not
  /// found.
  ///
  /// A value whose text has at most 256 bytes, and was found sound not long ago, is not checked
  /// again, whatever the choice.
  public enum RoundTripChecks: Sendable {
    /// Every action, input and state.
    case all
    /// Every action and input. The first state, the first state after each type of action, states
    /// written whole (with ``Snapshots/full`` that is every state), and a state of a keyframe once
    /// the lines of states have taken 4 KiB since the last one.
    case actionsAndWholeStates
    /// None.
    case none
  }

  /// The clocks, ids and platform that a recorder uses; a test passes its own.
  public struct Environment: Sendable {
    /// Nanoseconds on a clock that never goes back.
    public var nanoseconds: @Sendable () -> UInt64
    /// The id of a session, a UUID; called once for each recorder.
    public var id: @Sendable () -> String
    /// The start of a session, RFC 3339 in UTC; called once for each recorder.
    public var started: @Sendable () -> String
    /// The member `platform` of the header.
    public var platform: JSONValue?
    /// The id of each further segment and of each excerpt, a new UUID.
    public var segmentID: @Sendable () -> String

    /// Makes surroundings from given values.
    public init(
      nanoseconds: @escaping @Sendable () -> UInt64, id: String, started: String,
      platform: JSONValue?,
      segmentID: @escaping @Sendable () -> String = Environment.newID
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
    public static var live: Environment {
      var live = Environment(
        nanoseconds: MonotonicClock.nanoseconds, id: "", started: "",
        platform: Platform.description)
      live.id = newID
      // Not by a formatter: making one ends the process on Linux if `LC_ALL` is no locale's name.
      live.started = { Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
      return live
    }

    /// These surroundings for one recorder, with the id and the start fixed now.
    var settled: Environment {
      var settled = self
      let (id, started) = (id(), started())
      settled.id = { id }
      settled.started = { started }
      return settled
    }
  }

  /// Whether states are written as changes or whole.
  public var snapshots = Snapshots.delta
  /// How much survives a loss of power.
  public var durability = Durability.system
  /// How large files may grow; nil: no limit for a single file, the standard limits in a folder.
  public var limits: SizeLimits?
  /// The recorded app, for the header.
  public var app: AppInfo?
  /// The names of action types in the session: ``ActionRegistry/names``.
  public var actionNames = ActionNames()
  /// How values of the app's own types are rendered if they are not `Encodable`.
  public var renderings = Renderings()
  /// Which values are checked for a coding that loses data.
  public var roundTripChecks = RoundTripChecks.actionsAndWholeStates
  /// Whether the session's header lists the keys, types and cases of the state and the actions, so
  /// that another build knows what it can read of an old session.
  ///
  /// The recorder finds them at the first action: it lets the types decode made-up values (0, empty
  /// texts, no optional values), each a few times. That runs their `init(from:)`, which may trap on
  /// a value that it does not expect. Debug builds do this unless this is false; there a trap shows
  /// its author at once. Release builds do it only if this is true: a recorder must never end an
  /// app that is in use. No build does it if ``roundTripChecks`` is ``RoundTripChecks/none``.
  public var recordsTypes = RecorderOptions.isDebugBuild

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
  /// What is hidden before anything is written; nothing by default.
  public var redactions: Redactions
  /// Clocks and identity.
  public var environment: Environment
  /// Called once for each fault that keeps the session from being recorded as it should be, at once
  /// and on the thread that met the fault; it may use the recorder.
  ///
  /// If an app does not set it, a debug build prints each kind of fault once on standard error,
  /// unless ``printsErrors`` is false. A release build prints nothing.
  public var onError: @Sendable (RecorderError) -> Void {
    get {
      if let handler { return handler }
      guard printsErrors, Self.isDebugBuild else { return { _ in } }
      return printer.handler
    }
    set { handler = newValue }
  }
  private var handler: (@Sendable (RecorderError) -> Void)?
  /// Whether a debug build of an app that does not set ``onError`` prints faults on standard
  /// error; a release build never does.
  public var printsErrors = true
  private let printer = TroublePrinter()
  /// Called when a recorder is made for a folder whose newest session has no `end`: the previous
  /// run crashed, was killed, or lost power.
  ///
  /// The argument lists its files.
  public var onUncleanExit: (@Sendable (PreviousSession) -> Void)?

  /// Options; all have a default.
  public init(
    snapshots: Snapshots = .delta, app: AppInfo? = nil, redactions: Redactions = .none,
    environment: Environment = .live,
    onError: (@Sendable (RecorderError) -> Void)? = nil
  ) {
    self.snapshots = snapshots
    self.app = app
    self.redactions = redactions
    self.environment = environment
    handler = onError
  }

  /// Whether a state is written as the changes that its encoder found: neither whole, nor with
  /// stand-ins, for which all of it is looked at.
  var writesFoundChanges: Bool { snapshots == .delta && redactions.isEmpty }
}
