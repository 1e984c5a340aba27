import Inspector
import Query
import SessionFormat

/// Breakpoints, and continuing to the next stop.
enum StopCommands {
  static let all = [
    watch, breakAt, breakOnce, catchAt, delete, disable, enable, ignore, goOn, goBack,
  ]

  private static let details = [
    "COND is as in find: the breakpoint stops only at steps for which it holds. The start is not a "
      + "step, so no breakpoint stops there, and reverse-continue ends there. A COND that needs an "
      + "element which no array is long enough for is refused; --anyway sets it."
  ]

  private static let watch = Command(
    "watch", in: .move, "stop when the value at a path changes",
    details: details + [
      "PATH is items[0].message, /items/0/message or $.items[0].message; \"\" is all of it. continue stops at "
        + "the next step that changes the value, reverse-continue at the last such step before "
        + "here."
    ],
    prompt: Command.Form(
      [Parameter("PATH", .path), Parameter("if COND", .guarded, .optional)],
      examples: ["watch items", "watch items[0].message if items[1]"])
  ) { workspace, invocation throws(InspectorError) in
    let path = try ValuePath.parse(invocation.argument("PATH") ?? "")
    let condition = try guardCondition(workspace, invocation)
    return told(workspace.addStop(.watch(path), condition, isTemporary: false))
  }

  private static let breakAt = typeStop(
    "break", "stop at actions of a type",
    examples: ["break dequeue*", "break * if $.before.items[1] && !items[0]"],
    isTemporary: false)

  private static let breakOnce = typeStop(
    "tbreak", "stop once at an action of a type", isTemporary: true)

  private static func typeStop(
    _ name: String, _ summary: String, examples: [String] = [], isTemporary: Bool
  ) -> Command {
    Command(
      name, in: .move, summary, details: details + [glob],
      prompt: Command.Form(
        [Parameter("TYPE-GLOB", .actionType), Parameter("if COND", .guarded, .optional)],
        examples: examples)
    ) { workspace, invocation throws(InspectorError) in
      let word = invocation.argument("TYPE-GLOB") ?? ""
      let condition = try guardCondition(workspace, invocation)
      var result = told(
        workspace.addStop(.type(pattern: word), condition, isTemporary: isTemporary))
      let matches = TypeGlob(word).matches
      if try workspace.neverThere.lacksType(matches, isReduced: true),
        try !workspace.neverThere.lacksType(matches)
      {
        result.complaints.append(
          "note: it never stops: actions of that type were dispatched, and none was reduced")
      }
      return result
    }
  }

  private static let glob = "In TYPE-GLOB * matches any characters, and ? matches one."

  private static let catchAt = Command(
    "catch", in: .move, "stop at crashes, or at divergences of a replay or branch",
    details: [
      "crash: an action in which the app crashed, or whose reducer threw.",
      "divergence: on a branch, the step at which its states begin to differ from the recorded "
        + "ones. On the recording, the step at which the last verify found that the replay "
        + "diverges; run verify first.",
    ],
    prompt: Command.Form(
      [Parameter("crash|divergence", .text)], examples: ["catch crash"])
  ) { workspace, invocation throws(InspectorError) in
    switch invocation.argument("crash|divergence") {
    case "crash": return told(workspace.addStop(.crash, nil, isTemporary: false))
    case "divergence":
      guard workspace.timelines.count > 1 || workspace.verdict != nil else {
        throw invocation.refused("nothing to compare with: run verify first, or make a branch")
      }
      return told(workspace.addStop(.divergence, nil, isTemporary: false))
    case let topic:
      throw invocation.refused(
        "it catches crash or divergence, not \(topic ?? "")", at: topic?[...])
    }
  }

  private static let disable = switching(
    "disable", "disable breakpoints, or all of them", enabled: false)

  private static let enable = switching(
    "enable", "enable breakpoints again, or all of them", enabled: true)

  private static let numbers = "info breakpoints lists the breakpoints with their numbers."

  private static func switching(_ name: String, _ summary: String, enabled: Bool) -> Command {
    Command(
      name, in: .move, summary, details: [numbers],
      prompt: Command.Form([Parameter("N", .rule, .any)])
    ) { workspace, invocation throws(InspectorError) in
      let words = invocation.arguments("N")
      guard !workspace.stops.isEmpty || !words.isEmpty else {
        return CommandResult(MessageReport("there are no breakpoints"))
      }
      var ids = Set(words.isEmpty ? workspace.stops.map(\.id) : [])
      for word in words { ids.insert(try ruleNumber(word, workspace, invocation)) }
      for place in workspace.stops.indices where ids.contains(workspace.stops[place].id) {
        workspace.stops[place].isEnabled = enabled
      }
      var report = StopRulesReport(rules: workspace.stops.filter { ids.contains($0.id) })
      if words.isEmpty {
        report.preface =
          "\(name)d " + (ids.count > 1 ? "all \(ids.count) breakpoints" : "the only breakpoint")
      }
      return CommandResult(report)
    }
  }

  private static let ignore = Command(
    "ignore", in: .move, "pass over the next stops of a breakpoint",
    details: [
      "The next COUNT times that the breakpoint would stop, it does not: ignore 2 9 stops at the "
        + "tenth. A stop that its condition rules out does not count. COUNT 0 ends it.",
      numbers,
    ],
    prompt: Command.Form(
      [Parameter("N", .rule), Parameter("COUNT", .text)], examples: ["break dequeue* ;; ignore 1 9"]
    )
  ) { workspace, invocation throws(InspectorError) in
    let id = try ruleNumber(invocation.argument("N") ?? "", workspace, invocation)
    let count = try invocation.value("COUNT", .countOrNone)
    for place in workspace.stops.indices where workspace.stops[place].id == id {
      workspace.stops[place].ignored = count ?? 0
    }
    return CommandResult(StopRulesReport(rules: workspace.stops.filter { $0.id == id }))
  }

