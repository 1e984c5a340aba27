import Inspector
import SessionFormat

extension TestNames {
  static let options = [
    CommandOption(
      "--module", value: "NAME", repeatable: true, "a module of the app, to be imported"),
    CommandOption("--state", value: "TYPE", "the type of the state"),
    CommandOption("--action", value: "TYPE", "the type of the actions, as the reducer takes them"),
    CommandOption(
      "--action-type", value: "NAME=TYPE", repeatable: true,
      "the type of the actions that the session calls NAME; * in both is any name"),
    CommandOption(
      "--reduce", value: "CODE", repeatable: true,
      "a line of Swift that reduces action into state; else reduce(&state, action)"),
  ]

  /// The names that the options give; the others are those of the session.
  ///
  /// What is given is code as it stands; what a session says may only be a name.
  init(_ invocation: Invocation, _ header: SessionHeader) throws(InspectorError) {
    let code = { (name: String) throws(InspectorError) in try Self.code(name, invocation) }
    let type = { (option: String, recorded: String?) throws(InspectorError) in
      if let given = try code(option).last { return given }
      if let name = recorded.flatMap(SwiftText.typeName) { return name }
      throw invocation.refused(
        recorded.map {
          "the session calls it \($0), which is no name of a type: \(option) gives one"
        }
          ?? "the session does not name the type: \(option) does")
    }
    let app = header.app?["name"]?.string ?? ""
    let given = try code("--module")
    let modules = given.isEmpty ? [SwiftText.isIdentifier(app) ? app : "App"] : given
    let (state, action) = (
      try type("--state", header.stateType), try type("--action", header.actionType)
    )
    let lines = try code("--reduce")
    let reduce = lines.isEmpty ? ["reduce(&state, action)"] : lines
    let defaults = [
      ("--module", "the module \(modules[0])"), ("--state", "the state \(state)"),
      ("--action", "the actions \(action)"), ("--reduce", reduce[0]),
    ]
    self.init(
      modules: modules, state: state, action: action,
      isActionRecorded: !invocation.flag("--action"),
      types: try Self.types(invocation),
      reduce: reduce,
      assumed: defaults.filter { !invocation.flag($0.0) }.map { "\($0.1) (\($0.0))" },
      refused: { invocation.refused($0) })
  }
  /// The types of actions that the options give, by patterns of their names.
  static func types(
    _ invocation: Invocation
  ) throws(InspectorError) -> [(pattern: String, type: String)] {
    try code("--action-type", invocation).map { (text) throws(InspectorError) in
      guard let end = text.lastIndex(of: "="), end > text.startIndex, text.last != "=" else {
        throw invocation.refused(
          "--action-type is NAME=TYPE, such as '*=Feed.*', not \(text)", at: text[...])
      }
      return (String(text[..<end]), String(text[text.index(after: end)...]))
    }
  }

  private static func code(
    _ name: String, _ invocation: Invocation
  ) throws(InspectorError) -> [String] {
    try invocation.options(name).map { (text) throws(InspectorError) in
      guard !text.isEmpty, !text.unicodeScalars.contains(where: UnsafeText.contains) else {
        throw invocation.refused("\(name) must be a line of Swift", at: text[...])
      }
      return text
    }
  }
}
