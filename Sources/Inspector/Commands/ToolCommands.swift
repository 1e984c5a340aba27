/// The tool itself.
enum ToolCommands {
  static let all = [help, quit]

  private static let help = Command(
    "help", aliases: ["h"], in: .tool, "list the commands, or explain one",
    prompt: Command.Form([Parameter("COMMAND", .command, .optional)])
  ) { workspace, invocation throws(InspectorError) in
    let table = workspace.surroundings.table
    guard let word = invocation.argument("COMMAND") else {
      return Outcome(HelpReport(table, .prompt))
    }
    return Outcome(CommandHelpReport(try table.prompt(word, abbreviated: true), .prompt))
  }

  private static let quit = Command(
    "quit", aliases: ["q", "exit"], in: .tool, "leave (so does Ctrl-D)", prompt: Command.Form()
  ) { _, _ throws(InspectorError) in
    var outcome = Outcome(nil)
    outcome.quits = true
    return outcome
  }
}
