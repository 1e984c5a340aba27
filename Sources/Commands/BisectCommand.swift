import Inspector
import SessionFormat

/// Finding the step where something begins: a condition, or the difference of two hosts.
enum BisectCommand {
  static let bisect = Command(
    "bisect", in: .ask, "find the step from which a condition holds, or at which two hosts diverge",
    details: [
      "COND is as in find. It must hold from some step on to the end. Then the number of tested "
        + "steps is logarithmic in the number of all steps.",
      "bisect also tests a few steps on both sides of the answer. If one of them disagrees, the "
        + "condition changes more than once, and bisect reports that. first finds the first step "
        + "for sure. If the condition does not hold at the end, the answer is no.",
      AskCommands.atStart,
      "--good and --bad are two builds of the reducer. Both reduce all actions, each from its own "
        + "states, which are compared by value. bisect names the first action after which they "
        + "differ, with both results. It also counts as a difference if one of them dies or "
        + "refuses an action. Exit 0 if they diverge, 1 if they agree.",
    ],
    prompt: Command.Form([Parameter("COND", .condition)]),
    batch: Command.Form(
      [Parameter("COND", .condition, .optional)],
      options: [
        CommandOption("--good", value: "CMD", "the host that is right; goes with --bad"),
        CommandOption("--bad", value: "CMD", "the host that may be wrong; goes with --good"),
      ],
      examples: [
        "inspect bisect session.ndjson '$.n >= 9'",
        "inspect bisect sessions/irreproducible/gourmet-zone.ndjson "
          + "--good 'env TZ=Etc/GMT+12 inspect host gourmet-zone' "
          + "--bad 'env TZ=Asia/Tokyo inspect host gourmet-zone'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let (good, bad) = (invocation.option("--good"), invocation.option("--bad"))
    switch (invocation.argument("COND"), good, bad) {
    case (let text?, nil, nil): return try condition(text, workspace, invocation)
    case (nil, let good?, let bad?): return try hosts(good, bad, workspace, invocation)
    case (nil, nil, nil): throw invocation.refused("it takes COND, or --good and --bad")
    case (nil, _, _):
      throw invocation.refused(
        "--good and --bad go together", at: good == nil ? "--bad" : "--good")
    default: throw invocation.refused("it takes COND or two hosts, not both")
    }
  }

  private static func condition(
    _ text: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    let search = try AskCommands.search(text, workspace, invocation)
    var steps = StepBisection(search, workspace.timeline)
    let bisection = try steps.run()
    if let fault = workspace.session.fault { throw .session(fault) }
    return try AskCommands.result(
      of: text, search, bisection.found, try EdgeAnswers(search, workspace.timeline),
      unknown: bisection.unknown, workspace, isBatch: invocation.isBatch, bisection: bisection)
  }

  private static func hosts(
    _ good: String, _ bad: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    let session = workspace.session
    let context = workspace.context
    guard session.hasHeader else { throw .noHeader(file: session.file) }
    func client(_ text: String, _ option: String) throws(InspectorError) -> HostClient {
      guard let command = HostCommand(parsing: text) else {
        throw invocation.refused("\(option) is empty, or a quote in it is not closed")
      }
      return context.client(command, ofStore: session.header.store)
    }
    let clients = (try client(good, "--good"), try client(bad, "--bad"))
    var parting = HostComparison(session, interrupted: context.interrupted)
    let result = try parting.run(good: clients.0, bad: clients.1)
    return CommandResult(
      HostComparisonReport(good: good, bad: bad, result: result),
      result.divergence != nil ? .yes : result.isUnknown ? .trouble : .no)
  }
}
