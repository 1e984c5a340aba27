import Inspector
import Query
import SessionFormat

/// Looking at steps and states.
enum LookCommands {
  static let all = [
    ListCommand.list, TimelineCommand.timeline, print, PlotCommand.plot, tree, action,
    DiffCommand.diff, info, when, marks, log, show, FollowCommand.follow, SessionsCommand.sessions,
  ]

  static let causeSign =
    "└ before a type means that the action of the row above caused this one, └7 that action 7 did. "
    + "…3 at the end of a row stands for three more places that changed."

  private static let print = Command(
    "print", aliases: ["p"], in: .look, "print the state here, or a part of it",
    details: [
      "QUERY is a path (items[0].message or /items/0/message; \"\" is the whole state) or a JSONPath "
        + "(RFC 9535) over the state, such as $.items[*].id or items[*].id, which may select many values.",
      "With --format json, a path prints the value itself, and a JSONPath prints one array of the "
        + "values.",
      "--canonical prints that JSON in its canonical form (RFC 8785) in any format, for hashing or "
        + "signing. The verb writes no line feed after it.",
    ],
    prompt: Command.Form(
      [Parameter("QUERY", .query, .optional)], options: [paths, canonical]),
    batch: Command.Form(
      [Parameter("N", .step), Parameter("QUERY", .query)], options: [paths, canonical],
      examples: [
        "inspect print session.ndjson 4 items[0].message",
        "inspect print session.ndjson 4 '$.items[?@.type == \"error\"].id' --paths",
        "inspect print session.ndjson end '' --canonical | sha256sum",
      ])
  ) { workspace, invocation throws(InspectorError) in
    if let word = invocation.argument("N") {
      try workspace.move(to: try workspace.step(word, invocation))
    }
    var outcome = try answer(invocation, workspace)
    if invocation.flag("--canonical"), let value = outcome.report?.json {
      do throws(CanonicalError) {
        // The verb writes exactly the bytes to hash; in a script each result is a line.
        outcome.exactBytes = try value.canonicalBytes() + (invocation.isBatch ? [] : [0x0A])
      } catch {
        throw .noCanonicalForm(reason: error.description)
      }
    }
    return outcome
  }

  private static func answer(
    _ invocation: Invocation, _ workspace: Workspace
  ) throws(InspectorError) -> CommandResult {
    let query = invocation.argument("QUERY") ?? ""
    let path: JSONPath
    switch try ValuePath.selection(query) {
    case .place(let place):
      if invocation.flag("--paths") {
        throw invocation.refused("--paths goes with a JSONPath", at: "--paths")
      }
      do throws(InspectorError) {
        return try workspace.answering(invocation) { workspace throws(InspectorError) in
          var report = ValueReport(value: try workspace.value(at: place, as: query))
          report.leftOut = try workspace.timeline.leftOut(of: place, in: workspace.n)
          report.moment = workspace.timeline.enums.moment(report.value, at: place)
          return report
        }
      } catch { return try missing(error) }
    case .query(let query): path = query
    }
    let state = try workspace.timeline.state(workspace.n)
    let cuts = try workspace.timeline.cuts(workspace.n)
    let selection: (nodes: [JSONPath.Node], isSure: Bool)
    do throws(QueryError) { selection = try path.selection(in: state, cuts) } catch {
      throw .query(query, error)
    }
    if !selection.isSure, selection.nodes.isEmpty, let leftOut = cuts.amount {
      throw .placeCut(path: query, n: workspace.n, leftOut: leftOut)
    }
    var report = NodesReport(
      nodes: selection.nodes, showsPaths: invocation.flag("--paths"))
    if !selection.isSure { report.leftOut = cuts.amount }
    var result = CommandResult(report, selection.nodes.isEmpty ? .no : .yes)
    if selection.nodes.isEmpty, let place = try? ValuePath.parse(query),
      let words = try workspace.whereabouts(of: place)
    {
      result.complaints = ["\(query): \(words)"]
    }
    return result
  }

  /// The answer if only this state has nothing at the place; throws any other error.
  private static func missing(_ error: InspectorError) throws(InspectorError) -> CommandResult {
    guard case .noSuchPlace = error else { throw error }
    var result = CommandResult(nil, .no)
    result.complaints = [error.description]
    return result
  }

