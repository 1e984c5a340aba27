import SessionFormat

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

/// A workspace on which commands are run as people and scripts run them.
struct SampleWorkspace {
  var workspace: Workspace

  init(_ builder: SessionBuilder = .sample(), host: HostCommand? = nil) throws {
    let context = CommandContext(
      table: CommandTable(CommandTable.library), host: { _ in host })
    workspace = Workspace(try builder.session(), context: context)
  }

  init(workspace: Workspace) { self.workspace = workspace }

  /// Runs a line of the prompt: its text, or the text of its error.
  mutating func told(_ line: String) -> String {
    do throws(InspectorError) {
      return try run(line).told()
    } catch {
      return "error: \(error)\n"
    }
  }

  /// Runs a line of the prompt: the machine form of its answer.
  mutating func json(_ line: String) throws -> String {
    try run(line).json()
  }

  mutating func run(_ line: String) throws(InspectorError) -> CommandResult {
    try workspace.run(line, abbreviated: true) ?? CommandResult(nil)
  }

  /// Runs a batch verb, its session left out.
  mutating func verb(_ words: String...) -> String {
    do throws(InspectorError) {
      workspace = Workspace(
        workspace.session, context: workspace.context, atEnd: true)
      let command = try workspace.context.table.verb(words[0])
      return try command.run(
        on: &workspace, Invocation(command, words: Array(words.dropFirst()))
      ).told()
    } catch {
      return "error: \(error)\n"
    }
  }
}

extension CommandResult {
  /// What people are told.
  func told() throws(InspectorError) -> String {
    try (stream?.written(.text) ?? report?.text ?? "") + (answer == .no ? "(no)\n" : "")
  }
}

extension StepStream {
  /// All of the list in a form.
  func written(_ format: ReportFormat) throws(InspectorError) -> String {
    var text = ""
    try write(format, RenderOptions()) { text += $0 }
    return text
  }
}

extension Workspace {
  /// Somebody at work in a session whose host is in this process.
  init(_ session: Session, host: HostClient, checkpoints: Bool = true) {
    self.init(
      session,
      context: CommandContext(table: CommandTable(CommandTable.library), host: { _ in nil }))
    client = host
    self.checkpoints.isOn = checkpoints
  }
}

extension Report {
  /// The whole text for people, without colour.
  var text: String { ReportFormat.text.rendered(self, RenderOptions()) }
}

extension ReportFormat {
  /// The report in this form; each line ends with a line feed.
  func rendered(_ report: any Report, _ options: RenderOptions) -> String {
    var bytes: [UInt8] = []
    write(report, options) {
      bytes += $0
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
