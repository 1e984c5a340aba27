public import SessionFormat

/// The state of the store "law", of which every answer of the tool is asked through every manner of
/// host: a sum, a case that changes, a text and what was drawn.
public struct Law: Sendable {
  /// The state as JSON.
  public var state: JSONValue

  /// An input that a reducer draws.
  public struct Draw: Sendable {
    /// What it is called.
    public let name: String
    /// What it is.
    public let value: JSONValue
  }

  /// Why an action is not reduced.
  public enum Refusal: Error {
    /// There is no such action.
    case unknown(String)
  }

  /// The first state.
  public init() {
    state = ["sum": 0, "steps": 0, "color": ["red": [:]], "note": "", "stamps": []]
  }

  /// That state.
  public init(_ state: JSONValue) { self.state = state }

  /// What the actions of the recordings are.
  public static let actions: [(type: String, payload: JSONValue)] = [
    ("add", ["_0": 2]), ("stamp", [:]), ("paint", ["_0": ["blue": [:]]]), ("add", ["_0": 3]),
    ("add", ["_0": -1]), ("stamp", [:]), ("note", ["_0": "x"]), ("add", ["_0": 4]),
  ]

  /// Reduces an action.
  ///
  /// - Parameter draw: The value of an input by its name.
  /// - Returns: What was drawn.
  public mutating func reduce(
    _ action: JSONValue, draw: (String) -> JSONValue
  ) throws(Refusal) -> [Draw] {
    guard let (type, payload) = action.object?.first.map({ ($0.name, $0.value) }) else {
      throw .unknown("\(action)")
    }
    var drawn: [Draw] = []
    switch type {
    case "add": set("sum", .number((state["sum"]?.int ?? 0) + (payload["_0"]?.int ?? 0)))
    case "paint": set("color", payload["_0"] ?? .null)
    case "note": set("note", payload["_0"] ?? .null)
    case "stamp":
      drawn = ["date", "uuid"].map { Draw(name: $0, value: draw($0)) }
      let stamps = Array(state["stamps"]?.array ?? []) + [.array(drawn.map(\.value))]
      set("stamps", .array(stamps))
    default: throw .unknown(type)
    }
    set("steps", .number((state["steps"]?.int ?? 0) + 1))
    return drawn
  }

  /// Sets a member.
  public mutating func set(_ name: String, _ value: JSONValue) {
    state = state.object?.setting(name, to: value) ?? state
  }
}
