package import Inspector
package import SessionFormat

/// What `help` and `--help` show.
package enum HelpPages {
  /// The page of a word: a command, a topic, or all commands.
  package static func page(
    of word: String, _ table: CommandTable, _ place: Command.Place
  ) throws(InspectorError) -> any Report {
    if word == "all" { return all(table, place) }
    let isPrompt = place == .prompt
    if let topic = HelpTopic.named(word, abbreviated: false) { return HelpTopicReport(topic) }
    do throws(InspectorError) {
      let command = isPrompt ? try table.prompt(word, abbreviated: true) : try table.verb(word)
      return CommandHelpReport(command, place)
    } catch {
      if let topic = HelpTopic.named(word, abbreviated: isPrompt) { return HelpTopicReport(topic) }
      // What is no verb may be a command of the prompt, and the other way round.
      let other: Command.Place = isPrompt ? .batch : .prompt
      guard let command = table.commands(other).first(where: { $0.name == word }) else {
        throw error
      }
      return CommandHelpReport(command, other)
    }
  }

  /// Every command, and every topic.
  static func all(_ table: CommandTable, _ place: Command.Place) -> any Report {
    var report = HelpReport(table, place)
    report.topics = HelpTopic.all
    return place == .prompt ? report : HelpOverview(list: report)
  }

  /// The commands and topics that have a text in their help; nil if none has.
  static func apropos(
    _ words: [String], _ table: CommandTable, _ place: Command.Place
  ) -> HelpReport? {
    let text = words.joined(separator: " ").lowercased()
    let commands = table.commands(place).filter { command in
      ([command.name, command.summary] + command.aliases + command.details)
        .contains { $0.lowercased().contains(text) }
    }
    var report = HelpReport(CommandTable(commands), place)
    report.topics = HelpTopic.all.filter { $0.contains(text) }
    return commands.isEmpty && report.topics.isEmpty ? nil : report
  }
}

/// All verbs, all commands of the prompt, and all options of the tool.
private struct HelpOverview: Report {
  let list: HelpReport

  /// `commands`, which are the verbs, `prompt`, which are the commands at the prompt, `options`, and
  /// `topics`.
  var json: JSONValue {
    var json = ReportJSON("help")
    json.add("commands", list.rows)
    json.add("prompt", HelpReport(list.table, .prompt).rows)
    json.add("options", of: list.table.options) { option, json in
      json.add("name", option.name)
      json.add("usage", option.usage)
      json.add("summary", option.summary)
    }
    list.addTopics(to: &json)
    return json.value
  }

  /// A row for each verb.
  var rows: [JSONValue] { list.rows }

  func write(to page: inout Page) {
    let table = list.table
    let lists = [
      ("Verbs", table.commands(.batch).map { ($0.name, $0.summary) }),
      ("Commands at the prompt", table.commands(.prompt).map { ($0.name, $0.summary) }),
      ("Options", table.options.map { ($0.usage, $0.summary) }),
      ("Topics", list.topics.map { ($0.name, $0.summary) }),
    ]
    for (title, all) in lists {
      page.blocks([.heading(title)])
      page.definitions(all)
    }
  }
}

/// The first page of the help: a few commands, and where the rest is.
package struct HelpStart: Report {
  let table: CommandTable
  let place: Command.Place

  package init(_ table: CommandTable, _ place: Command.Place) {
    self.table = table
    self.place = place
  }

  /// The uses of the tool, and what each is for.
  static let uses = [
    HelpBlock.Definition("inspect SESSION", "step through it at a prompt"),
    HelpBlock.Definition(
      "inspect -e \"why items\" SESSION", "run commands of the prompt, then leave"),
    HelpBlock.Definition(
      "inspect VERB ...", "one answer, for scripts and CI; VERB --help explains it"),
  ]

  /// The commands to begin with, in the order in which they are needed.
  private static let first: [Command.Place: [String]] = [
    .prompt: ["next", "list", "goto", "print", "find", "why"],
    .batch: ["log", "find", "why", "diff", "verify", "minimize"],
  ]

  /// All commands and topics, as of `help all`.
  package var json: JSONValue { HelpPages.all(table, place).json }
  package var rows: [JSONValue] { HelpPages.all(table, place).rows }

  package func write(to page: inout Page) {
    if place == .batch {
      page.line(
        .literal("inspect", .bold),
        .literal(" looks into recorded sessions of Redux-style Swift apps."))
      page.blocks([.definitions(Self.uses), .heading("Six verbs to begin with")])
    } else {
      page.blocks([.heading("Six commands to begin with")])
    }
    let commands = (Self.first[place] ?? []).compactMap { name in
      table.commands(place).first { $0.name == name }
    }
    page.definitions(commands.map { (firstUsage($0), $0.summary) })
    page.blocks([.heading("And then")])
    let start = place == .batch ? "inspect " : ""
    page.definitions([
      ("\(start)help tour", "find a bug in a sample session, step by step"),
      ("\(start)help all", "every command"),
      ("\(start)help NAME", "one command, or a topic: \(Self.topics)"),
      ("\(start)apropos WORD", "the commands and topics that speak of something"),
    ])
    guard place == .batch else { return }
    page.blocks([
      .paragraph(
        "SESSION is a file, plain or gzipped, or a folder (inspect help files). Exit status: 0 yes, "
          + "same or found; 1 no, different or not found; 2 trouble.")
    ])
  }

  private static let topics = HelpTopic.all.map(\.name).filter { $0 != "tour" }
    .joined(separator: ", ")

  /// The command with its arguments, without options.
  private func firstUsage(_ command: Command) -> String {
    let words = command.usage(place).split(separator: " ")
    return words.prefix { !$0.hasPrefix("[-") }.joined(separator: " ")
  }
}
