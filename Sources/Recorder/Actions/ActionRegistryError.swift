import SessionFormat

/// Why a registry of actions cannot be used.
public enum ActionRegistryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A name or alias of one type is a name or alias of another.
  case nameTaken(name: String, type: String, by: String)
  /// A type was added a second time.
  case typeAddedTwice(type: String, name: String, as: String)
  /// A name or alias is empty.
  case emptyName(type: String)

  /// The fault in words, and what to do.
  public var description: String {
    switch self {
    case .nameTaken(let name, let type, let other):
      "the actions \(other) and \(type) cannot both be called \(JSONValue.string(name)): give one "
        + "of them another name with add(_:as:), or drop the alias"
    case .typeAddedTwice(let type, let name, let other):
      "the action \(type) is added twice, as \(JSONValue.string(other)) and "
        + "\(JSONValue.string(name)): add it once, and make the other name an alias of it"
    case .emptyName(let type):
      "the action \(type) has an empty name or alias: give it a name that sessions can show"
    }
  }
}
