import Inspector

/// The tool itself.
enum ToolCommands {
  static let all = [help, apropos, source, quit]

  private static let help = Command(
    "help", aliases: ["h"], in: .tool, "show where to begin, or explain a command or a topic",
    details: ["help all lists every command. help tour walks through a sample session."],
    prompt: Command.Form(
      [Parameter("NAME", .topic, .optional)], examples: ["help all", "help why", "help paths"]),
    batch: Command.Form(
      [Parameter("NAME", .topic, .optional)],
      examples: ["inspect help all", "inspect help tour", "inspect help conditions"]),
    run: { workspace, invocation throws(InspectorError) in
      try answer(invocation, workspace.context.table, .prompt)
    },
    runFiles: { context, invocation throws(InspectorError) in
      try answer(invocation, context.table, .batch)
    })

  private static func answer(
    _ invocation: Invocation, _ table: CommandTable, _ place: Command.Place
  ) throws(InspectorError) -> CommandResult {
    guard let word = invocation.argument("NAME") else {
      return CommandResult(HelpStart(table, place))
    }
    return CommandResult(try HelpPages.page(of: word, table, place))
  }

  private static let apropos = Command(
    "apropos", in: .tool, "list the commands and topics whose help contains a word",
    details: ["Upper and lower case are the same. Several words are searched for as one phrase."],
    prompt: Command.Form([Parameter("WORD", .text, .several)], examples: ["apropos reducer times"]),
    batch: Command.Form([Parameter("WORD", .text, .several)], examples: ["inspect apropos crash"]),
    run: { workspace, invocation throws(InspectorError) in
      found(invocation, workspace.context.table, .prompt)
    },
    runFiles: { context, invocation throws(InspectorError) in
      found(invocation, context.table, .batch)
    })

  private static func found(
    _ invocation: Invocation, _ table: CommandTable, _ place: Command.Place
  ) -> CommandResult {
    let words = invocation.arguments("WORD")
    guard let report = HelpPages.apropos(words, table, place) else {
      let text = "no help contains \(words.joined(separator: " "))"
      return CommandResult(MessageReport(text), .no)
    }
    return CommandResult(report)
  }

  private static let source = Command(
    "source", in: .tool, "run the commands of a file",
    details: [
      "Each line is a command; # begins a comment. It stops at the first command that fails, as "
        + "-x does."
    ], prompt: Command.Form([Parameter("FILE", .file)])
  ) { _, invocation throws(InspectorError) in
    var outcome = CommandResult(nil)
    outcome.script = invocation.argument("FILE")
    return outcome
  }

  private static let quit = Command(
    "quit", aliases: ["q", "exit"], in: .tool, "leave (so does Ctrl-D)",
    details: [
      "If a branch is not saved, the prompt says so and stays; quit once more to drop it. A script "
        + "ends, with a note."
    ], prompt: Command.Form()
  ) { _, _ throws(InspectorError) in
    var outcome = CommandResult(nil)
    outcome.quits = true
    return outcome
  }
}
