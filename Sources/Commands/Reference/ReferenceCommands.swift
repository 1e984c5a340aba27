import Inspector

/// What is made from the declarations of all commands, for a shell, for `man` and for `docs/`.
package enum ReferenceCommands {
  package static let all = [completions, complete, reference]

  private static let completions = Command(
    "completions", in: .tool, "print the script that lets a shell complete the lines of inspect",
    details: [
      "Load it from the file that your shell reads first: source <(inspect completions bash) in "
        + "~/.bashrc, the same with zsh after compinit in ~/.zshrc, and inspect completions fish | "
        + "source in config.fish. make install puts all three where the shells look for them.",
      "Verbs, options, their values and session files are completed. On a session whose name "
        + "stands on the line, paths, steps and action types are completed too.",
    ],
    batch: Command.Form(
      [Parameter("SHELL", .text, choices: ShellScript.allCases.map(\.rawValue))],
      examples: ["inspect completions bash"]),
    runFiles: { _, invocation throws(InspectorError) in
      let shell: ShellScript? = try invocation.value("SHELL", .word)
      return exact(shell?.text ?? "")
    })

  private static let complete = Command(
    "complete", in: .tool, "list what can be at the end of a line, for the scripts of completions",
    details: [
      "WORD... are the words after inspect on the line; the last one is completed and may be "
        + "empty. Each result is a line: the word, and after a tab what it means. The last line is "
        + ":sessions, :files, :programs or :none, which is what the shell may add, or :open if a word "
        + "may go on."
    ],
    batch: Command.Form(
      [Parameter("WORD", .text, .any)], examples: ["inspect complete -- log session.ndjson --ty"]),
    runFiles: { context, invocation throws(InspectorError) in
      exact(ShellCompletion(invocation.arguments("WORD"), context).text)
    })

  private static let reference = Command(
    "reference", in: .tool, "print the manual page, or the reference page as Markdown",
    batch: Command.Form(
      [Parameter("FORM", .text, choices: Form.allCases.map(\.rawValue))],
      examples: ["inspect reference man > inspect.1"]),
    runFiles: { context, invocation throws(InspectorError) in
      let form: Form? = try invocation.value("FORM", .word)
      let manual = Manual(context.table)
      return exact(form == .man ? ManualPage(manual).text : ManualMarkdown(manual).text)
    })

  private enum Form: String, CaseIterable {
    case man, markdown
  }

  private static func exact(_ text: String) -> CommandResult {
    var result = CommandResult(nil)
    result.exactBytes = Array(text.utf8)
    return result
  }
}