  /// The values that a query selects in the current state.
  static func values(
    _ query: String, _ workspace: Workspace
  ) throws(InspectorError) -> [JSONValue] {
    switch try ValuePath.selection(query) {
    case .place(let place): return [try workspace.value(at: place, as: query)]
    case .query(let path):
      let state = try workspace.timeline.state(workspace.n)
      do throws(QueryError) {
        return try path.selection(in: state, CutPlaces()).nodes.map(\.value)
      } catch {
        throw .query(query, error)
      }
    }
  }

  /// Throws if a text is no query.
  static func check(_ query: String) throws(InspectorError) { _ = try ValuePath.selection(query) }

  private static let paths = CommandOption("--paths", "print the normalized paths, not the values")
  private static let canonical = CommandOption(
    "--canonical", "print the canonical JSON (RFC 8785), byte for byte")

  private static let tree = Command(
    "tree", in: .look, "outline the state here, or a part of it, level by level",
    details: [
      "PATH is items[0].message, /items/0/message or $.items[0].message; without it tree outlines the "
        + "whole state. What an array holds is one line each, by its id and name; --depth shows it level "
        + "by level. If "
        + "a value has many members or elements, it shows the first ones and the number of the "
        + "others; print prints all."
    ],
    prompt: Command.Form([Parameter("PATH", .path, .optional)], options: [depth])
  ) { workspace, invocation throws(InspectorError) in
    let levels = try invocation.value("--depth", .number(0...100)) ?? 3
    let typed = invocation.argument("PATH")
    let path = try typed.map(ValuePath.parse) ?? workspace.focus.pin ?? .root
    return try workspace.answering(invocation) { workspace throws(InspectorError) in
      let (timeline, n) = (workspace.timeline, workspace.n)
      var value = try workspace.value(at: path, as: typed ?? "")
      if timeline.mayBeCut {
        value = path.value(in: try timeline.cuts(n).marked(try timeline.state(n))) ?? value
      }
      var report = OutlineReport(value, at: path, in: n, depth: levels)
      report.enums = timeline.enums
      report.leftOut = try timeline.leftOut(of: path, in: n)
      report.isFolded = invocation.option("--depth") == nil
      return report
    }
  }

  private static let depth = CommandOption(
    "--depth", value: "N", "how many levels to show below it (3)")

  private static let action = Command(
    "action", aliases: ["a"], in: .look, "print the action here, whole", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    guard workspace.n > workspace.timeline.first else {
      return CommandResult(MessageReport("the start: no action led here"))
    }
    let step = try workspace.timeline.step(workspace.n)
    let cuts = workspace.timeline.cuts(of: step.action)
    return CommandResult(ActionReport(step: step, leftOut: cuts.amount))
  }

  private static let info = Command(
    "info", aliases: ["i"], in: .look, "show what was recorded, and how the session ended",
    details: ["info breakpoints lists what watch, break, tbreak and catch have set."],
    prompt: Command.Form([Parameter("breakpoints", .text, .optional, choices: ["breakpoints"])])
  ) { workspace, invocation throws(InspectorError) in
    if let topic = invocation.argument("breakpoints") {
      guard topic == "breakpoints" else {
        throw invocation.refused(
          "it shows breakpoints, or the session, not \(topic)", at: topic[...])
      }
      return CommandResult(StopRulesReport(rules: workspace.stops))
    }
    return CommandResult(
      try InfoReport(
        workspace.timeline, workspace.n, workspace.context.interrupted))
  }

  private static let when = Command(
    "when", in: .look, "print which step this is, and its time", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    CommandResult(try WhenReport(workspace.timeline, workspace.n))
  }

  private static let marks = Command(
    "marks", in: .look, "list the marks of the session, with their steps",
    details: ["goto @TEXT goes to the mark whose text is TEXT, or begins with it."],
    prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    CommandResult(
      try MarksReport(workspace.timeline, own: workspace.ownMarks))
  }

