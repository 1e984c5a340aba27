import Inspector

/// The tool itself.
enum ToolCommands {
  static let all = [help, apropos, source, quit]

  private static let help = Command(
    "help", aliases: ["h"], in: .tool, "list the commands, or explain one",
    prompt: Command.Form([Parameter("COMMAND", .command, .optional)])
  ) { workspace, invocation throws(InspectorError) in
    let table = workspace.context.table
    guard let word = invocation.argument("COMMAND") else {
      return CommandResult(HelpReport(table, .prompt))
    }
    return CommandResult(CommandHelpReport(try table.prompt(word, abbreviated: true), .prompt))
  }

  private static let apropos = Command(
    "apropos", in: .tool, "list the commands whose help contains a word",
    details: ["Upper and lower case are the same. Several words are searched for as one phrase."],
    prompt: Command.Form([Parameter("WORD", .text, .several)])
  ) { workspace, invocation throws(InspectorError) in
    let word = invocation.arguments("WORD").joined(separator: " ").lowercased()
    let found = workspace.context.table.commands(.prompt).filter { command in
      ([command.name, command.summary] + command.aliases + command.details)
        .contains { $0.lowercased().contains(word) }
    }
    guard !found.isEmpty else {
      return CommandResult(MessageReport("no command's help contains \(word)"), .no)
    }
    return CommandResult(HelpReport(CommandTable(found), .prompt))
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
    "quit", aliases: ["q", "exit"], in: .tool, "leave (so does Ctrl-D)", prompt: Command.Form()
  ) { _, _ throws(InspectorError) in
    var outcome = CommandResult(nil)
    outcome.quits = true
    return outcome
  }
}
