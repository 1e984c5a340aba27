import Inspector

/// Going through the steps.
enum MoveCommands {
  static let all = [next, back, goto, finish, undo, redo]

  private static let steps = Command.Form([Parameter("K", .text, .optional)])

  private static let next = Command(
    "next", aliases: ["n", "step"], in: .move, "go K actions forward (1 if left out)",
    prompt: steps, repeats: true
  ) { workspace, invocation throws(InspectorError) in
    try move(&workspace, by: try invocation.value("K", .count) ?? 1, atEnd)
  }

  private static let atEnd = "the end: there is no later action"

  private static let back = Command(
    "back", aliases: ["b", "rn", "rs", "reverse-next", "reverse-step"], in: .move,
    "go K actions back (1 if left out)", prompt: steps, repeats: true
  ) { workspace, invocation throws(InspectorError) in
    try move(
      &workspace, by: -(try invocation.value("K", .count) ?? 1),
      "the start: there is no earlier state")
  }

  private static let goto = Command(
    "goto", aliases: ["g", "jump"], in: .move, "go to a step",
    details: [
      "STEP is a number such as 5, a distance from here (+2 or -2), a share of the session (50%), "
        + "a time since its start (1.5s or 1:37:39: the last action that had begun by then), start, "
        + "end, or @TEXT for a mark. The beginning of the mark's text is enough."
    ], prompt: Command.Form([Parameter("STEP", .step)])
  ) { workspace, invocation throws(InspectorError) in
    let target = try workspace.step(invocation.argument("STEP") ?? "", invocation)
    try workspace.move(to: target)
    return CommandResult(try workspace.stepReport())
  }

  private static let finish = Command(
    "finish", in: .move, "run to the end, ignoring breakpoints", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    let last = workspace.timeline.last
    if last == workspace.n { return CommandResult(MessageReport(atEnd)) }
    try workspace.move(to: last)
    return CommandResult(try workspace.stepReport())
  }

  private static let undo = Command(
    "undo", in: .move, "go back to the place visited before this one",
    details: ["It undoes only moves, also moves between branches. Changes stay."],
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    guard workspace.undoMotion() else {
      return CommandResult(MessageReport("no place was visited before this one"))
    }
    return CommandResult(try workspace.stepReport())
  }

  private static let redo = Command(
    "redo", in: .move, "return to the place that undo left", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    guard workspace.redoMotion() else {
      return CommandResult(MessageReport("there is nothing to redo: undo has left no place"))
    }
    return CommandResult(try workspace.stepReport())
  }

  /// Moves as far as there are steps; if already at an end, it says so, which is not a failure.
  ///
  /// Hidden steps are passed, and not counted.
  private static func move(
    _ workspace: inout Workspace, by count: Int, _ message: String
  ) throws(InspectorError) -> CommandResult {
    let (target, passed) = try target(workspace, count)
    let hidden = CountText.words(passed, "hidden action")
    if target == workspace.n {
      if count > 0 { try workspace.requireEnd() }
      let more = passed > 0 ? "; \(hidden) left out (hide --none)" : ""
      return CommandResult(MessageReport(message + more))
    }
    try workspace.move(to: target)
    var report = try workspace.stepReport()
    if passed > 0 { report.preface = "passed \(hidden)" }
    return CommandResult(report)
  }

  /// The step so many visible steps from here, and how many hidden ones are passed.
  ///
  /// If there are fewer, it is the last visible one; the ends of the timeline are never hidden.
  private static func target(
    _ workspace: Workspace, _ count: Int
  ) throws(InspectorError) -> (n: Int, passed: Int) {
    let (first, last) = (workspace.timeline.first, workspace.timeline.last)
    guard !workspace.focus.hidden.isEmpty else {
      let (sum, overflow) = workspace.n.addingReportingOverflow(count)
      return (overflow ? (count > 0 ? last : first) : min(max(sum, first), last), 0)
    }
    let (step, most) = (count.signum(), count.magnitude)
    var (here, passed, left) = ((n: workspace.n, passed: 0), 0, most)
    var n = workspace.n
    while left > 0, n != (step > 0 ? last : first) {
      n += step
      if passed % 256 == 255, workspace.context.interrupted() { throw .interrupted }
      if n > first, try workspace.isHidden(n) {
        passed += 1
      } else {
        left -= 1
        here = (n, passed)
      }
    }
    return here.n == workspace.n ? (here.n, passed) : here
  }
}
