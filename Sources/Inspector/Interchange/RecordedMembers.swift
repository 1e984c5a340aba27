import SessionFormat

/// What a file for Redux DevTools says of a recording beside what its reader knows and passes over, so that
/// an import gives the recording back: the store, which actions are in a wrapper, and why a state is missing.
enum RecordedMembers {
  static let name = "hindsight"

  /// Why a step has no state.
  enum Missing: String {
    /// The app died in the action.
    case died
    /// It was not recorded, or is lost.
    case unknown

    /// What the reader shows in place of the state.
    var computed: JSONValue {
      let words = self == .died ? "the app died in this action" : "not recorded"
      return ["state": .null, "error": .string(words), name: .string(rawValue)]
    }

    /// Nil for what the file has of a step with a state.
    init?(_ computed: JSONValue?) {
      guard let word = computed?[name]?.string, let missing = Missing(rawValue: word),
        computed == missing.computed
      else { return nil }
      self = missing
    }
  }

  /// An action as the reader wants it, an object with its type: itself, or else in a wrapper.
  static func action(_ action: JSONValue, _ type: String) -> JSONValue {
    if action["type"]?.string == type, unwrapped(action) == nil { return action }
    return ["type": .string(type), "payload": action, "meta": mark]
  }

  /// The action in such a wrapper, with its type; nil if the action is in none.
  static func unwrapped(_ action: JSONValue) -> (action: JSONValue, type: String)? {
    guard action["meta"] == mark, let type = action["type"]?.string,
      let payload = action["payload"], action.object?.count == 3
    else { return nil }
    return (payload, type)
  }

  private static let mark: JSONValue = [name: "payload"]

  /// The member of the file that names the store.
  static func file(store: String) -> (name: String, value: JSONValue) {
    (name, ["store": .string(store)])
  }

  /// The store that a file names among its members.
  static func store(_ members: [(name: String, value: JSONValue)]) -> String? {
    members.first { $0.name == name }?.value["store"]?.string
  }
}
