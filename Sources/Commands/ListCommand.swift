import Inspector

/// The steps around the current one, and those behind the ones that were listed.
enum ListCommand {
  static let list = Command(
    "list", aliases: ["l"], in: .look,
    "list the steps around here, N of them (10, or what set rows says)",
    details: [
      "list more lists as many again, behind the last step that was listed. At a terminal an empty "
        + "line after a list does that.", "All steps lost in one gap are one row.",
      LookCommands.causeSign,
    ],
    prompt: Command.Form(
      [Parameter("N", .text, .optional, choices: ["more"])],
      examples: ["list 20", "list 3 ;; list more"])
  ) { workspace, invocation throws(InspectorError) in
    if invocation.argument("N") == "more" { return try more(&workspace, invocation) }
    let count = try invocation.value("N", .count) ?? workspace.settings.rows
    let found = try workspace.visibleRows(around: workspace.n, count)
    return try listed(found, count, &workspace)
  }

  /// The rows behind those of the last list.
  private static func more(
    _ workspace: inout Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    guard let before = workspace.lastList, before.timeline == workspace.timeline.name else {
      throw invocation.refused("nothing is listed yet that it could go on from", at: "more")
    }
    let found = try workspace.visibleRows(after: before.end, before.count)
    guard !found.rows.isEmpty else {
      var result = CommandResult(MessageReport("no more steps behind \(before.end)"))
      result.next = NextCommands(listing: false)
      return result
    }
    var result = try listed(found, before.count, &workspace)
    // An empty line too many, behind the last rows, repeats no motion from before.
    if result.next.entered == nil { result.next = NextCommands(listing: false) }
    return result
  }

  private static func listed(
    _ found: (rows: [ClosedRange<Int>], hidden: Int), _ count: Int, _ workspace: inout Workspace
  ) throws(InspectorError) -> CommandResult {
    var report = try ListReport(
      workspace.timeline, found.rows, current: workspace.n, tellsDispatched: true,
      hiding: workspace.hides, interrupted: workspace.context.interrupted)
    report.hidden += found.hidden
    if let pin = workspace.focus.pin { report.restrict(to: pin) }
    let end = found.rows.last?.upperBound
    var result = workspace.listed(report, to: end)
    workspace.lastList = end.map {
      ListedRows(timeline: workspace.timeline.name, end: $0, count: count)
    }
    if let end, end < workspace.timeline.last { result.next = NextCommands(listing: true) }
    return result
  }
}

/// Where a list ended, and how many rows it may have.
struct ListedRows: Sendable {
  /// The name of the timeline.
  let timeline: String
  /// The last step of it.
  let end: Int
  let count: Int
}
