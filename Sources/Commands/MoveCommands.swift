import Inspector

/// Going through the steps.
enum MoveCommands {
  static let all = [next, back, goto, finish, undo, redo]

  private static let steps = Command.Form([Parameter("K", .text, .optional)])

  private static let next = Command(
    "next", aliases: ["n"], in: .move, "go K actions forward (1 if left out)", prompt: steps,
    repeats: true
  ) { workspace, invocation throws(InspectorError) in
    try move(&workspace, by: try invocation.value("K", .count) ?? 1, atEnd)
  }

  private static let atEnd = "the end: there is no later action"

  private static let back = Command(
    "back", aliases: ["b"], in: .move, "go K actions back (1 if left out)", prompt: steps,
    repeats: true
  ) { workspace, invocation throws(InspectorError) in
    try move(
      &workspace, by: -(try invocation.value("K", .count) ?? 1),
      "the start: there is no earlier state")
  }

  private static let goto = Command(
    "goto", aliases: ["g"], in: .move, "go to a step",
    details: [
      "STEP is a number such as 5, a distance from here (+2 or -2), a share of the session (50%), "
        + "a time since its start (1.5s), start, end, or @TEXT for a mark. The beginning of the "
        + "mark's text is enough."
    ], prompt: Command.Form([Parameter("STEP", .step)])
  ) { workspace, invocation throws(InspectorError) in
    let target = try workspace.step(invocation.argument("STEP") ?? "", invocation)
    try workspace.move(to: target)
    return CommandResult(try StepReport(workspace.timeline, workspace.n))
  }

  private static let finish = Command(
    "finish", in: .move, "run to the end, ignoring breakpoints", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    try move(&workspace, by: .max, atEnd)
  }

  private static let undo = Command(
    "undo", in: .move, "go back to the place visited before this one",
    details: ["It undoes only moves, also moves between branches. Changes stay."],
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    guard workspace.undoMotion() else {
      return CommandResult(MessageReport("no place was visited before this one"))
    }
    return CommandResult(try StepReport(workspace.timeline, workspace.n))
  }

  private static let redo = Command(
    "redo", in: .move, "return to the place that undo left", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    guard workspace.redoMotion() else {
      return CommandResult(MessageReport("there is nothing to redo: undo has left no place"))
    }
    return CommandResult(try StepReport(workspace.timeline, workspace.n))
  }

  /// Moves as far as there are steps; if already at an end, it says so, which is not a failure.
  private static func move(
    _ workspace: inout Workspace, by count: Int, _ message: String
  ) throws(InspectorError) -> CommandResult {
    let (first, last) = (workspace.timeline.first, workspace.timeline.last)
    let (sum, overflow) = workspace.n.addingReportingOverflow(count)
    let target = overflow ? (count > 0 ? last : first) : min(max(sum, first), last)
    if target == workspace.n { return CommandResult(MessageReport(message)) }
    try workspace.move(to: target)
    return CommandResult(try StepReport(workspace.timeline, workspace.n))
  }
}
