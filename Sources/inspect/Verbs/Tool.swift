import Commands
import Foundation
import Inspector

/// The whole tool: from arguments to an exit status.
enum Tool {
  static let version = "0.1.0"
  static let usage = "inspect [OPTIONS] SESSION, or inspect VERB ...; inspect --help lists all"

  static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    let terminal = Terminal.ofThisProcess()
    let request: Request
    do { request = try Request(arguments) } catch {
      plain(environment, terminal).complain(error.description)
      return 2
    }
    var output = Output(
      format: request.format, color: request.color, environment: environment, terminal: terminal)
    if !request.pages { output.pager = .off }
    (output.theme, output.isRaw) = (request.theme, request.isRaw)
    if request.wantsVersion {
      output.write(MessageReport("inspect \(version)"), to: STDOUT_FILENO)
      return 0
    }
    do {
      return try run(request, output, terminal)
    } catch .interrupted {
      Interruption.endProcess()
    } catch {
      output.complain(error, line: ShellLine.shown(arguments, for: error))
      return 2
    }
  }

  static func plain(_ environment: [String: String], _ terminal: Terminal) -> Output {
    Output(format: .text, color: .auto, environment: environment, terminal: terminal)
  }

  /// The commands of the library and those that need the sample apps.
  static let table = CommandTable(
    CommandTable.library + [SampleVerbs.record, SampleVerbs.host] + ReferenceCommands.all,
    options: Request.options)

  private static func run(
    _ request: Request, _ output: Output, _ terminal: Terminal
  ) throws(InspectorError) -> Int32 {
    var words = request.words
    guard let first = words.first else {
      let isWanted = request.wantsHelp
      output.write(HelpStart(table, .batch), to: isWanted ? STDOUT_FILENO : STDERR_FILENO)
      return isWanted ? 0 : 2
    }
    words.removeFirst()
    let verb = table.commands.first { $0.batch != nil && $0.name == first }
    if request.wantsHelp {
      let page = try verb.map { verb throws(InspectorError) in
        try HelpPages.page(of: verb.name, table, .batch)
      }
      output.write(page ?? HelpStart(table, .batch), to: STDOUT_FILENO)
      return 0
    }
    let user = request.readsUserFile ? UserFile(output.environment) : nil
    for fault in user?.faults ?? [] { output.complain("\(fault): left out") }
    let stores = try stores(request, output.environment, user?.stores ?? StoreTable())
    var context = CommandContext(table: table) { SampleVerbs.hostCommand(of: $0) }
    context.mode = request.mode
    context.limits = request.limits
    context.limits.watch = ReadingWatch { Heartbeat.note(read: $0, of: $1) }
    let results = output.results
    context.interrupted = {
      Heartbeat.beat()
      results.tick()
      return Interruption.wasRequested || results.end == .left
    }
    context.results = { results.write($0) }
    context.show = { report in
      // What was found before Ctrl-C is still shown.
      let wasRequested = Interruption.wasRequested
      Interruption.clear()
      output.write(report, to: STDOUT_FILENO)
      if wasRequested { Interruption.request() }
    }
    if terminal.isInteractive { context.ask = TerminalQuestion.answer }
    context.note = { output.complain($0) }
    let loss = output.loss
    context.line = { line in
      if !Output.write(Array("\(line)\n".utf8), to: STDERR_FILENO) { loss.isReport = true }
    }
    context.progress = { Heartbeat.work = $0 }
    context.environment = output.environment
    context.settings = { store in
      var settings = stores[store] ?? StoreSettings()
      if let host = request.host { settings.host = host }
      if let patience = request.patience { settings.patience = patience }
      if let memory = request.hostMemory { settings.memory = memory }
      return settings
    }
    context.pause = { InputWait.pause(milliseconds: $0, unlessLeft: STDOUT_FILENO) }
    let runner = PromptRunner(
      request: request, output: output, context: context, userFile: user)
    guard let verb else {
      return try runner.run(file: try session(first, words, request.misplaced))
    }
    guard request.scripts.isEmpty else {
      throw .usage(
        command: verb.name, reason: "-e and -x go with a session, not with a verb", usage: usage)
    }
    if verb.name == "follow", output.terminal.isInteractive {
      return try runner.follow(file: try Invocation(verb, words: words).argument("SESSION") ?? "")
    }
    let verbRunner = VerbRunner(output: output, context: context, misplaced: request.misplaced)
    return try verbRunner.run(verb, words)
  }

  /// The one session that is opened for the prompt.
  static func session(
    _ first: String, _ rest: [String],
    _ misplaced: MisplacedSession = MisplacedSession(options: [], scripts: [], table: table)
  ) throws(InspectorError) -> String {
    // What follows -- is a name, whatever it looks like.
    if let end = ([first] + rest).firstIndex(of: "--") {
      let names = ([first] + rest).enumerated().filter { $0.offset != end }.map(\.element)
      guard let name = names.first else { throw Request.refused("-- is not understood here") }
      if names.count > 1 { throw Request.refused("\(names[1]) is not understood here") }
      return name
    }
    let looksLikeOption = first.hasPrefix("-") && first != "-"
    // A mistyped verb is reported rather than treated as a file.
    if !looksLikeOption, !FileManager.default.fileExists(atPath: first) {
      if let error = misplaced.prompt(first, rest) { throw error }
      if !rest.isEmpty { _ = try table.verb(first) }
      if let error = misplaced.mistyped(first) { throw error }
    }
    if let error = misplaced.beforeVerb(first, rest) { throw error }
    if let extra = looksLikeOption ? first : rest.first {
      throw Request.refused("\(extra) is not understood here")
    }
    return first
  }

  /// The settings of config files: `--config`, else `INSPECT_CONFIG`; both precede the user's file.
  private static func stores(
    _ request: Request, _ environment: [String: String], _ user: StoreTable
  ) throws(InspectorError) -> StoreTable {
    let named = request.config ?? environment["INSPECT_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    return try named.map { file throws(InspectorError) in
      try StoreTable(file: file).over(user)
    } ?? user
  }
}
