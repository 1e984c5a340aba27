import Foundation
import Inspector
import SessionFormat

/// What other tools read, and what other tools wrote.
enum InterchangeCommands {
  static let all = [importFile, export]

  private static let importFile = Command(
    "import", in: .record, "make a session of a file of Redux DevTools, or of a list of actions",
    details: [
      "FILE is what Redux DevTools exports, in any of its forms, a JSON array of actions, or one action "
        + "a line. Actions that were executed become steps; what was skipped, the errors, the times and "
        + "the cursor are kept, and export --to devtools writes an equal file again (of one action a line, "
        + "the array of them).",
      "A list of actions has no states. With a host for the store (--host, or the config) they are "
        + "computed by it, from the first state that --state gives; without one, the session has the "
        + "actions alone.",
    ],
    batch: Command.Form(
      [Parameter("FILE", .file)],
      options: [
        CommandOption(
          "-o", value: "SESSION", required: true, "the session to make; - is standard output"),
        CommandOption(
          "--store", value: "NAME",
          "the name of the store; else the one in the file, or the name of the file"),
        CommandOption("--state", value: "JSON", "the first state, if the file has none"),
        .force,
      ],
      examples: [
        "inspect import state.json -o imported.ndjson",
        "inspect import actions.json --state '{\"items\":[]}' --store toast -o imported.ndjson",
      ]),
    runFiles: { context, invocation throws(InspectorError) in
      let file = invocation.argument("FILE") ?? ""
      guard let target = invocation.option("-o") else {
        throw invocation.refused("-o SESSION is missing")
      }
      if target != "-", Platform.isSameFile(file, target) { throw .sameFile(target, file) }
      var imported = try DevToolsImport(
        path: file, limits: context.limits, store: invocation.option("--store"),
        id: UUID().uuidString.lowercased(), start: try start(invocation))
      let store = imported.store
      let isComputed = imported.unknown > 0 && context.settings(store).host != nil
      if isComputed {
        try imported.recompute(
          through: try context.client(ofStore: store), interrupted: context.interrupted)
      }
      let bytes = try imported.bytes()
      var outcome = CommandResult(
        ImportReport(imported: imported, store: store, file: target, isComputed: isComputed))
      if target == "-" {
        outcome.session = bytes
      } else {
        try invocation.write(bytes, to: target)
      }
      return outcome
    })

  private static func start(_ invocation: Invocation) throws(InspectorError) -> JSONValue? {
    guard let text = invocation.option("--state") else { return nil }
    do throws(JSONSyntaxError) { return try JSONValue(parsing: text) } catch {
      throw invocation.refused("--state is not JSON: \(error)", at: text[...])
    }
  }

  private static let export = Command(
    "export", in: .record, "write the session in a form that another tool reads",
    details: [
      "--to devtools writes a file that Redux DevTools imports: the lifted state, with times, states and "
        + "skipped actions; --as envelope what its extension itself writes, --as actions the actions alone. "
        + "Without --as, a session that was imported is written as it was.",
      "--to perfetto writes trace events, which ui.perfetto.dev and speedscope open: a span for each run of "
        + "the reducer, an arrow from the action that caused another, marks and the crash. Each --path is a "
        + "counter over time.",
      "--to csv writes a row for each action, for tables and databases. Each --path is a column with the "
        + "value after the action. --to parquet writes the same table, typed, through DuckDB.",
      "--to swift-testing and --to xctest write a test of the app: it begins with a recorded state, reduces "
        + "the recorded actions with the app's own reducer, and expects what they changed, or each --path, "
        + "to be as recorded. Without --module, --state, --action and --reduce it takes the names "
        + "that the session has; they stand at the top of the file.",
      "What the form has no place for is named.",
    ],
    prompt: Command.Form(options: exportOptions),
    batch: Command.Form(
      options: exportOptions,
      examples: [
        "inspect export session.ndjson --to devtools -o devtools.json",
        "inspect export session.ndjson --to csv --path items[0].id -o session.csv",
        "inspect export session.ndjson --to swift-testing --actions 5-9 -o SessionTests.swift",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let form = try ExportForm.of(invocation)
    if let file = invocation.option("-o") { try workspace.session.refuseTarget(file) }
    guard let file = invocation.option("-o"), file != "-" else {
      var outcome = CommandResult(nil)
      var bytes: [UInt8] = []
      let notes = try form.write(workspace, invocation) { piece throws(InspectorError) in
        bytes += piece
      }
      outcome.exactBytes = bytes
      outcome.complaints = notes.words.map { "note: \($0)" }
      return outcome
    }
    let made = try NewFile(
      file, replaces: invocation.flag("--force"),
      mode: Platform.mode(of: workspace.session.file) & 0o644)
    var size = 0
    let notes = try form.write(workspace, invocation) { piece throws(InspectorError) in
      size += piece.count
      try made.append(piece)
    }
    try made.finish()
    return CommandResult(
      ExportReport(form: form.name, file: file, size: size, notes: notes))
  }

  private static let exportOptions =
    [
      CommandOption(
        "--to", value: "FORM", choices: ExportForm.all.map(\.name), required: true,
        "the form: devtools, perfetto, csv, parquet, swift-testing or xctest")
    ] + ExportForm.allOptions + [
      CommandOption("-o", value: "FILE", "write to a new file; - is standard output"), .force,
    ]
}
