import Inspector
import SessionFormat

/// Comparing two states or two sessions.
enum DiffCommand {
  static let diff = Command(
    "diff", aliases: ["d"], in: .look, "show what differs between two states, or two sessions",
    details: [
      "At the prompt, diff shows what the action here changed, diff A compares state A with this "
        + "one, and diff A B compares state A with state B.",
      "As a verb, diff SESSION A B compares two states. diff SESSION1 SESSION2 compares two "
        + "sessions, action by action, up to the first difference, names the first states that "
        + "differ, and lists the actions that only one of them has. Exit 0 same, 1 different, 2 if no step can be compared.",
      "--as shows two states as paths, one per line; as a tree, with equal parts folded; as "
        + "sides, with the old values beside the new ones; or as a "
        + "patch. With --format json the patch is a JSON Patch (RFC 6902) that turns A into B. "
        + "Elements of arrays are matched by id, uuid, key, _id, identifier or guid if all have "
        + "it, otherwise by equality.",
    ],
    prompt: Command.Form(
      [Parameter("A", .step, .optional), Parameter("B", .step, .optional)], options: [form],
      examples: ["diff", "diff 3 5 --as tree"]),
    batch: Command.Form(
      [Parameter("A|SESSION2", .text), Parameter("B", .step, .optional)], options: [form],
      examples: [
        "inspect diff session.ndjson 3 5 --as patch --format json",
        "inspect diff session.ndjson edited.ndjson",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let form: DifferenceReport.Form? = try invocation.value("--as", .word)
    if let other = invocation.argument("A|SESSION2"), invocation.argument("B") == nil {
      guard form == nil else { throw invocation.refused("--as needs two states", at: "--as") }
      return try compare(workspace, with: other, invocation)
    }
    let here = workspace.n
    guard let a = invocation.argument("A") ?? invocation.argument("A|SESSION2") else {
      guard here > workspace.timeline.first else {
        return CommandResult(MessageReport("the start: no action led here"))
      }
      let tree = DifferenceTree(
        from: try workspace.timeline.before(here), to: try workspace.timeline.state(here))
      var report = DifferenceReport(
        from: here - 1, to: here, tree: tree, form: form ?? .paths,
        known: try workspace.timeline.knownChanges(tree, of: here),
        enums: workspace.timeline.enums)
      report.pin = workspace.focus.pin
      report.isAfterOutside = try !workspace.timeline.outsides(after: here - 1).isEmpty
      report.outside = report.isAfterOutside ? try workspace.stepReport().outside : []
      return CommandResult(report)
    }
    let from = try workspace.step(a, invocation)
    let to =
      try invocation.argument("B").map { word throws(InspectorError) in
        try workspace.step(word, invocation)
      } ?? here
    let tree = DifferenceTree(
      from: try workspace.timeline.state(from), to: try workspace.timeline.state(to))
    let known = KnownChanges(
      tree, try workspace.timeline.cuts(from), try workspace.timeline.cuts(to),
      workspace.timeline.enums)
    var report = DifferenceReport(
      from: from, to: to, tree: tree, form: form ?? .paths, known: known,
      enums: workspace.timeline.enums)
    report.pin = workspace.focus.pin
    // Cut states cannot be called the same.
    let isSame = known.changes.isEmpty
    return CommandResult(report, isSame ? (known.leftOut == nil ? .yes : .trouble) : .no)
  }

  private static let form = CommandOption(
    "--as", value: "paths|tree|sides|patch", "how to show the differences of two states (paths)")

  private static func compare(
    _ workspace: Workspace, with file: String, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    let other: Session
    do throws(InspectorError) { other = try workspace.context.session(file) } catch {
      guard Int(file) != nil || file == "end" else { throw error }
      throw invocation.refused(
        "one step is no file of a session; two steps show what differs between their states",
        at: file[...])
    }
    let comparison = try SessionComparison(
      workspace.session, other, interrupted: workspace.context.interrupted)
    let report = ComparisonReport(
      left: workspace.session.file, right: file, comparison: comparison)
    let isSame = comparison.divergence == nil
    return CommandResult(report, comparison.isUnknown ? .trouble : isSame ? .yes : .no)
  }
}
