import Inspector
import SessionFormat

/// Asking which action changed a value, and where the value came from.
enum WhyCommand {
  private static let chain = CommandOption(
    "--chain", "also where the value may come from, hop by hop")

  static let why = Command(
    "why", aliases: ["w"], in: .ask,
    "show which action last changed a value, at or before here, and the old value",
    details: [
      "PATH is items[0].message, /items/0/message or $.items[0].message; \"\" is all of it.",
      AskCommands.ofPlace,
      "It also shows the payload and the time of the action, the actions that caused it, and other "
        + "places of the state that hold the same value, if that is no small one.",
      "--chain looks for equal values in the payload, in inputs and in the state before, and goes "
        + "on from there. Only which step set a value is certain. That it comes from an equal one "
        + "is inferred: both may be equal by chance. A small value, such as 0, true or \"\", is never "
        + "taken for the source of an equal one; that the payload has it is said.",
      "At a terminal, an empty line after it goes to the action that it names.",
    ],
    prompt: Command.Form([Parameter("PATH", .path)], options: [chain]),
    batch: Command.Form(
      [Parameter("PATH", .path), Parameter("N", .step, .optional)], options: [chain],
      examples: [
        "inspect why session.ndjson items[1].id 4",
        "inspect why session.ndjson items[1].id --chain",
      ])
  ) { workspace, invocation throws(InspectorError) in
    if let word = invocation.argument("N") {
      try workspace.move(to: try workspace.step(word, invocation))
    }
    let path = try ValuePath.parse(invocation.argument("PATH") ?? "")
    let n =
      invocation.isBatch && invocation.argument("N") == nil
      ? try AskCommands.lastStep(workspace) : workspace.n
    let (timeline, interrupted) = (workspace.timeline, workspace.context.interrupted)
    // What a gap or the action that ended the app left is not known.
    let known = timeline.state(atOrBefore: n) ?? n
    try timeline.requireKnown(path, in: known)
    let scan = AskCommands.scan(path, workspace)
    let cause = try scan.last(upTo: known)
    var report = WhyReport(path: path, n: known, cause: cause, enums: timeline.enums)
    if cause == nil { report.addedBy = try workspace.firstChange(of: scan, after: known) }
    report.asked = known < n ? n : nil
    report.lost = timeline.lostStates(after: cause?.n ?? timeline.first, through: known)
    if n == timeline.last {
      let behind = try scan.foundBehindLast()
      (report.since, report.isSinceUnknown) = (behind.changes.last, !behind.unknown.isEmpty)
    }
    report.leftOut = try timeline.leftOut(of: path, in: known)
    if let cause {
      report.details = try CauseDetails(
        timeline, path, cause, upTo: known, interrupted: interrupted)
    }
    if invocation.flag("--chain") {
      report.provenance = try Provenance(timeline, path, upTo: known, interrupted: interrupted)
    }
    var result = CommandResult(report, cause == nil ? .no : .yes)
    if let n = report.addedBy {
      result.next = NextCommands(why: path, goto: n, isChained: true)
    } else if let cause {
      let n = cause.n.flatMap { $0 == workspace.n ? nil : $0 }
      result.next = NextCommands(why: path, goto: n, isChained: invocation.flag("--chain"))
    }
    return result
  }
}
