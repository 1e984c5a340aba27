/// A driver's request to a reducer host, in addition to the lines of a session.
public enum HostRequest: Equatable, Sendable {
  /// Takes this as the first state.
  case reset(n: Int, state: JSONValue)
  /// Reduces what is queued now.
  case go
  /// Saves the current state under a key.
  case hold(key: String)
  /// Makes the state under a key current again.
  case back(key: String)
  /// Discards a key.
  case drop(key: String)
  /// Answers each action with ``HostAnswer/began(n:)`` alone, or again as it encodes.
  case brief(Bool)
  /// Takes what a state shares with the one before from its text, or encodes each state as a whole
  /// again; only for a host whose header says that it can (`reuses`).
  case reuse(Bool)

  /// The request of a line whose kind sessions do not know; nil if it is not a request.
  ///
  /// - Throws: A ``LineFault`` if a required member is missing or has the wrong type.
  public init?(_ line: UnknownLine) throws(LineFault) {
    var members = try MemberReader(line.document)
    switch line.kind {
    case "reset": self = .reset(n: try members.stepNumber("n"), state: try members.value("state"))
    case "go": self = .go
    case "hold": self = .hold(key: try members.string("key"))
    case "back": self = .back(key: try members.string("key"))
    case "drop": self = .drop(key: try members.string("key"))
    case "brief": self = .brief(try members.flag("actions"))
    case "reuse": self = .reuse(try members.flag("states"))
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
    case .reuse(let isReused): ["kind": "reuse", "states": .bool(isReused)]
    }
  }
}

/// A reducer host's answer, in addition to the lines of a session.
public enum HostAnswer: Equatable, Sendable {
  /// The state is saved under the key.
  case held(key: String, n: Int)
  /// The state under the key is current again.
  case back(key: String, n: Int)
  /// The action decodes and is reduced; sent instead of its line if the driver asked for that.
  case began(n: Int)
  /// Whether each state since ``HostRequest/reuse(_:)`` that was encoded as a whole to check that,
  /// the current one among them, had the text that was put together.
  case reused(isSame: Bool)
  /// A request that the host could not carry out.
  case error(HostError)

  /// The answer of a line whose kind sessions do not know; nil if it is not an answer.
  ///
  /// - Throws: A ``LineFault`` if a required member is missing or has the wrong type.
  public init?(_ line: UnknownLine) throws(LineFault) {
    var members = try MemberReader(line.document)
    switch line.kind {
    case "held": self = .held(key: try members.string("key"), n: try members.stepNumber("n"))
    case "back": self = .back(key: try members.string("key"), n: try members.stepNumber("n"))
    case "began": self = .began(n: try members.stepNumber("n"))
    case "reused": self = .reused(isSame: try members.flag("same"))
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
    case .reused(let isSame): return ["kind": "reused", "same": .bool(isSame)]
    case .error(let error):
      var members = MemberSink(kind: "error")
      members.add("n", error.n)
      members.add("reason", error.reason)
      members.add("message", error.message)
      return members.document
    }
  }
}

/// Why a host did not carry out a request.
public struct HostError: Error, Equatable, Sendable {
  /// The reasons that the protocol defines.
  public enum Reason: String, Sendable {
    /// The session belongs to another store.
    case wrongStore = "wrong-store"
    /// The host does not know an action of that type.
    case unknownAction = "unknown-action"
    /// The action does not decode.
    case undecodableAction = "undecodable-action"
    /// The state does not decode, or its patch does not apply.
    case undecodableState = "undecodable-state"
    /// There is no current state to reduce.
    case noState = "no-state"
    /// Nothing is saved under that key.
    case notHeld = "not-held"
  }

  /// The number of the action or state.
  public var n: Int?
  /// One of ``Reason``, or another host's own word.
  public var reason: String
  /// The message for a person.
  public var message: String

  /// An error with the reason as the host wrote it.
  public init(n: Int?, reason: String, message: String) {
    self.n = n
    self.reason = reason
    self.message = message
  }

  /// An error with one of the protocol's reasons.
  public init(n: Int?, _ reason: Reason, _ message: String) {
    self.init(n: n, reason: reason.rawValue, message: message)
  }
}