  /// The number of an existing rule.
  private static func ruleNumber(
    _ word: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> Int {
    if let id = Int(word), workspace.stops.contains(where: { $0.id == id }) { return id }
    let how =
      workspace.stops.isEmpty
      ? ": there are none; watch, break, tbreak and catch make them"
      : "; info breakpoints lists them"
    throw invocation.refused("there is no breakpoint \(word)\(how)", at: word[...])
  }

  private static let delete = Command(
    "delete", in: .move, "delete a breakpoint, or all of them",
    details: [numbers],
    prompt: Command.Form([Parameter("N", .rule, .optional)])
  ) { workspace, invocation throws(InspectorError) in
    guard let word = invocation.argument("N") else {
      let count = workspace.stops.count
      workspace.stops = []
      return CommandResult(MessageReport("deleted \(CountText.words(count, "breakpoint"))"))
    }
    let id = try ruleNumber(word, workspace, invocation)
    workspace.stops.removeAll { $0.id == id }
    return CommandResult(MessageReport("deleted breakpoint \(id)"))
  }

  private static let goOn = Command(
    "continue", aliases: ["c"], in: .move,
    "go forward to the next breakpoint (with K, to the K-th), or to the end",
    details: [kinds], prompt: count, repeats: true
  ) { workspace, invocation throws(InspectorError) in
    let end = workspace.timeline.last
    return try run(&workspace, invocation, to: end, "the end: there is no later action") {
      scan, n throws(InspectorError) in try scan.next(after: n)
    }
  }

  private static let count = Command.Form([Parameter("K", .text, .optional)])

  private static let goBack = Command(
    "reverse-continue", aliases: ["rc"], in: .move,
    "go back to the last breakpoint before here (with K, to the K-th), or to the start",
    details: [kinds], prompt: count, repeats: true
  ) { workspace, invocation throws(InspectorError) in
    let end = workspace.timeline.first
    return try run(&workspace, invocation, to: end, "the start: there is no earlier state") {
      scan, n throws(InspectorError) in try scan.last(before: n)
    }
  }

  private static let kinds = "It stops at the breakpoints that watch, break, tbreak and catch set."

  /// Goes to the K-th stop that the search finds, else to that end.
  ///
  /// If it fails or is interrupted, the position stays.
  private static func run(
    _ workspace: inout Workspace, _ invocation: Invocation, to end: Int, _ atEnd: String,
    search: (inout BreakpointSearch, Int) throws(InspectorError) -> (n: Int, stops: [Stop])?
  ) throws(InspectorError) -> CommandResult {
    let count = try invocation.value("K", .count) ?? 1
    let before = workspace
    do throws(InspectorError) {
      var result = try run(&workspace, to: end, atEnd, search: search)
      var made = 1
      while made < count, workspace.n != end {
        if workspace.context.interrupted() { throw .interrupted }
        result = try run(&workspace, to: end, atEnd, search: search)
        made += 1
      }
      return result
    } catch {
      workspace = before
      throw error
    }
  }

  /// Goes to the stop that the search finds, else to that end; no rule is searched if none is
  /// enabled.
  private static func run(
    _ workspace: inout Workspace, to end: Int, _ atEnd: String,
    search: (inout BreakpointSearch, Int) throws(InspectorError) -> (n: Int, stops: [Stop])?
  ) throws(InspectorError) -> CommandResult {
    let (here, timeline) = (workspace.n, workspace.timeline)
    if here == end { return CommandResult(MessageReport(atEnd)) }
    var found: (n: Int, stops: [Stop])?
    var unknown: [Int] = []
    if workspace.stops.contains(where: \.isEnabled) {
      var scan = BreakpointSearch(
        timeline, workspace.stops, divergence: workspace.verdict?.divergence?.n,
        interrupted: workspace.context.interrupted)
      found = try search(&scan, here)
      while let stop = found {
        let stops = workspace.passingIgnored(stop.stops)
        found = stops.isEmpty ? try search(&scan, stop.n) : (stop.n, stops)
        if !stops.isEmpty { break }
        if workspace.context.interrupted() { throw .interrupted }
      }
      unknown = scan.unknown
    }
    let target = found?.n ?? end
    try workspace.move(to: target)
    let passed = min(here, target)...max(here, target)
    let report = StopReport(
      stops: found?.stops ?? [], step: try workspace.stepReport(), enums: timeline.enums,
      unknown: try UnknownSteps(unknown.filter(passed.contains).sorted(), in: timeline))
    let gone = Set((found?.stops ?? []).filter(\.rule.isTemporary).map(\.rule.id))
    workspace.stops.removeAll { gone.contains($0.id) }
    return CommandResult(report)
  }

  private static func told(_ rule: Breakpoint) -> CommandResult {
    CommandResult(StopRulesReport(rules: [rule]))
  }

  /// The condition after `if`; nil if there is none.
  private static func guardCondition(
    _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> Condition? {
    guard let text = invocation.argument("if COND") else { return nil }
    return try workspace.condition(text)
  }
}
