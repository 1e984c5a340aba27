import Inspector
import SessionFormat

/// Asking what steps ask of the world.
enum WitnessCommand {
  static let witness = Command(
    "witness", in: .trust, "list what steps ask of the world: time, chance, files, own variables",
    details: [
      "Each step N, by default each action, is reduced again from its recorded state by the host, and "
        + "watched: what it asks of the system, and which global or static variables of the program "
        + "it uses, with the lines of the source. Values of Inputs are recorded, and asked for here "
        + "only if they are not.",
      "A step that asks for nothing may still follow what nobody asks for: the order of hashes, "
        + "memory addresses, the order of threads, its own coding. verify tries these, and shows what in "
        + "fact made a replay differ.",
      "What the host's own machinery asks for each state stands below the steps, and in none of them. A host "
        + "with RecorderHost marks where its reducer begins and ends, so nothing of its own is listed.",
      "With what was asked stands what came, as far as that is a value: the zone, a variable's text, "
        + "whether a file is there.",
      "Exit 0 if no step asks for anything, 1 if one does, 2 if it cannot be seen. That takes Linux "
        + "and a host that is linked dynamically.",
    ],
    prompt: Command.Form(
      [Parameter("N", .step, .any)], examples: ["witness", "witness 3 5"]),
    batch: Command.Form(
      [Parameter("N", .step, .any)],
      examples: ["inspect witness session.ndjson 3"])
  ) { workspace, invocation throws(InspectorError) in
    let session = workspace.session
    guard session.hasHeader else { throw .noHeader(file: session.file) }
    var numbers: [Int] = []
    for word in invocation.arguments("N") {
      let n = try workspace.step(word, invocation)
      if !numbers.contains(n) { numbers.append(n) }
    }
    if numbers.isEmpty {
      numbers = Array((session.first...session.last).dropFirst())
    }
    let store = session.header.store
    let context = workspace.context
    let found = try WitnessedSteps(
      session, numbers, by: try context.hostCommand(ofStore: store),
      patience: context.settings(store).patience ?? context.patience,
      interrupted: context.interrupted)
    var rows: [WitnessReport.Row] = []
    for step in found.steps {
      rows.append((step, try workspace.timeline.front(step.n).type))
    }
    let report = WitnessReport(
      rows: rows, machinery: found.machinery, untested: found.untested)
    let asks = found.steps.contains { !$0.asked.isEmpty }
    let isSeen = found.untested.isEmpty && !found.steps.isEmpty
    return CommandResult(report, asks ? .no : isSeen ? .yes : .trouble)
  }
}
