import SessionFormat

/// Asking who changed what.
enum AskCommands {
  static let all = [why, history, find]

  private static let path = [Parameter("PATH", .path)]

  private static let why = Command(
    "why", aliases: ["w"], in: .ask,
    "say which action last changed a value, at or before here, and from what",
    details: ["PATH is /items/0/message or items[0].message; \"\" is the whole state."],
    prompt: Command.Form(path),
    batch: Command.Form(path + [Parameter("N", .step, .optional)])
  ) { workspace, invocation throws(InspectorError) in
    if let word = invocation.argument("N") {
      try workspace.move(to: try workspace.step(word, invocation))
    }
    let path = try workspace.path(invocation.argument("PATH") ?? "")
    let n =
      invocation.isBatch && invocation.argument("N") == nil
      ? try lastKnown(workspace) : workspace.n
    let cause = try scan(path, workspace).last(upTo: n)
    return Outcome(WhyReport(path: path, n: n, cause: cause), cause == nil ? .no : .yes)
  }

  private static let history = Command(
    "history", in: .ask, "list every change of a value",
    details: ["PATH is /items/0/message or items[0].message; \"\" is the whole state."],
    prompt: Command.Form(path), batch: Command.Form(path)
  ) { workspace, invocation throws(InspectorError) in
    let path = try workspace.path(invocation.argument("PATH") ?? "")
    let changes = try scan(path, workspace).changes(upTo: workspace.timeline.last)
    if let fault = workspace.session.fault { throw .session(fault) }
    return Outcome(HistoryReport(path: path, changes: changes), changes.isEmpty ? .no : .yes)
  }

  private static let find = Command(
    "find", aliases: ["f"], in: .ask, "list the steps for which a condition holds",
    details: [
      "COND is a filter expression of RFC 9535 over $ = {n, t, type, action, state, before, "
        + "patch}, for example $.type == \"dequeueToast\" && $.state.items[0]; a JSONPath alone is "
        + "true where it selects something."
    ],
    prompt: Command.Form([Parameter("COND", .condition)]),
    batch: Command.Form([Parameter("COND", .condition)])
  ) { workspace, invocation throws(InspectorError) in
    let text = invocation.argument("COND") ?? ""
    let steps = try search(text, workspace).matches()
    if let fault = workspace.session.fault { throw .session(fault) }
    let list = try ListReport(workspace.timeline, steps, current: workspace.n)
    return Outcome(FindReport(condition: text, list: list), steps.isEmpty ? .no : .yes)
  }

  static func search(
    _ text: String, _ workspace: Workspace
  ) throws(InspectorError) -> StepSearch {
    let condition: Condition
    do { condition = try Condition(text) } catch {
      throw .badQuery(text: text, reason: error.description)
    }
    return StepSearch(
      workspace.timeline, where: condition, interrupted: workspace.surroundings.interrupted)
  }

  private static func scan(_ path: JSONPointer, _ workspace: Workspace) -> CauseScan {
    CauseScan(
      workspace.timeline, path: path, interrupted: workspace.surroundings.interrupted)
  }

  /// The last step; damage before it is met here rather than left unsaid.
  private static func lastKnown(_ workspace: Workspace) throws(InspectorError) -> Int {
    if let fault = workspace.session.fault { throw .session(fault) }
    return workspace.timeline.last
  }
}
