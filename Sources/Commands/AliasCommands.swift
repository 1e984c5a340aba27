import Inspector
import SessionFormat

/// Words of the user for commands.
enum AliasCommands {
  static let all = [alias, unalias]

  private static let alias = Command(
    "alias", in: .tool, "name commands with a word of your own, or list these words",
    details: [
      "alias NAME=COMMAND makes NAME mean COMMAND. Quote the commands if they have ;; or | or #. "
        + "What follows NAME is added at the end; or %1 to %9 stand for its words and %* for all, "
        + "and %% is a percent sign. Within an alias its own name means the command.",
      "alias lists all; alias NAME shows one; unalias NAME removes it.",
      KeptLine.details + " alias --save NAME keeps one that was made before.",
    ],
    prompt: Command.Form(
      [Parameter("NAME=COMMAND", .line, .optional)], options: [KeptLine.save],
      examples: [
        "alias top='goto end ;; list 5'", "alias both='print %1 ;; why %1'",
        "alias --save top='goto end ;; list 5'",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let isKept = invocation.flag("--save")
    guard let text = invocation.argument("NAME=COMMAND") else {
      if isKept { throw invocation.refused("--save needs a NAME", at: "--save") }
      return CommandResult(AliasReport(workspace.aliases.mapValues(\.text)))
    }
    guard let sign = text.firstIndex(of: "=") else {
      if let blank = text.firstIndex(of: " ") {
        let meant = text[blank...].drop { $0 == " " }
        throw invocation.refused(
          "the name and the commands go with =, as in alias \(text[..<blank])='\(meant)'")
      }
      guard let alias = workspace.aliases[text] else {
        let near = Suggestions.nearest(to: text, in: workspace.aliases.keys.sorted())
        throw invocation.refused(
          "there is no alias \(text)" + Suggestions.text(near), at: text[...])
      }
      return isKept
        ? try keep(text, alias.text, workspace, invocation)
        : CommandResult(AliasReport([text: alias.text]))
    }
    let name = String(text[..<sign]).trimmed
    guard !name.isEmpty, !name.contains(where: { " \t'\"\\#|;%".contains($0) }) else {
      throw invocation.refused(
        "a name is one word without quotes and signs", at: (name.isEmpty ? text : name)[...])
    }
    let value = try commands(String(text[text.index(after: sign)...]).trimmed, invocation)
    _ = try PromptLine.commands(value)
    let kept =
      isKept
      ? try keep(name, value, workspace, invocation)
      : CommandResult(settled: "\(name) is now \(value); unalias \(name) removes it")
    workspace.aliases[name] = Alias(value)
    return kept
  }

  /// Writes an alias into the user's file.
  private static func keep(
    _ name: String, _ text: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    guard let line = line(name, text) else {
      throw invocation.refused("these commands cannot be written on one line", at: name[...])
    }
    return CommandResult(
      try kept(name, line).write(workspace.context.environment, invocation))
  }

  /// The line of the user's file that makes an alias; nil for none.
  private static func kept(_ name: String, _ line: String?) -> KeptLine {
    KeptLine(text: line) { $0.word == "alias" && Self.name(in: $0.rest) == name }
  }

  /// The line that makes an alias; nil if no line of inspectrc can.
  static func line(_ name: String, _ text: String) -> String? {
    guard !text.contains(where: \.isNewline) else { return nil }
    let escaped = text.replacing(#/["\\]/#) { "\\\($0.output)" }
    let ways = [text, "'\(text)'", "\"\(escaped)\""].map { "alias \(name)=\($0)" }
    return ways.first { way in
      guard let commands = try? PromptLine.commands(way), let only = commands.first,
        commands.count == 1, only.shell == nil,
        let invocation = try? Invocation(alias, line: only.rest),
        let typed = invocation.argument("NAME=COMMAND"), let sign = typed.firstIndex(of: "=")
      else { return false }
      let read = try? Self.commands(String(typed[typed.index(after: sign)...]).trimmed, invocation)
      return read == text
    }
  }

  /// The name in the rest of a line that makes an alias; nil if it makes none.
  private static func name(in rest: String) -> String? {
    let typed = (try? Invocation(alias, line: rest))?.argument("NAME=COMMAND") ?? ""
    return typed.firstIndex(of: "=").map { String(typed[..<$0]).trimmed }
  }

  /// The commands without the quotes around all of them.
  private static func commands(
    _ text: String, _ invocation: Invocation
  ) throws(InspectorError) -> String {
    var value = text
    if let quote = text.first, quote == "'" || quote == "\"" {
      guard let words = CommandWords.split(text) else {
        throw invocation.refused("a quote is not closed", at: text[...])
      }
      if words.count == 1 { value = words[0] }
    }
    guard !value.isEmpty else { throw invocation.refused("COMMAND is missing", at: "=") }
    return value
  }

  private static let unalias = Command(
    "unalias", in: .tool, "remove an alias",
    details: ["Without --save an alias of inspectrc is there again when the next prompt opens."],
    prompt: Command.Form(
      [Parameter("NAME", .alias, .several)], options: [KeptLine.unsave],
      examples: ["alias top=goto end ;; unalias top"])
  ) { workspace, invocation throws(InspectorError) in
    let names = invocation.arguments("NAME")
    for name in names where workspace.aliases[name] == nil {
      let near = Suggestions.nearest(to: name, in: workspace.aliases.keys.sorted())
      throw invocation.refused(
        "there is no alias \(name)" + Suggestions.text(near), at: name[...])
    }
    var result = CommandResult(settled: "removed alias \(names.joined(separator: ", "))")
    if invocation.flag("--save") {
      for name in names {
        let done = try kept(name, nil).write(workspace.context.environment, invocation)
        result = CommandResult(done)
      }
    }
    for name in names { workspace.aliases[name] = nil }
    return result
  }
}
