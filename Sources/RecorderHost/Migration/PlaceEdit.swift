import Recorder
import SessionFormat

/// Changes the value at a place; `*` stands for each child.
enum PlaceEdit {
  /// The value with a change at the place.
  ///
  /// - Parameters:
  ///   - path: The whole path, for errors.
  ///   - skipsUnreached: Whether a value in which the path leads nowhere stays as it is, instead of
  ///     an error.
  ///   - body: Makes the new value from the old one; nil means no value.
  static func edit(
    _ value: JSONValue, _ tokens: ArraySlice<String>, _ path: String, skipsUnreached: Bool = false,
    _ body: (JSONValue?) throws(MigrationError) -> JSONValue?
  ) throws(MigrationError) -> JSONValue? {
    guard let token = tokens.first else { return try body(value) }
    let rest = tokens.dropFirst()
    func further(_ child: JSONValue) throws(MigrationError) -> JSONValue? {
      try edit(child, rest, path, skipsUnreached: skipsUnreached, body)
    }
    if token == "*" {
      if let changed = try each(value, further) { return changed }
    } else if let object = value.object {
      let child = object[token]
      if rest.isEmpty || child != nil {
        let changed = rest.isEmpty ? try body(child) : try further(child ?? .null)
        guard let changed else { return child == nil ? value : object.removing(token) }
        return object.setting(token, to: changed)
      }
    } else if let array = value.array, let place = JSONPointer.index(token), place < array.count {
      var elements = Array(array)
      if let changed = try further(elements[place]) {
        elements[place] = changed
      } else {
        elements.remove(at: place)
      }
      return .array(elements)
    }
    if skipsUnreached { return value }
    let why = token == "*" ? ": * is at a place without elements" : ""
    throw MigrationError(path, "cannot be reached" + why)
  }

  /// The value with a change in each child; nil if it is neither an array nor an object.
  private static func each(
    _ value: JSONValue, _ change: (JSONValue) throws(MigrationError) -> JSONValue?
  ) throws(MigrationError) -> JSONValue? {
    if let array = value.array {
      var elements: [JSONValue] = []
      for element in array {
        if let changed = try change(element) { elements.append(changed) }
      }
      return .array(elements)
    }
    guard let object = value.object else { return nil }
    var members: [(name: String, value: JSONValue)] = []
    for (name, member) in object {
      if let changed = try change(member) { members.append((name, changed)) }
    }
    return .object(members)
  }

  /// The value with a new member at each matching place that lacks it; nil if nothing changes.
  ///
  /// Does nothing at places without the member's container, such as some elements only.
  static func fill(
    _ value: JSONValue, _ path: String, with member: JSONValue
  ) throws(MigrationError) -> JSONValue? {
    let tokens = try MigratingValue.pointer(path).tokens[...]
    var isFilled = false
    let filled = try edit(value, tokens, path, skipsUnreached: true) { old in
      if let old { return old }
      isFilled = true
      return member
    }
    guard isFilled else { return nil }
    return filled
  }
}
