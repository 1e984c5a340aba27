import SessionFormat

/// An object of which one member says what another is, as the fields of a form and the headers of a request
/// are written: `{"name":"password","value":"hunter2"}`.
enum SecretPair {
  private static let keys = ["name", "key", "field", "path", "label", "id"]
  /// Larger objects are records, whose name is not that of a value.
  private static let mostMembers = 16

  /// Whether a member of the object is a secret because of another one.
  static func isSecret(_ name: String, of object: JSONObject, _ names: SecretNameTable) -> Bool {
    guard isValue(name), let value = object[name] else { return false }
    switch value.kind {
    case .number: break
    case .string:
      let text = value.string ?? ""
      // A form shows what its fields are called.
      if names.contains(text) || name == "text" && text.contains(" ") { return false }
    case .null, .bool, .array, .object: return false
    }
    return namesSecret(object, names)
  }

  /// Whether a member of that name may be one that another names.
  static func isValue(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name == "text"
    case 5: name == "value"
    case 7: name == "payload"
    default: false
    }
  }

  /// Whether a member of that name may say what another is.
  static func isName(_ name: String) -> Bool { keys.contains(name) }

  /// Whether a member of the object is the name of a secret; a changed form has that in `meta`.
  static func namesSecret(_ object: JSONObject, _ names: SecretNameTable) -> Bool {
    guard 2...mostMembers ~= object.count else { return false }
    if let field = object["meta"]?["field"]?.string, names.containsPath(field) { return true }
    return keys.contains { object[$0]?.string.map(names.containsPath) == true }
  }
}
