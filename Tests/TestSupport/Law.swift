public import SessionFormat

/// The state of the store "law", through which tests compare every answer of the tool across all
/// manners of host: a sum, a case that changes, a text and drawn values.
public struct Law: Sendable {
  /// The state as JSON.
  public var state: JSONValue

  /// An input that a reducer draws.
  public struct Draw: Sendable {
    /// The name of the input.
    public let name: String
    /// The drawn value.
    public let value: JSONValue
  }

  /// The reason why an action is not reduced.
  public enum Refusal: Error {
    /// There is no such action.
    case unknown(String)
  }

  /// The first state.
  public init() {
    state = [
      "sum": 0, "steps": 0, "color": ["red": [:]], "note": "", "stamps": [],
      "text": .string(Self.text),
    ]
  }

  /// So long that the state is worth being reused.
  private static let text = String(repeating: "long enough ", count: 1_500)

  /// A given state.
  public init(_ state: JSONValue) { self.state = state }

  /// The actions of the recordings.
  public static let actions: [(type: String, payload: JSONValue)] = [
    ("add", ["_0": 2]), ("stamp", [:]), ("paint", ["_0": ["blue": [:]]]), ("add", ["_0": 3]),
    ("add", ["_0": -1]), ("stamp", [:]), ("note", ["_0": "x"]), ("add", ["_0": 4]),
  ]

  /// Reduces an action.
  ///
  /// - Parameter draw: The value of an input by its name.
  /// - Returns: The drawn inputs.
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
