import Recorder
import SessionFormat

/// Changes the value at a place; `*` stands for each child.
enum PlaceEdit {
  /// The value with a change at the place.
  ///
  /// - Parameters:
  ///   - path: The whole path, for errors.
  ///   - body: Makes the new value from the old one; nil means no value.
  static func edit(
    _ value: JSONValue, _ tokens: ArraySlice<String>, _ path: String,
    _ body: (JSONValue?) throws(MigrationError) -> JSONValue?
  ) throws(MigrationError) -> JSONValue? {
    guard let token = tokens.first else { return try body(value) }
    let rest = tokens.dropFirst()
    if token == "*" { return try each(value, rest, path, body) }
    if let object = value.object {
      let child = object[token]
      guard rest.isEmpty || child != nil else {
        throw MigrationError(path, "cannot be reached")
      }
      let changed = rest.isEmpty ? try body(child) : try edit(child ?? .null, rest, path, body)
      guard let changed else { return child == nil ? value : object.removing(token) }
      return object.setting(token, to: changed)
    }
    guard let array = value.array, let place = JSONPointer.index(token), place < array.count else {
      throw MigrationError(path, "cannot be reached")
    }
    var elements = Array(array)
    if let changed = try edit(elements[place], rest, path, body) {
      elements[place] = changed
    } else {
      elements.remove(at: place)
    }
    return .array(elements)
  }

  private static func each(
    _ value: JSONValue, _ rest: ArraySlice<String>, _ path: String,
    _ body: (JSONValue?) throws(MigrationError) -> JSONValue?
  ) throws(MigrationError) -> JSONValue {
    if let array = value.array {
      var elements: [JSONValue] = []
      for element in array {
        if let changed = try edit(element, rest, path, body) { elements.append(changed) }
      }
      return .array(elements)
    }
    guard let object = value.object else {
      throw MigrationError(path, "cannot be reached: * is at a place without elements")
    }
    var members: [(name: String, value: JSONValue)] = []
    for (name, member) in object {
      if let changed = try edit(member, rest, path, body) { members.append((name, changed)) }
    }
    return .object(members)
  }
}

extension PlaceEdit {
  /// The value with a new member at each matching place that lacks it; nil if nothing changes.
  ///
  /// Does nothing at places without the member's container, such as some elements only.
  static func fill(
    _ value: JSONValue, _ tokens: ArraySlice<String>, with member: JSONValue
  ) -> JSONValue? {
    guard let token = tokens.first else { return nil }
    let rest = tokens.dropFirst()
    if let object = value.object {
      if token == "*" {
        let filled = object.map { fill($0.value, rest, with: member) }
        guard filled.contains(where: { $0 != .none }) else { return nil }
        return .object(zip(object, filled).map { ($0.name, $1 ?? $0.value) })
      }
      guard let child = object[token] else {
        guard rest.isEmpty else { return nil }
        return object.setting(token, to: member)
      }
      return fill(child, rest, with: member).map { object.setting(token, to: $0) }
    }
    guard let array = value.array else { return nil }
    var elements = Array(array)
    var isFilled = false
    let index = JSONPointer.index(token)
    for place in elements.indices where token == "*" || place == index {
      guard let filled = fill(elements[place], rest, with: member) else { continue }
      (elements[place], isFilled) = (filled, true)
    }
    // In a conditional expression, `nil` would be the JSON null.
    guard isFilled else { return nil }
    return .array(elements)
  }
}
