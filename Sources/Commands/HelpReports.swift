import Inspector
package import SessionFormat

/// The list of commands for one place.
package struct HelpReport: Report {
  let table: CommandTable
  let place: Command.Place
  var topics: [HelpTopic] = []

  package init(_ table: CommandTable, _ place: Command.Place) {
    self.table = table
    self.place = place
  }

  var commands: [Command] { table.commands(place) }

  /// `commands`, and `topics` if there are any.
  package var json: JSONValue {
    var json = ReportJSON("help")
    json.add("commands", rows)
    if !topics.isEmpty { addTopics(to: &json) }
    return json.value
  }

  func addTopics(to json: inout ReportJSON) {
    json.add("topics", of: topics) { topic, json in
      json.add("name", topic.name)
      json.add("summary", topic.summary)
    }
  }

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

  /// The commands under their headings, then the topics.
  package func write(to page: inout Page) {
    for group in Command.Group.allCases {
      let members = commands.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      page.blocks([.heading(group.rawValue)])
      page.definitions(
        members.map { command in
          // Longer words are for those who know them already.
          let aliases = command.aliases.filter { $0.count <= command.name.count }
          let also = aliases.isEmpty ? "" : " (\(aliases.joined(separator: ", ")))"
          return (command.name + also, command.summary)
        })
    }
    guard !topics.isEmpty else { return }
    page.blocks([.heading("Topics")])
    page.definitions(topics.map { ($0.name, $0.summary) })
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
    let form = command.form(place) ?? Command.Form()
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

  /// Usage, summary, options, details and examples.
  package func write(to page: inout Page) {
    page.line(.literal("usage: ", .dim), .text(command.usage(place), .bold))
    page.blocks(command.help([place]))
    if place == .prompt, !command.aliases.isEmpty {
      page.blank()
      page.line(.literal("Also: ", .dim), .text(command.aliases.joined(separator: ", "), .name))
    }
    let topics = HelpTopic.all.filter { $0.commands.contains(command.name) }
    if !topics.isEmpty {
      page.blank()
      page.line(
        .literal("See also: ", .dim),
        .text(topics.map { "help \($0.name)" }.joined(separator: ", "), .name))
    }
  }
}
