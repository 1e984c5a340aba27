/// What a driver says to a reducer host beyond the lines of a session.
public enum HostRequest: Equatable, Sendable {
  /// Take this as the first state.
  case reset(n: Int, state: JSONValue)
  /// Reduce what is kept now.
  case go
  /// Keep the current state under a key.
  case hold(key: String)
  /// Make the state under a key current again.
  case back(key: String)
  /// Forget a key.
  case drop(key: String)
  /// From here on answer each action by ``HostAnswer/began(n:)`` alone, or again as it encodes.
  case brief(Bool)

  /// The request that a line of a kind unknown to sessions makes; nil if it makes none.
  ///
  /// - Throws: A ``LineFault`` where a required member is missing or ill-typed.
  public init?(_ line: UnknownLine) throws(LineFault) {
    var members = try MemberReader(line.document)
    switch line.kind {
    case "reset": self = .reset(n: try members.stepNumber("n"), state: try members.value("state"))
    case "go": self = .go
    case "hold": self = .hold(key: try members.string("key"))
    case "back": self = .back(key: try members.string("key"))
    case "drop": self = .drop(key: try members.string("key"))
    case "brief": self = .brief(try members.flag("actions"))
    default: return nil
    }
  }

  /// The request as a JSON object.
  public var document: JSONValue {
    switch self {
    case .reset(let n, let state): ["kind": "reset", "n": .number(n), "state": state]
    case .go: ["kind": "go"]
    case .hold(let key): ["kind": "hold", "key": .string(key)]
    case .back(let key): ["kind": "back", "key": .string(key)]
    case .drop(let key): ["kind": "drop", "key": .string(key)]
    case .brief(let isBrief): ["kind": "brief", "actions": .bool(isBrief)]
    }
  }
}

/// What a reducer host answers beyond the lines of a session.
public enum HostAnswer: Equatable, Sendable {
  /// The state is kept under the key.
  case held(key: String, n: Int)
  /// The state of the key is current again.
  case back(key: String, n: Int)
  /// The action decodes and is reduced; said in place of its line where that was asked for.
  case began(n: Int)
  /// A request that the host could not follow.
  case error(HostError)

  /// The answer that a line of a kind unknown to sessions gives; nil if it gives none.
  ///
  /// - Throws: A ``LineFault`` where a required member is missing or ill-typed.
  public init?(_ line: UnknownLine) throws(LineFault) {
    var members = try MemberReader(line.document)
    switch line.kind {
    case "held": self = .held(key: try members.string("key"), n: try members.stepNumber("n"))
    case "back": self = .back(key: try members.string("key"), n: try members.stepNumber("n"))
    case "began": self = .began(n: try members.stepNumber("n"))
    case "error":
      self = .error(
        HostError(
          n: try members.optionalCount("n"), reason: try members.string("reason"),
          message: try members.string("message")))
    default: return nil
    }
  }

  /// The answer as a JSON object.
  public var document: JSONValue {
    switch self {
    case .held(let key, let n): return ["kind": "held", "key": .string(key), "n": .number(n)]
    case .back(let key, let n): return ["kind": "back", "key": .string(key), "n": .number(n)]
    case .began(let n): return ["kind": "began", "n": .number(n)]
    case .error(let error):
      var members = MemberWriter(kind: "error")
      members.add("n", error.n)
      members.add("reason", error.reason)
      members.add("message", error.message)
      return members.document
    }
  }
}

/// Why a host did not do what it was asked.
public struct HostError: Error, Equatable, Sendable {
  /// The reasons that the protocol names.
  public enum Reason: String, Sendable {
    /// The session is of another store.
    case wrongStore = "wrong-store"
    /// The host knows no action of that type.
    case unknownAction = "unknown-action"
    /// The action does not decode.
    case undecodableAction = "undecodable-action"
    /// The state does not decode, or its patch does not apply.
    case undecodableState = "undecodable-state"
    /// There is no current state to reduce.
    case noState = "no-state"
    /// Nothing is held under that key.
    case notHeld = "not-held"
  }

  /// The action or state that it is about.
  public var n: Int?
  /// One of ``Reason``, or a foreign host's own word.
  public var reason: String
  /// What to tell a person.
  public var message: String

  /// An error with the reason as the host wrote it.
  public init(n: Int?, reason: String, message: String) {
    self.n = n
    self.reason = reason
    self.message = message
  }

  /// An error with a reason of the protocol's.
  public init(n: Int?, _ reason: Reason, _ message: String) {
    self.init(n: n, reason: reason.rawValue, message: message)
  }
}