  private static let log = Command(
    "log", in: .look, "list all actions: number, time, reducer time, type, what changed",
    details: [
      "All steps lost in one gap are one row, which gives their number. --where and --type leave "
        + "that row out, because nothing is known of their actions.",
      "Rows are written as they are made. If the session is damaged, the rows before the damage "
        + "are written; with --format json the member error reports it.",
      Self.causeSign,
    ],
    prompt: Command.Form(options: logOptions),
    batch: Command.Form(
      options: logOptions,
      examples: [
        "inspect log session.ndjson", "inspect log session.ndjson --type 'enqueue*'",
        "inspect log session.ndjson --where 'items[1]' --format ndjson",
      ])
  ) { workspace, invocation throws(InspectorError) in
    var steps = StepStream.Steps.all
    var edges = EdgeAnswers()
    let limit = try invocation.value("--limit", .count)
    let types = invocation.option("--type").map { TypeGlob($0) }
    if let text = invocation.option("--where") {
      let search = try AskCommands.search(text, workspace, invocation)
      var found = StepSearch.Found()
      let isEachRow = types == nil && workspace.hides == nil
      try search.match(limit: isEachRow ? limit : nil, &found)
      steps = .numbers(found.steps, try search.onlyDispatched(&found))
      // Neither end is an action, so neither has a type.
      let asksEnds = types == nil && limit == nil && workspace.session.fault == nil
      if asksEnds { edges = try EdgeAnswers(search, workspace.timeline) }
      try edges.finish(
        search, workspace.timeline, reachesEnd: asksEnds, unknown: found.unknown)
    }
    return CommandResult(
      stream: StepStream(
        workspace.timeline, steps, edges, ofType: types, hiding: workspace.hides,
        pinned: workspace.focus.pin, current: invocation.isBatch ? nil : workspace.n,
        opaque: try OpaqueTypes(workspace.session),
        limit: limit, interrupted: workspace.context.interrupted))
  }

  private static let logOptions = [
    CommandOption("--where", value: "COND", "only steps for which the condition holds"),
    CommandOption("--type", value: "GLOB", "only actions of that type; * and ? match any"),
    CommandOption("--limit", value: "N", "end after the first N rows"),
  ]

  private static let show = Command(
    "show", in: .look, "show a step: its action, what it changed, and the state or a part of it",
    details: [
      "At the prompt, N is this step if left out, and the prompt stays where it is. show SETTING "
        + "shows a setting.",
      "A state of more than 8 kB is outlined as tree does; PATH shows a part of it whole, and \"\" all "
        + "of it.",
    ],
    prompt: Command.Form([
      Parameter("N", .step, .optional, choices: PromptSetting.all.map(\.name)),
      Parameter("PATH", .path, .optional),
    ]),
    batch: Command.Form(
      [Parameter("N", .step), Parameter("PATH", .path, .optional)],
      examples: ["inspect show session.ndjson 5", "inspect show session.ndjson 4 items[1]"])
  ) { workspace, invocation throws(InspectorError) in
    let word = invocation.argument("N")
    if !invocation.isBatch, let setting = PromptSetting.all.first(where: { $0.name == word }) {
      return CommandResult(SettingsReport(workspace.settings, [setting]))
    }
    let here = workspace.n
    defer { if !invocation.isBatch { workspace.n = here } }
    if let word { try workspace.move(to: try workspace.step(word, invocation)) }
    let typed = invocation.argument("PATH") ?? ""
    let path = try ValuePath.parse(typed)
    let step = try workspace.stepReport()
    let (timeline, n) = (workspace.timeline, workspace.n)
    guard timeline.hasState(n) else { return CommandResult(step) }
    let value = try workspace.value(at: path, as: typed)
    var report = ShowReport(
      step: step, value: value, path: path, leftOut: try timeline.leftOut(of: path, in: n))
    if invocation.argument("PATH") == nil, value.textSize > ShowReport.longest {
      let marked = timeline.mayBeCut ? try timeline.cuts(n).marked(value) : value
      report.outline = OutlineReport(marked, at: path, in: n, depth: 2)
      report.outline?.isFolded = true
      report.outline?.enums = timeline.enums
    }
    return CommandResult(report)
  }
}
