import Inspector
import SessionFormat

/// Going between branches, comparing and keeping them.
enum BranchCommands {
  static let all = [branches, switchTo, compare, drop, save, reload]

  private static let branches = Command(
    "branches", in: .change, "list the recording and its branches",
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    CommandResult(BranchesReport(timelines: workspace.timelines, current: workspace.current))
  }

  private static let switchTo = Command(
    "switch", aliases: ["sw"], in: .change, "switch to another branch, or to the recording",
    details: [
      "BRANCH is a name that branches lists; its beginning is enough. The current action stays the "
        + "current one; if the other timeline does not have it, the last before it that it has is."
    ],
    prompt: Command.Form([Parameter("BRANCH", .branch)])
  ) { workspace, invocation throws(InspectorError) in
    workspace.switchTo(try workspace.timeline(named: invocation.argument("BRANCH") ?? ""))
    return CommandResult(try workspace.stepReport())
  }

  private static let compare = Command(
    "compare", in: .change, "compare this branch with the recording, or with another branch",
    details: [
      "Actions are matched wherever they are. compare lists the actions that were skipped, edited, "
        + "inserted and moved, then the first state that differs after an action of both, then "
        + "what differs at the end. On the recording, it compares BRANCH with the recording. A note "
        + "names the first action that drew inputs which were not recorded: differences may come from "
        + "them.",
      "compare replay reduces the recording again up to this step, and compares the state that the "
        + "replay reaches with the recorded one.",
      "Answers yes if everything is the same.",
    ],
    prompt: Command.Form([Parameter("BRANCH", .branch, .optional, choices: ["replay"])])
  ) { workspace, invocation throws(InspectorError) in
    if invocation.argument("BRANCH") == "replay" {
      let report = try replayed(&workspace, invocation)
      return CommandResult(report, report.isSame ? .yes : .no)
    }
    let other = try invocation.argument("BRANCH").map { name throws(InspectorError) in
      try workspace.timeline(named: name)
    }
    guard other != nil || workspace.timeline.isBranch else {
      throw invocation.refused("this is the recording: name the branch to compare it with")
    }
    let comparison = try BranchComparison(
      workspace.timelines[other ?? 0], workspace.timeline,
      migrated: workspace.migratedStates(), interrupted: workspace.context.interrupted)
    return CommandResult(
      BranchComparisonReport(comparison: comparison), comparison.isSame ? .yes : .no)
  }

  /// The recorded state here, and that of a replay.
  private static func replayed(
    _ workspace: inout Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> ReplayedStateReport {
    guard !workspace.timeline.isBranch else {
      throw invocation.refused(
        "a replay is compared with the recording: switch recording goes there")
    }
    let (timeline, n) = (workspace.timeline, workspace.n)
    let recorded = try timeline.state(n)
    let replayed = try timeline.session.replayedState(
      n, through: try workspace.host(), interrupted: workspace.context.interrupted)
    return ReplayedStateReport(
      n: n, tree: DifferenceTree(from: recorded, to: replayed), enums: timeline.enums)
  }

  private static let drop = Command(
    "drop", in: .change, "forget a branch", details: ["The recording cannot be dropped."],
    prompt: Command.Form([Parameter("BRANCH", .ownBranch)])
  ) { workspace, invocation throws(InspectorError) in
    let place = try workspace.timeline(named: invocation.argument("BRANCH") ?? "")
    guard place > 0 else {
      throw invocation.refused(
        "the recording is never dropped", at: invocation.argument("BRANCH")?[...])
    }
    workspace.drop(place)
    return CommandResult(BranchesReport(timelines: workspace.timelines, current: workspace.current))
  }

  private static let save = Command(
    "save", in: .change, "write this branch as a session of its own, with your marks",
    details: [
      "Its header names the session that it was derived from, and the changes. An action with "
        + "another number has the recorded number in was, and an inserted action has new.",
      "On the recording, save writes a copy that has your marks.",
      "FILE appears complete or not at all. Without --force it is an error if FILE exists already.",
    ],
    prompt: Command.Form(
      [Parameter("FILE", .file)],
      options: [.force])
  ) { workspace, invocation throws(InspectorError) in
    let marks = workspace.ownMarks
    guard workspace.timeline.isBranch || !marks.isEmpty else {
      throw invocation.refused(
        "this is the recording, which is saved already: change it or mark a step first")
    }
    let file = invocation.argument("FILE") ?? ""
    guard file != "-" else {
      throw invocation.refused(
        "a session cannot go between the answers of a prompt: name a file", at: "-")
    }
    var writer = try invocation.writer(to: file, reading: workspace.session)
    var branch = BranchSession(workspace.timeline, marks: marks)
    try branch.write(into: &writer, interrupted: workspace.context.interrupted)
    try writer.finish()
    workspace.noteSaved()
    return CommandResult(
      SavedBranchReport(
        branch: workspace.timeline, file: file, bytes: writer.count, marks: marks.count,
        leftOut: workspace.homelessMarks))
  }

  private static let reload = Command(
    "reload", in: .change, "restart the host, as after a build, and reduce everything again",
    details: [
      "reload replays the recording and compares each state with the recorded one. It reduces each "
        + "branch again and compares it with its former states. The recording does not change.",
      "Answers yes if nothing differs.",
    ],
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    let reload = try workspace.reload()
    let command = workspace.context.command(ofStore: workspace.session.header.store)
    let report = ReloadReport(reload, host: command)
    return CommandResult(report, report.isUnknown ? .trouble : report.isSame ? .yes : .no)
  }
}
