/// The first line of a session: what was recorded, by which program, and how.
public struct SessionHeader: LineForm {
  static let kind = "session"
  /// The name in the member `format`.
  public static let format = "hindsight-session"
  /// The version of the format that this library writes and reads.
  public static let version = 1

  /// How the recorder sees the actions.
  public enum Hook: String, Sendable {
    /// Around the reducer (also together with a middleware).
    case reducer
    /// Only in a middleware.
    case middleware
    /// In a callback with the action and both states, after the reducer ran.
    case callback
  }

  /// A place in another session.
  public struct Origin: Equatable, Sendable {
    /// The id of the session.
    public var id: String
    /// The state with which this file begins.
    public var n: Int
    /// Members that this version does not know.
    public var extra: [Member] = []

    /// A place in another session.
    public init(id: String, n: Int) {
      self.id = id
      self.n = n
    }
  }

  /// The session that a branch was saved from, and what was changed.
  public struct Derivation: Equatable, Sendable {
    /// The id of that session.
    public var id: String
    /// The changes, in words.
    public var changes: [String]
    /// Members that this version does not know.
    public var extra: [Member] = []

    /// What a session was derived from.
    public init(id: String, changes: [String]) {
      self.id = id
      self.changes = changes
    }
  }

  /// The version of the format of this file.
  public var version = Self.version
  /// A UUID.
  public var id: String
  /// When the recording began: RFC 3339, UTC.
  public var started: String
  /// The name of the store; it determines what can replay the session.
  public var store: String
  /// How the recorder saw the actions.
  public var hook: Hook?
  /// The type of the state.
  public var stateType: String?
  /// The type of the actions.
  public var actionType: String?
  /// A fingerprint of both types.
  public var fingerprint: JSONValue?
  /// The recorded app: `name`, `version`, `build`.
  public var app: JSONValue?
  /// The recording system: `os`, `arch`, `swift`, `timeZone`, `locale`, `hashing`, `cLocale`.
  public var platform: JSONValue?
  /// `delta` or `full`.
  public var snapshots: String?
  /// Patterns of the redacted places.
  public var redactions: [String]?
  /// The session that this file continues or is an excerpt of.
  public var continues: Origin?
  /// The session that this one was made from.
  public var derived: Derivation?
  /// Features that a reader must support, or else refuse the file.
  public var requires: [String]?
  /// The feature of patches that may change a part of a long string (``TextSplice``).
  public static let splice = "splice"
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A header with the required members.
  public init(id: String, started: String, store: String) {
    self.id = id
    self.started = started
    self.store = store
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    guard try members.string("format").hasSameBytes(as: Self.format) else {
      throw .illTyped("format", expected: JSONValue.string(Self.format).description)
    }
    version = try members.count("version")
    id = try members.string("id")
    started = try members.string("started")
    store = try members.string("store")
    hook = try Self.hook(try members.optionalString("hook"))
    stateType = try members.optionalString("stateType")
    actionType = try members.optionalString("actionType")
    fingerprint = members.optional("fingerprint")
    app = try members.object("app")
    platform = try members.object("platform")
    snapshots = try members.optionalString("snapshots")
    redactions = try members.strings("redactions")
    continues = try Self.origin(try members.object("continues"))
    derived = try Self.derivation(try members.object("derived"))
    requires = try members.strings("requires")
    extra = members.rest
  }

  private static func hook(_ name: String?) throws(LineFault) -> Hook? {
    guard let name else { return nil }
    guard let hook = Hook(rawValue: name) else {
      throw .illTyped("hook", expected: "\"reducer\", \"middleware\" or \"callback\"")
    }
    return hook
  }

  private static func origin(_ value: JSONValue?) throws(LineFault) -> Origin? {
    guard let value else { return nil }
    var members = try MemberReader(value, within: "continues")
    var origin = Origin(id: try members.string("id"), n: try members.stepNumber("n"))
    origin.extra = members.rest
    return origin
  }

  private static func derivation(_ value: JSONValue?) throws(LineFault) -> Derivation? {
    guard let value else { return nil }
    var members = try MemberReader(value, within: "derived")
    var derivation = Derivation(
      id: try members.string("id"), changes: try members.strings("changes") ?? [])
    derivation.extra = members.rest
    return derivation
  }

  func write(to members: inout MemberSink) {
    members.add("format", Self.format)
    members.add("version", version)
    members.add("id", id)
    members.add("started", started)
    members.add("store", store)
    members.add("hook", hook?.rawValue)
    members.add("stateType", stateType)
    members.add("actionType", actionType)
    members.add("fingerprint", fingerprint)
    members.add("app", app)
    members.add("platform", platform)
    members.add("snapshots", snapshots)
    members.add("redactions", redactions)
    members.add("continues", continues?.document)
    members.add("derived", derived?.document)
    members.add("requires", requires)
    members.add(extra)
  }
}

extension SessionHeader {
  /// Whether a host can take what a state shares with the one before from its text, and say at the
  /// end whether that was right (``HostRequest/reuse(_:)``).
  package var reusesStates: Bool {
    get { extra.contains { $0.name == "reuses" && $0.value == true } }
    set {
      extra.removeAll { $0.name == "reuses" }
      if newValue { extra.append(Member(name: "reuses", value: true)) }
    }
  }

  /// The stored properties of a host's types that it does not decode, and so does not get from a recording:
  /// `Board.pinned`; empty if there are none, or if that is not known.
  package var unencodedParts: [String] {
    get {
      let list = extra.first { $0.name == "unencoded" }?.value.array ?? []
      return list.prefix(100).compactMap(\.string)
    }
    set {
      extra.removeAll { $0.name == "unencoded" }
      let list = JSONValue.array(newValue.prefix(100).map(JSONValue.string))
      if !newValue.isEmpty { extra.append(Member(name: "unencoded", value: list)) }
    }
  }

  /// Whether patches may have splices; setting it announces them, or no longer does.
  package var hasSplices: Bool {
    get { requires?.contains { $0.hasSameBytes(as: Self.splice) } ?? false }
    set {
      let others = unknownRequirements
      requires = newValue ? others + [Self.splice] : others.isEmpty ? nil : others
    }
  }

  /// The required features that this version does not have.
  package var unknownRequirements: [String] {
    requires?.filter { !$0.hasSameBytes(as: Self.splice) } ?? []
  }
}

extension SessionHeader.Origin {
  fileprivate var document: JSONValue {
    var members = MemberSink()
    members.add("id", id)
    members.add("n", n)
    members.add(extra)
    return members.document
  }
}

extension SessionHeader.Derivation {
  fileprivate var document: JSONValue {
    var members = MemberSink()
    members.add("id", id)
    members.add("changes", changes)
    members.add(extra)
    return members.document
  }
}
