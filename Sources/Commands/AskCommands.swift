import Inspector
import Query
import SessionFormat

/// Asking who changed what.
enum AskCommands {
  static let all = [
    WhyCommand.why, history, blame, GrepCommand.grep, find, first, BisectCommand.bisect, stats,
  ]

  private static let path = [Parameter("PATH", .path)]

  static let ofPlace =
    "PATH is a position, not an element. If elements of an array are inserted, removed or moved, "
    + "another element may be at that position afterwards. blame follows one element, as diff "
    + "matches it."

  private static let history = Command(
    "history", in: .ask, "list every change of a value",
    details: [
      "PATH is items[0].message, /items/0/message or $.items[0].message; \"\" is all of it.",
      ofPlace,
    ],
    prompt: Command.Form(path, options: [lastOnes]),
    batch: Command.Form(
      path, options: [lastOnes],
      examples: ["inspect history session.ndjson items[0].message --limit 3"])
  ) { workspace, invocation throws(InspectorError) in
    let limit = try invocation.value("--limit", .count)
    let path = try ValuePath.parse(invocation.argument("PATH") ?? "")
    let found = try scan(path, workspace).foundInAll(limit: limit)
    let changes = found.changes
    if let fault = workspace.session.fault { throw .session(fault) }
    let timeline = workspace.timeline
    let unknown = changes.filter(\.isNewUnknown).map { $0.n ?? timeline.first }
    return CommandResult(
      HistoryReport(
        path: path, changes: changes, limits: try UnknownSteps(unknown, in: timeline).limits,
        unknown: try UnknownSteps(found.unknown, in: timeline), enums: timeline.enums,
        isLimited: LimitText.isReached(limit, by: changes.count)),
      changes.isEmpty ? .no : .yes)
  }

  private static let lastOnes = CommandOption.limitFromEnd("changes")
  private static let firstOnes = CommandOption.limit("steps")

  private static let blame = Command(
    "blame", in: .ask, "show which action set each value of the state, or of a part of it",
    details: [
      "PATH is items[0].message, /items/0/message or $.items[0].message; without it it covers the whole state. At "
        + "the prompt it reads the state here; the verb reads state N, or the last one.",
      "blame follows the elements of an array as diff matches them: others may be inserted or removed "
        + "before them, and they may be moved within it if they have an id. why and history follow a "
        + "position, which may then hold another element. Everything else is as in why: an action "
        + "that moves or copies a value sets it.",
    ],
    prompt: Command.Form(
      [Parameter("PATH", .path, .optional)], examples: ["blame", "blame items[0]"]),
    batch: Command.Form(
      [Parameter("PATH", .path, .optional), Parameter("N", .step, .optional)],
      examples: ["inspect blame session.ndjson", "inspect blame session.ndjson /items 4"])
  ) { workspace, invocation throws(InspectorError) in
    if let word = invocation.argument("N") {
      try workspace.move(to: try workspace.step(word, invocation))
    } else if invocation.isBatch {
      _ = try lastStep(workspace)
    }
    let typed = invocation.argument("PATH") ?? ""
    let path = try ValuePath.parse(typed)
    let here = invocation.isBatch ? nil : workspace.n
    return try workspace.answering(invocation) { workspace throws(InspectorError) in
      let value = try workspace.value(at: path, as: typed)
      let (timeline, n) = (workspace.timeline, workspace.n)
      var scan = BlameScan(timeline, interrupted: workspace.context.interrupted)
      let leaves = try scan.leaves(of: path, in: n) ?? []
      let t = timeline.hasAction(n) ? try timeline.front(n).t : nil
      let oldest = leaves.map { $0.origin.n ?? timeline.first }.min() ?? n
      let lost = timeline.lostStates(after: oldest, through: n)
      return BlameReport(
        path: path, n: n, t: t, here: here, value: value, leaves: leaves, lost: lost)
    }
  }

  private static let stats = Command(
    "stats", in: .ask, "count actions by type, reducer times, state sizes, changed places",
    details: [
      "It shows the share of each type of action, with percentiles of its time in the reducer; the "
        + "size of the state at some steps over the whole length; the places that patches change "
        + "most often, with * for elements of arrays; and inputs, changes from outside and gaps.",
      "Counts are exact. stats does not compare checksums; check does. With --salvage it names the "
        + "damaged lines that are left out, and the actions, states and inputs that are lost with them.",
    ],
    prompt: Command.Form(),
    batch: Command.Form(
      examples: [
        "inspect stats session.ndjson",
        "inspect stats session.ndjson --format json | jq '.types[0]'",
      ])
  ) { workspace, _ throws(InspectorError) in
    if let fault = workspace.session.fault { throw .session(fault) }
    let statistics = try SessionStatistics(
      workspace.timeline, interrupted: workspace.context.interrupted)
    return CommandResult(StatisticsReport(statistics: statistics))
  }

  static let atStart =
    "If an action was lost in a gap, COND is still tested on the state after it, provided that it "
    + "reads only state. The start is not a step. If COND reads state but nothing of an action, "
    + "and already holds at the start, a line of its own reports that, and it counts as found. "
    + "The same goes for changes from outside after the last step, if COND holds only after them."

