import Inspector
import SessionFormat

/// Going between branches, comparing and keeping them.
enum BranchCommands {
  static let all = [branches, switchTo, compare, drop, save, reload]

  private static let branches = Command(
    "branches", in: .change, "list the recording and the branches made of it",
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    CommandResult(BranchesReport(timelines: workspace.timelines, current: workspace.current))
  }

  private static let switchTo = Command(
    "switch", aliases: ["sw"], in: .change, "look at another branch, or at the recording",
    details: ["BRANCH is a name as branches lists them; a beginning is enough."],
    prompt: Command.Form([Parameter("BRANCH", .branch)])
  ) { workspace, invocation throws(InspectorError) in
    workspace.look(at: try workspace.timeline(named: invocation.argument("BRANCH") ?? ""))
    return CommandResult(try StepReport(workspace.timeline, workspace.n))
  }

  private static let compare = Command(
    "compare", in: .change, "tell this branch from the recording, or from another branch",
    details: [
      "Actions belong together wherever they stand: those that were skipped, edited, inserted and "
        + "moved are told, then the first state that differs after an action of both, then what "
        + "differs in the end. At the recording BRANCH is compared with it.",
      "Answers yes where all is the same.",
    ],
    prompt: Command.Form([Parameter("BRANCH", .branch, .optional)])
  ) { workspace, invocation throws(InspectorError) in
    let other = try invocation.argument("BRANCH").map { name throws(InspectorError) in
      try workspace.timeline(named: name)
    }
    guard other != nil || workspace.timeline.isBranch else {
      throw invocation.refused("this is the recording: name the branch to compare it with")
    }
    let comparison = try BranchComparison(
      workspace.timelines[other ?? 0], workspace.timeline,
      migrated: workspace.migratedStates(), interrupted: workspace.surroundings.interrupted)
    return CommandResult(BranchComparisonReport(comparison), comparison.isSame ? .yes : .no)
  }

  private static let drop = Command(
    "drop", in: .change, "forget a branch", details: ["The recording cannot be dropped."],
    prompt: Command.Form([Parameter("BRANCH", .branch)])
  ) { workspace, invocation throws(InspectorError) in
    let place = try workspace.timeline(named: invocation.argument("BRANCH") ?? "")
    guard place > 0 else { throw invocation.refused("the recording is never dropped") }
    workspace.drop(place)
    return CommandResult(BranchesReport(timelines: workspace.timelines, current: workspace.current))
  }

  private static let save = Command(
    "save", in: .change, "write this branch as a session of its own",
    details: [
      "Its header tells from which session it was derived, and by which changes. Actions that have "
        + "another number have the recorded one in was, and those that were put in have new.",
      "FILE is there whole or not at all; one that is there already is an error without --force.",
    ],
    prompt: Command.Form(
      [Parameter("FILE", .session)],
      options: [CommandOption("--force", "replace FILE where it is there already")])
  ) { workspace, invocation throws(InspectorError) in
    guard workspace.timeline.isBranch else {
      throw invocation.refused("this is the recording, which is saved already: change it first")
    }
    let file = invocation.argument("FILE") ?? ""
    guard file != "-" else {
      throw invocation.refused(
        "a session is not written between the answers of a prompt: name a file")
    }
    for part in workspace.session.parts where Platform.isSameFile(part.file, file) {
      throw .sameFile(file, part.file)
    }
    var branch = BranchSession(workspace.timeline)
    do throws(InspectorError) {
      var writer = try SessionWriter(path: file, replaces: invocation.flag("--force"))
      try branch.write(into: &writer, interrupted: workspace.surroundings.interrupted)
      try writer.finish()
      return CommandResult(
        SavedBranchReport(branch: workspace.timeline, file: file, bytes: writer.count))
    } catch .cannotWrite(let file, SystemNames.fileExists) {
      throw .alreadyThere(file: file, option: "--force")
    }
  }

  private static let reload = Command(
    "reload", in: .change, "start the host anew, as after a build, and reduce everything again",
    details: [
      "The recording is replayed, and each state compared with the recorded one; each branch is "
        + "reduced anew and compared with what it was. The recording stays as it is.",
      "Answers yes where nothing differs.",
    ],
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    let reload = try workspace.reload()
    let command = workspace.surroundings.command(ofStore: workspace.session.header.store)
    let report = ReloadReport(reload, host: command)
    return CommandResult(report, report.isSame ? .yes : .no)
  }
}
