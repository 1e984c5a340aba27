import Inspector
package import SessionFormat

/// The list of commands for one place.
package struct HelpReport: Report {
  let table: CommandTable
  let place: Command.Place

  package init(_ table: CommandTable, _ place: Command.Place) {
    self.table = table
    self.place = place
  }

  private var commands: [Command] { table.commands(place) }

  /// `commands`.
  package var json: JSONValue { ReportJSON.report("help", "commands", rows) }

  /// A row for each command: `name`, `group`, `usage`, `summary`, `aliases`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: commands) { command, json in
      json.add("name", command.name)
      json.add("group", command.group.rawValue)
      json.add("usage", command.usage(place))
      json.add("summary", command.summary)
      json.add("aliases", command.aliases)
    }
  }

  /// The commands under their headings.
  package func write(to page: inout Page) {
    for group in Command.Group.allCases {
      let members = commands.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      if !page.isEmpty { page.blank() }
      page.line(.text(group.rawValue, .heading))
      var table = Table(.left, .left, .flexible)
      for command in members {
        let aliases = command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))"
        table.row(
          .literal(""), .text(command.name + aliases, .name), .text(command.summary))
      }
      page.table(table)
    }
  }
}

/// The help of one command.
package struct CommandHelpReport: Report {
  let command: Command
  let place: Command.Place

  package init(_ command: Command, _ place: Command.Place) {
    self.command = command
    self.place = place
  }

  /// `name`, `summary`, `usage`, `options`, `details`, `examples`.
  package var json: JSONValue {
    var json = ReportJSON("command-help")
    json.add("name", command.name)
    json.add("summary", command.summary)
    json.add("usage", command.usage(place))
    json.add(
      "options", form.options.map { ["name": .string($0.name), "summary": .string($0.summary)] })
    json.add("details", command.details)
    json.add("examples", form.examples)
    return json.value
  }

  /// The words of a paragraph in lines of at most 78 columns.
  private static func wrapped(_ paragraph: String) -> [String] {
    var lines = [""]
    for word in paragraph.split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if DisplayWidth.columns(of: longer) <= 78 || last.isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private var form: Command.Form { command.form(place) ?? Command.Form() }

  /// Usage, summary, options, details and examples.
  package func write(to page: inout Page) {
    page.line(.literal("usage: ", .dim), .text(command.usage(place), .bold))
    page.blank()
    page.line(.text(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."))
    if !form.options.isEmpty {
      page.blank()
      page.options(form.options)
    }
    for paragraph in command.details {
      page.blank()
      for line in Self.wrapped(paragraph) { page.line(.text(line)) }
    }
    if !form.examples.isEmpty {
      page.blank()
      page.line(.literal("For example:"))
      for example in form.examples { page.line(.literal("  "), .text(example, .name)) }
    }
    if !command.aliases.isEmpty {
      page.blank()
      page.line(.literal("Short: ", .dim), .text(command.aliases.joined(separator: ", "), .name))
    }
  }
}

extension Page {
  /// Adds a table of options and what they do.
  package mutating func options(_ options: [CommandOption]) {
    var rows = Table(.left, .left, .left)
    for option in options {
      rows.row(.literal(""), .text(option.usage, .name), .text(option.summary))
    }
    table(rows)
  }
}