  private static let find = Command(
    "find", aliases: ["f"], in: .ask, "list the steps for which a condition holds",
    details: [
      "COND is a filter expression of RFC 9535 over $ = {n, t, type, action, state, before, "
        + "patch}; a path without $ begins at the state. For example $.type == \"dequeueToast\" && "
        + "items[0]; a path alone is true if it selects something, so write flag == true.",
      "A member that no state has, or a type that no action has, is refused with the nearest; "
        + "--anyway asks nevertheless.",
      "An action that was dispatched but not reduced, such as a thunk, is listed if COND holds for "
        + "its type and action and reads no state. It is not a step, so first and bisect skip it.",
      atStart,
    ],
    prompt: Command.Form(
      [Parameter("COND", .condition)], options: [firstOnes],
      examples: ["find items[0] && !$.before.items[0]"]),
    batch: Command.Form(
      [Parameter("COND", .condition)], options: [firstOnes],
      examples: [
        "inspect find session.ndjson 'count(items[*]) > 1'",
        "inspect find session.ndjson 'match($.type, \"(clear|dequeue).*\")' --limit 3",
        "inspect find session.ndjson '$.patch[?@.path == \"/items/1\"]'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let text = invocation.argument("COND") ?? ""
    let limit = try invocation.value("--limit", .count)
    let search = try search(text, workspace, invocation)
    var edges = try EdgeAnswers(search, workspace.timeline)
    var found = StepSearch.Found()
    var dispatched: [FoundDispatch] = []
    var failure: InspectorError?
    do throws(InspectorError) {
      dispatched = try search.onlyDispatched(&found)
      try search.match(limit: limit, &found)
      if let limit { Self.cut(&found.steps, &dispatched, to: limit) }
      if limit == nil || found.steps.count < limit ?? 0 {
        failure = workspace.session.fault.map(InspectorError.session)
      }
    } catch {
      // A fault in the question itself is an error, not the end of its answer.
      if case .badQuery = error { throw error }
      failure = error
    }
    let isCut = LimitText.isReached(limit, by: found.steps.count + dispatched.count)
    try edges.finish(
      search, workspace.timeline, reachesEnd: failure == nil && !isCut, unknown: found.unknown,
      upTo: found.steps.last)
    let list = StepStream(
      workspace.timeline, .numbers(found.steps, dispatched), of: text, edges,
      hiding: workspace.hides, pinned: workspace.focus.pin,
      current: invocation.isBatch ? nil : workspace.n, isLimited: isCut, endsIn: failure,
      interrupted: workspace.context.interrupted)
    return CommandResult(
      stream: list, edges.answer(hasSteps: !found.steps.isEmpty || !dispatched.isEmpty))
  }

  /// Keeps the first `limit` of both together; what was dispatched after a step follows it.
  private static func cut(
    _ steps: inout [Int], _ dispatched: inout [FoundDispatch], to limit: Int
  ) {
    var (kept, others) = (0, 0)
    while kept + others < limit, kept < steps.count || others < dispatched.count {
      if kept < steps.count, others == dispatched.count || steps[kept] <= dispatched[others].n {
        kept += 1
      } else {
        others += 1
      }
    }
    steps.removeSubrange(kept...)
    dispatched.removeSubrange(others...)
  }

  private static let first = Command(
    "first", in: .ask, "find the first step for which a condition holds",
    details: [
      "COND is as in find. first reads the steps in order, and none after the match.",
      atStart,
    ],
    prompt: Command.Form([Parameter("COND", .condition)]),
    batch: Command.Form(
      [Parameter("COND", .condition)],
      examples: ["inspect first session.ndjson 'items[1]'"])
  ) { workspace, invocation throws(InspectorError) in
    let text = invocation.argument("COND") ?? ""
    let search = try search(text, workspace, invocation)
    let edges = try EdgeAnswers(search, workspace.timeline)
    var found = StepSearch.Found()
    try search.match(limit: 1, &found)
    let n = found.steps.first
    if n == nil, let fault = workspace.session.fault { throw .session(fault) }
    return try result(
      of: text, search, n, edges, unknown: found.unknown, workspace, isBatch: invocation.isBatch)
  }

  /// The result of a search for one step, of which the start is answered already.
  static func result(
    of text: String, _ search: StepSearch, _ n: Int?, _ edges: EdgeAnswers, unknown: [Int],
    _ workspace: Workspace, isBatch: Bool, bisection: StepBisection.Result? = nil
  ) throws(InspectorError) -> CommandResult {
    // Nobody stands at the step at which a verb opens its session.
    let list = try ListReport(workspace.timeline, n, current: isBatch ? nil : workspace.n)
    var edges = edges
    try edges.finish(search, workspace.timeline, reachesEnd: n == nil, unknown: unknown, upTo: n)
    // A step from which the condition holds to the end is no other one.
    let answer = edges.answer(hasSteps: n != nil && bisection?.holdsAtEnd != false)
    return CommandResult(
      FirstReport(condition: text, list: list, edges: edges, bisection: bisection), answer)
  }

  static func search(
    _ text: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> StepSearch {
    StepSearch(
      workspace.timeline, where: try workspace.condition(text),
      interrupted: workspace.context.interrupted)
  }

  static func scan(_ path: JSONPointer, _ workspace: Workspace) -> CauseScan {
    CauseScan(
      workspace.timeline, path: path, interrupted: workspace.context.interrupted)
  }

  /// The last step; damage before it is reported here.
  static func lastStep(_ workspace: Workspace) throws(InspectorError) -> Int {
    if let fault = workspace.session.fault { throw .session(fault) }
    return workspace.timeline.last
  }
}

extension EdgeAnswers {
  /// Found or not; neither, if nothing was found but it may be in what was left out.
  func answer(hasSteps: Bool) -> CommandResult.Answer {
    if hasSteps || start != nil || end != nil { return .yes }
    return unknown.isCut ? .trouble : .no
  }
}
