package import Inspector
import SessionFormat

/// The commands of `inspect`, and which one a word means.
package struct CommandTable: Sendable {
  /// All commands, in the order of the help.
  package let commands: [Command]
  /// The options that every use of the program takes; none if the commands are used without it.
  package let options: [CommandOption]

  package init(_ commands: [Command], options: [CommandOption] = []) {
    self.commands = commands
    self.options = options
  }

  /// What people who know other tools write, and the command or topic that does it here.
  static let synonyms = [
    "forward": "next", "previous": "back", "prev": "back", "end": "goto end",
    "start": "goto start", "?": "help", "clear": "delete", "run": "continue", "backtrace": "why",
    "where": "when", "bt": "why", "search": "grep", "breakpoint": "break",
    "breakpoints": "info breakpoints", "restore": "unskip",
    "write": "save", "checkout": "switch", "branch": "branches", "unhide": "hide", "unmark": "mark",
    "bookmark": "mark", "bookmarks": "marks", "unset": "set", "settings": "set", "bye": "quit",
    "man": "help", "commands": "help", "graph": "plot", "chart": "plot", "count": "stats",
    "rerun": "replay", "shrink": "minimize",
    "status": "exit-status", "shortcuts": "keys", "query": "conditions", "jsonpath": "paths",
  ]

  /// The commands of the library; an executable adds its own.
  package static let library: [Command] = [
    MoveCommands.all, StopCommands.all, LookCommands.all, AskCommands.all, ChangeCommands.all,
    TrustCommands.all, DamageCommands.all, FormCommands.all, SharingCommands.all, FocusCommands.all,
    SettingCommands.all,
    AliasCommands.all, ToolCommands.all, InterchangeCommands.all,
  ].flatMap { (group: [Command]) in group }

  /// The commands that can be used in a place.
  package func commands(_ place: Command.Place) -> [Command] {
    commands.filter { $0.form(place) != nil }
  }

  /// The command of a word at the prompt.
  ///
  /// - Parameters:
  ///   - word: A name or alias.
  ///   - abbreviated: Whether an unambiguous beginning is enough, as at a terminal.
  /// - Throws: ``InspectorError/noSuchCommand(name:suggestions:)``.
  package func prompt(
    _ word: String, abbreviated: Bool
  ) throws(InspectorError) -> Command {
    do throws(InspectorError) {
      return try find(word, in: commands(.prompt), abbreviated: abbreviated)
    } catch {
      switch word {
      case "inspect":
        throw .usage(
          command: word,
          reason: "this is its prompt, with the session open: type the command alone",
          usage: "COMMAND, such as list; help lists all", word: word)
      case _ where word.dropFirst().contains("|"):
        let command = String(word.prefix { $0 != "|" })
        throw Self.closeBar(command, "\(command) | SHELL-COMMAND", at: word)
      default: throw error
      }
    }
  }

  /// The error for a bar that is a part of a word, with the line that was meant.
  static func closeBar(_ command: String, _ line: String, at word: String) -> InspectorError {
    .usage(
      command: command, reason: "a bar has a blank on both sides", usage: line, word: word)
  }

  /// The command of a batch verb, which is given by its full name.
  package func verb(_ word: String) throws(InspectorError) -> Command {
    try find(word, in: commands(.batch), abbreviated: false)
  }

  private func find(
    _ word: String, in commands: [Command], abbreviated: Bool
  ) throws(InspectorError) -> Command {
    if let exact = commands.first(where: { $0.name == word || $0.aliases.contains(word) }) {
      return exact
    }
    let begun = commands.filter { $0.name.hasPrefix(word) }
    if abbreviated, begun.count == 1 { return begun[0] }
    throw .noSuchCommand(name: word, suggestions: meant(by: word, begun, commands))
  }

  /// The names that a word may stand for: that of its synonym, those that begin so, or the nearest.
  private func meant(by word: String, _ begun: [Command], _ commands: [Command]) -> [String] {
    if let name = Self.synonyms[word], commands.contains(where: { name.hasPrefix($0.name) }) {
      return [name]
    }
    return begun.isEmpty
      ? Suggestions.nearest(to: word, in: commands.map(\.name)) : begun.map(\.name)
  }
}
