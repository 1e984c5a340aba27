import Inspector
import SessionFormat

/// What the app calls its own, as the code of a test names it.
struct TestNames {
  let modules: [String]
  let state: String
  /// What the reducer takes.
  let action: String
  /// Whether that is only what the session says, which does not tell a protocol from a type.
  let isActionRecorded: Bool
  /// The types of actions by patterns of their names in the session; `*` in a type is that name.
  let types: [(pattern: String, type: String)]
  /// The lines that reduce `action` into `state`.
  let reduce: [String]
  /// What nobody said.
  let assumed: [String]
  /// The error for names that are missing.
  let refused: (String) -> InspectorError

  /// What a test calls the type that the reducer takes.
  static let recordedAction = "RecordedAction"

  /// The type of an action, and what it is called at the top of the file if that is shorter.
  ///
  /// - Throws: A refusal if neither the session nor an option names the type.
  func type(of line: ActionLine) throws(InspectorError) -> (code: String, alias: String?) {
    let name = SwiftText.typeName(line.type)
    if let given = types.first(where: { TypeGlob($0.pattern).matches(line.type) }) {
      if given.type.contains("*"), name == nil { throw unnamed(line) }
      let code = given.type.replacing("*", with: name ?? "")
      return (code, line.type == name && !line.type.contains(".") && code != name ? name : nil)
    }
    if Self.isCase(line) { return (Self.recordedAction, nil) }
    guard let name else { throw unnamed(line) }
    return (name, nil)
  }

  private func unnamed(_ line: ActionLine) -> InspectorError {
    refused(
      "action \(line.n) is \(line.type), which is no name that a type of Swift has: --action-type "
        + "NAME=TYPE gives its type")
  }

  /// The type that the reducer takes.
  ///
  /// - Parameter areSeveral: Whether the actions are of several types, which have a protocol.
  func action(areSeveral: Bool) -> String {
    areSeveral && isActionRecorded ? "any \(action)" : action
  }

  /// Whether an action is a case of an enum: its name is that of its only member, or its text.
  private static func isCase(_ line: ActionLine) -> Bool {
    let name = line.type.split(separator: ".").first ?? ""
    if let object = line.action.object, object.count == 1 { return object[0].name == name }
    return line.action.string.map { $0 == name } ?? false
  }
}
