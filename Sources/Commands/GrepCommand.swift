import Inspector
import SessionFormat

/// Looking for a text everywhere.
enum GrepCommand {
  private static let options = [
    CommandOption("-i", "letters of both cases are the same"),
    CommandOption("--ignore-case", "the same as -i"),
    CommandOption(
      "--in", value: "KIND", choices: TextHit.Kind.allCases.map(\.rawValue),
      "only in each action, state, input or mark"),
    .limit("hits"),
  ]

  static let grep = Command(
    "grep", in: .ask, "find a text or number in actions, inputs, marks and states",
    details: [
      "TEXT is found in strings, in names of members, in types of actions and in names of inputs. "
        + "If TEXT is a number, it is also found as each number that equals it, so that 1 finds "
        + "1.0, and the text \"12\", but not the number 12.",
      "Of the states it lists only changes: + where the text is since this step, - where it no "
        + "longer is, ~ where the value that has it is another one. A place is a position: if "
        + "elements are inserted before it, what it held is at the next one.",
      "A state that is only rendered, or cut, is searched as it is shown; what was left out is "
        + "counted, as are steps that are lost; if nothing else is found the exit status is 2. A hidden "
        + "value is searched as its stand-in.",
    ],
    prompt: Command.Form(
      [Parameter("TEXT", .phrase)], options: options,
      examples: ["grep \"Upload failed\"", "grep -i upload --in action"]),
    batch: Command.Form(
      [Parameter("TEXT", .phrase)], options: options,
      examples: [
        "inspect grep session.ndjson 'Upload failed'",
        "inspect grep session.ndjson 1795240609 --in state --limit 1",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let text = invocation.argument("TEXT") ?? ""
    guard !text.isEmpty else { throw invocation.refused("TEXT is empty") }
    let kind = try invocation.value("--in", ValueForm<TextHit.Kind>.word)
    let limit = try invocation.value("--limit", .count)
    let query = TextQuery(
      text, ignoresCase: invocation.flag("-i") || invocation.flag("--ignore-case"))
    let (timeline, context) = (workspace.timeline, workspace.context)
    let kinds: Set<TextHit.Kind> = kind.map { [$0] } ?? Set(TextHit.Kind.allCases)
    var search = Self.search(query, workspace, in: kinds, limit: limit)
    var failure: InspectorError?
    do throws(InspectorError) {
      try search.run()
      let isFull = LimitText.isReached(limit, by: search.found.count)
      if !isFull { failure = workspace.session.fault.map(InspectorError.session) }
    } catch {
      failure = error
    }
    let found = search.found
    if let failure, found.count == 0 { throw failure }
    var report = GrepReport(query: query, kind: kind, limit: limit, found: found, failure: failure)
    if failure == nil, !LimitText.isReached(limit, by: found.count) {
      report.cut = try cuts(timeline, kind, context)
      report.lost = timeline.lostSteps(
        actions: kind != .mark && kind != .state, states: kind == nil || kind == .state)
    }
    if failure == nil, found.count == 0, !query.ignoresCase, text.lowercased() != text.uppercased()
    {
      var other = Self.search(
        TextQuery(text, ignoresCase: true), workspace, in: kinds, limit: 1)
      try other.run()
      report.isInOtherCase = other.found.count > 0
    }
    let isUnknown = report.cut.count + report.cut.actions > 0 || !report.lost.isEmpty
    var result = CommandResult(report, found.count > 0 ? .yes : isUnknown ? .trouble : .no)
    if failure == .interrupted {
      result.isInterrupted = true
      if !invocation.isBatch { result.complaints = [InspectorError.interrupted.description] }
    } else if let failure {
      result.complaints = [failure.description]
      result.answer = .trouble
    }
    return result
  }

  /// A search of the current branch that says how far it is, and that Ctrl-C ends.
  static func search(
    _ query: TextQuery, _ workspace: Workspace, in kinds: Set<TextHit.Kind>, limit: Int?
  ) -> TextSearch {
    let context = workspace.context
    return TextSearch(
      workspace.timeline, for: query, in: kinds, limit: limit, interrupted: context.interrupted
    ) { share in
      context.progress?("searched \(Int(100 * share)) %")
    }
  }

  /// The states and actions of the searched kinds that are cut.
  private static func cuts(
    _ timeline: Timeline, _ kind: TextHit.Kind?, _ context: CommandContext
  ) throws(InspectorError) -> CutStates {
    guard kind == nil || kind == .state || kind == .action else { return CutStates() }
    var cuts = try timeline.cutStates(context.interrupted)
    if kind == .action { cuts.count = 0 }
    if kind == .state { cuts.actions = 0 }
    return cuts
  }
}
