import SessionFormat

@testable import Inspector

/// A workspace on which commands are run as people and scripts run them.
struct SampleWorkspace {
  var workspace: Workspace

  init(_ builder: SessionBuilder = .sample(), host: HostCommand? = nil) throws {
    let surroundings = Surroundings(
      table: CommandTable(CommandTable.library), host: { _ in host })
    workspace = Workspace(try builder.session(), surroundings: surroundings)
  }

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
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let command = try workspace.surroundings.table.prompt(parts[0], abbreviated: true)
    let invocation = try Invocation(command, line: parts.count > 1 ? parts[1] : "")
    return try command.run(on: &workspace, invocation)
  }

  /// Runs a batch verb, its session left out.
  mutating func verb(_ words: String...) -> String {
    do throws(InspectorError) {
      workspace = Workspace(
        workspace.session, surroundings: workspace.surroundings, atEnd: true)
      let command = try workspace.surroundings.table.verb(words[0])
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

  /// The machine form.
  func json() throws(InspectorError) -> String {
    try stream.map { (stream) throws(InspectorError) in String(try stream.written(.json).dropLast())
    }
      ?? report?.json.description ?? ""
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

extension SessionBuilder {
  /// A small shop with a list, an input, a mark, a step that throws and one without a change.
  static func sample() -> SessionBuilder {
    var builder = SessionBuilder {
      $0.store = "shop"
      $0.hook = .reducer
      $0.stateType = "Shop"
      $0.actionType = "ShopAction"
    }
    builder.whole(0, ["items": [], "total": 0])
    builder.action(1, "addItem", ["addItem": ["name": "pen"]])
    builder.input(1, "uuid", "A-1")
    builder.patch(1, to: ["items": [["name": "pen", "id": "A-1"]], "total": 2]) { $0.took = 1500 }
    builder.mark(1, "first pen")
    builder.action(2, "refresh", "refresh")
    builder.patch(2, to: ["items": [["name": "pen", "id": "A-1"]], "total": 2])
    builder.action(3, "pay", "pay")
    builder.patch(3, to: ["items": [["name": "pen", "id": "A-1"]], "total": 0]) {
      $0.threw = "NoMoney"
    }
    builder.outside(3, to: ["items": [["name": "pen", "id": "A-1"]], "total": 9])
    builder.action(4, "clear", "clear")
    builder.patch(4, to: ["items": [], "total": 9])
    builder.end(4)
    return builder
  }
}
