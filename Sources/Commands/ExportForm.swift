import Inspector
import SessionFormat

/// A form in which `export` writes a session.
struct ExportForm: Sendable {
  typealias Sink = ([UInt8]) throws(InspectorError) -> Void

  let name: String
  /// Whether it is no text, so that it needs a file.
  var isBinary = false
  /// The options that it takes beside those of every form.
  let options: [CommandOption]
  let write: @Sendable (Workspace, Invocation, Sink) throws(InspectorError) -> ExportNotes

  static let all = [devtools, perfetto, csv, parquet] + TestFrame.allCases.map(test)

  /// The options of all forms, each once.
  static var allOptions: [CommandOption] {
    all.flatMap(\.options).reduce(into: []) { options, option in
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    }
  }

  /// The form that was asked for, with no options of another one.
  static func of(_ invocation: Invocation) throws(InspectorError) -> ExportForm {
    // What a value cannot be is said before what it is for.
    _ = (try shape(invocation), try request(invocation), try TestNames.types(invocation))
    let name = invocation.option("--to")
    guard let form = all.first(where: { $0.name == name }) else {
      throw invocation.refused(
        "--to is \(all.dropLast().map(\.name).joined(separator: ", ")) or \(all.last?.name ?? "")",
        at: name.map { $0[...] })
    }
    if form.isBinary, invocation.option("-o").map({ $0 == "-" }) ?? true {
      throw invocation.refused(
        "\(form.name) is no text: -o FILE is missing", at: name.map { $0[...] })
    }
    for option in allOptions where invocation.flag(option.name) {
      guard form.options.contains(where: { $0.name == option.name }) else {
        throw invocation.refused("\(option.name) is not for \(form.name)", at: option.name[...])
      }
    }
    return form
  }

  private static let pathOption = CommandOption(
    "--path", value: "PATH", repeatable: true,
    "a place of the state: a counter, a column, or what a test looks at")

  private static let devtools = ExportForm(
    name: "devtools",
    options: [
      CommandOption(
        "--as", value: "SHAPE", choices: DevToolsExport.Shape.allCases.map(\.rawValue),
        "which of the shapes that Redux DevTools reads: lifted, envelope or actions")
    ]
  ) { workspace, invocation, sink throws(InspectorError) in
    let exported = try DevToolsExport(
      workspace.session, as: try shape(invocation), interrupted: workspace.context.interrupted)
    try sink(Array((exported.document.description + "\n").utf8))
    return ExportNotes(losses: exported.losses, advice: exported.advice)
  }

  private static func shape(
    _ invocation: Invocation
  ) throws(InspectorError) -> DevToolsExport.Shape? {
    guard let word = invocation.option("--as") else { return nil }
    guard let shape = DevToolsExport.Shape(rawValue: word) else {
      throw invocation.refused("--as is lifted, envelope or actions, not \(word)", at: word[...])
    }
    return shape
  }

  private static let perfetto = ExportForm(
    name: "perfetto", options: [pathOption]
  ) { workspace, invocation, sink throws(InspectorError) in
    let export = TraceExport(
      workspace.session, counters: try places(invocation),
      interrupted: workspace.context.interrupted)
    return ExportNotes(
      losses: try export.write { text throws(InspectorError) in try sink(Array(text.utf8)) })
  }

  private static let csv = ExportForm(
    name: "csv", options: [pathOption]
  ) { workspace, invocation, sink throws(InspectorError) in
    var export = TableExport(
      workspace.session, places: try places(invocation),
      interrupted: workspace.context.interrupted)
    return ExportNotes(
      losses: try export.write { text throws(InspectorError) in try sink(Array(text.utf8)) })
  }

  private static let parquet = ExportForm(
    name: "parquet", isBinary: true, options: [pathOption]
  ) { workspace, invocation, sink throws(InspectorError) in
    var export = ParquetExport(
      workspace.session, places: try places(invocation),
      interrupted: workspace.context.interrupted)
    let file = invocation.option("-o") ?? ""
    return ExportNotes(losses: try export.write(beside: file, to: sink))
  }

  private static func test(_ frame: TestFrame) -> ExportForm {
    ExportForm(
      name: frame.rawValue,
      options: [
        CommandOption("--actions", value: "N-M", "the actions of a test; else all"),
        CommandOption(
          "--at", value: "N", repeatable: true,
          "an action after which a test looks at the state; else the last"),
        pathOption,
      ] + TestNames.options
    ) { workspace, invocation, sink throws(InspectorError) in
      let script = try ReductionScript(
        workspace.session, try request(invocation), interrupted: workspace.context.interrupted)
      let names = try TestNames(invocation, script.header)
      let test = try GeneratedTest(
        script, names, frame, name: testName(invocation, workspace.session),
        remarks: ["Written by inspect export --to \(frame.rawValue)."]
          + script.losses.map { "Not in it: \($0)." })
      try sink(Array(test.text.utf8))
      return ExportNotes(losses: script.losses, assumed: names.assumed)
    }
  }

  private static func request(
    _ invocation: Invocation
  ) throws(InspectorError) -> ReductionScript.Request {
    let looks = try invocation.options("--at").map { (text) throws(InspectorError) in
      try ValueForm<Int>.countOrNone.read(text, of: "--at") {
        invocation.refused($0, at: text[...])
      }
    }
    return ReductionScript.Request(
      actions: try invocation.value("--actions", .steps), looks: looks,
      places: try places(invocation).map(\.path))
  }

  /// The name of the type of tests: that of the file, or of the session.
  private static func testName(_ invocation: Invocation, _ session: Session) -> String {
    let written = invocation.option("-o").flatMap { $0 == "-" ? nil : $0 }
    let file = (written ?? session.file).split(separator: "/").last.map(String.init) ?? ""
    let stem = file.prefix { $0 != "." }
    let name = SwiftText.identifier(from: String(stem)) ?? "Recorded"
    return name.hasSuffix("Tests") ? name : name + "Tests"
  }

  private static func places(
    _ invocation: Invocation
  ) throws(InspectorError) -> [(name: String, path: JSONPointer)] {
    try invocation.options("--path").map { (text) throws(InspectorError) in
      (name: text, path: try ValuePath.parse(text))
    }
  }
}
