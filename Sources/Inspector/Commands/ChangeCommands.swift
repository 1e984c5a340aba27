import SessionFormat

/// Trying what was not recorded.
enum ChangeCommands {
  static let all = [dispatch, branches, switchTo]

  private static let dispatch = Command(
    "dispatch", in: .change, "reduce an action of your own here, on a branch",
    details: [
      "ACTION is the action's JSON, with its type before it where the JSON does not tell it: "
        + "dispatch {\"clearToast\":{}}, or dispatch RequestAction {\"keyword\":\"a\"}. "
        + "A type alone is an enum case without payload: dispatch clearToast.",
      "The recording is never changed: the first dispatch forks a branch after this step. Further "
        + "ones go on at its end. The action is reduced by the host of the store.",
    ],
    prompt: Command.Form([Parameter("ACTION", .action)])
  ) { workspace, invocation throws(InspectorError) in
    let (type, action) = try ActionText.parse(invocation.argument("ACTION") ?? "", invocation)
    let forked = try workspace.dispatch(type: type, action: action)
    var report = try StepReport(workspace)
    if forked {
      report.preface =
        "\(workspace.timeline.name) forks after \(workspace.timeline.fork); the recording stays "
        + "as it is"
    }
    return Outcome(report)
  }

  private static let branches = Command(
    "branches", in: .change, "list the recording and the branches made of it",
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    Outcome(BranchesReport(workspace))
  }

  private static let switchTo = Command(
    "switch", aliases: ["sw"], in: .change, "look at another branch, or at the recording",
    details: ["BRANCH is a name as branches lists them; a beginning is enough."],
    prompt: Command.Form([Parameter("BRANCH", .branch)])
  ) { workspace, invocation throws(InspectorError) in
    let name = invocation.argument("BRANCH") ?? ""
    let names = workspace.timelines.map(\.name)
    let begun = names.indices.filter { names[$0].hasPrefix(name) }
    guard let place = names.firstIndex(of: name) ?? (begun.count == 1 ? begun[0] : nil) else {
      throw .noSuchBranch(name: name, known: names)
    }
    workspace.look(at: place)
    return Outcome(try StepReport(workspace))
  }
}

/// An action as people type it: an optional type, and JSON.
enum ActionText {
  static func parse(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> (type: String, action: JSONValue) {
    if let first = text.first, "{[\"".contains(first) {
      let action = try json(text)
      return (try type(of: action, invocation), action)
    }
    let parts = text.split(separator: " ", maxSplits: 1)
    let type = parts.first.map(String.init) ?? ""
    guard parts.count > 1 else { return (type, .object([(type, .object([]))])) }
    return (type, try json(String(parts[1])))
  }

  /// The name that an encoded enum tells: its case, or the bare value of a raw one.
  private static func type(
    of action: JSONValue, _ invocation: Invocation
  ) throws(InspectorError) -> String {
    if let name = action.string { return name }
    if let object = action.object, object.count == 1 { return object[0].name }
    throw invocation.refused("the JSON does not tell the type: write it before the JSON")
  }

  private static func json(_ text: String) throws(InspectorError) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch {
      let column = error.position(in: Array(text.utf8)).column
      throw .badJSON(text: text, reason: "column \(column): \(error)")
    }
  }
}
