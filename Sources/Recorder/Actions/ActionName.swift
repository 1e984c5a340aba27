import SessionFormat

/// The name of an action in a session.
enum ActionName {
  /// The registered name of the type, else enum cases joined by dots through single enum payloads
  /// (`search.queryChanged`), else the type's unqualified name; its full name if the unqualified
  /// one is registered for another type.
  ///
  /// - Parameter encoded: The encoded action; used if a case has a description of its own.
  static func of(
    _ action: Any, encoded: @autoclosure () -> JSONValue, names: ActionNames = ActionNames()
  ) -> String {
    let action = unwrapped(action)
    if let name = names.name(of: type(of: action)) { return name }
    var cases: [String] = []
    var value = action
    while TypeKind.isEnum(value) {
      if let name = CasePayloads.lastName(of: value) {
        cases.append(name)
        break
      }
      guard let (name, payload) = enumCase(value, { Self.payload(of: cases, in: encoded()) })
      else { break }
      cases.append(name)
      guard let payload else { break }
      value = payload
    }
    return names.apart(
      type(of: action), cases: cases.isEmpty ? nil : cases.joined(separator: "."))
  }

  /// The name of an action if only its type is known; nil if the name depends on its case, or may
  /// do so.
  static func withoutValue(_ type: Any.Type, names: ActionNames) -> String? {
    if let name = names.name(of: type) { return name }
    return TypeKind.isEnum(type: type) ?? true || type is any OptionalType.Type
      ? nil : names.apart(type, cases: nil)
  }

  /// An action without the optionals that it is boxed in; nil stays nil.
  static func unwrapped(_ action: Any) -> Any {
    var action = action
    // A cast takes ten times as long as a look at the type.
    while TypeKind.mayBeOptional(action), let optional = action as? any OptionalType,
      let value = optional.anyValue
    {
      action = value
    }
    return action
  }

  /// The value encoded within those cases, each the payload of the one before.
  private static func payload(of cases: [String], in encoded: JSONValue) -> JSONValue? {
    cases.reduce(encoded) { value, name in value?[name]?.object?.first?.value }
  }

  /// The case of an enum value and its only payload; nil if the value is not an enum.
  private static func enumCase(
    _ value: Any, _ encoded: () -> JSONValue?
  ) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first else {
      return plainCase(value, encoded).map { ($0, nil) }
    }
    guard let name = child.label else { return nil }
    guard TypeKind.isTuple(child.value) else { return (name, child.value) }
    // A single labelled payload is a tuple of one.
    let payload = Mirror(reflecting: child.value).children
    return (name, payload.count == 1 ? payload.first?.value : nil)
  }

  /// The name of a case without payload, which reflection gives only as a description; if the type
  /// has a description of its own, its encoding is used instead.
  private static func plainCase(_ value: Any, _ encoded: () -> JSONValue?) -> String? {
    let describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    if !describesItself { return String(describing: value) }
    let encoded = encoded()
    guard let object = encoded?.object, object.count == 1 else { return encoded?.string }
    return object[0].name
  }
}
