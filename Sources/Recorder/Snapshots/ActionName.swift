import SessionFormat

/// The name under which an action is listed.
enum ActionName {
  /// The registered name of the type, else enum cases joined by dots through single enum payloads
  /// (`search.queryChanged`), else the type's unqualified name; in full if that is the
  /// registered name of another.
  static func of(
    _ action: Any, encoded: JSONValue, names: ActionNames = ActionNames()
  ) -> String {
    let action = unwrapped(action)
    if let name = names.name(of: type(of: action)) { return name }
    var cases: [String] = []
    var value = action
    var json: JSONValue? = encoded
    while let (name, payload) = enumCase(value, encoded: json) {
      cases.append(name)
      json = json?[name].flatMap { $0.object?.first?.value }
      guard let payload else { break }
      value = payload
    }
    return names.apart(
      type(of: action), cases: cases.isEmpty ? nil : cases.joined(separator: "."))
  }

  /// The name of an action of which only the type is known; nil if its name depends on its case.
  static func withoutValue(_ type: Any.Type, names: ActionNames) -> String? {
    if let name = names.name(of: type) { return name }
    return EnumValues.isEnum(type) || type is any OptionalType.Type
      ? nil : names.apart(type, cases: nil)
  }

  /// An action without the optionals that it is boxed in; of one that is nil, the nil.
  static func unwrapped(_ action: Any) -> Any {
    var action = action
    while let optional = action as? any OptionalType, let value = optional.anyValue {
      action = value
    }
    return action
  }

  /// The case of an enum value and its only payload; nil if the value is no enum.
  private static func enumCase(
    _ value: Any, encoded: JSONValue?
  ) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first else {
      return plainCase(value, encoded: encoded).map { ($0, nil) }
    }
    guard let name = child.label else { return nil }
    let payload = Mirror(reflecting: child.value)
    // A single labelled payload is a tuple of one.
    if payload.displayStyle == .tuple {
      return (name, payload.children.count == 1 ? payload.children.first?.value : nil)
    }
    return (name, child.value)
  }

  /// The name of a case without payload, which reflection gives only as a description; a type
  /// that describes itself in other words is asked for its encoding instead.
  private static func plainCase(_ value: Any, encoded: JSONValue?) -> String? {
    let describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    if !describesItself { return String(describing: value) }
    guard let object = encoded?.object, object.count == 1 else { return encoded?.string }
    return object[0].name
  }
}
