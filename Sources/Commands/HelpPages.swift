package import Inspector
package import SessionFormat

/// What `help` and `--help` show.
package enum HelpPages {
  /// The page of a word: a command, a topic, or all commands.
  package static func page(
    of word: String, _ table: CommandTable, _ place: Command.Place
  ) throws(InspectorError) -> any Report {
    if word == "all" { return all(table, place) }
    if let topic = HelpTopic.named(word, abbreviated: false) { return HelpTopicReport(topic) }
    // What is no verb may be a command of the prompt, and the other way round.
    let places = place == .prompt ? [place, .batch] : [place, .prompt]
    let pages = places.flatMap { place in table.commands(place).map { (command: $0, place: place) }
    }
    let name = CommandTable.synonyms[word] ?? word
    if let page = pages.first(where: {
      $0.command.name == name || $0.command.aliases.contains(name)
    }) {
      return CommandHelpReport(page.command, page.place)
    }
    let begun = pages.filter { $0.command.name.hasPrefix(word) }
    if let page = begun.first, Set(begun.map(\.command.name)).count == 1 {
      return CommandHelpReport(page.command, page.place)
    }
    if begun.isEmpty, let topic = HelpTopic.named(name, abbreviated: true) {
      return HelpTopicReport(topic)
    }
    let known = pages.flatMap { [$0.command.name] + $0.command.aliases } + HelpTopic.all.map(\.name)
    let near = Suggestions.nearest(to: word, in: Set(known).sorted())
    throw .usage(
      command: "help", reason: "there is no command or topic \(word)" + Suggestions.text(near),
      usage: place == .prompt ? "help [NAME]" : "inspect help [NAME]", word: word)
  }

  /// Every command, and every topic.
  static func all(_ table: CommandTable, _ place: Command.Place) -> any Report {
    var report = HelpReport(table, place)
    report.topics = HelpTopic.all
    return place == .prompt
      ? report : HelpOverview(list: report, prompt: HelpReport(table, .prompt))
  }

  /// The commands and topics that have a text in their help; nil if none has.
  ///
  /// A shell gets the commands of the prompt as well, under a heading of their own.
  static func apropos(
    _ words: [String], _ table: CommandTable, _ place: Command.Place
  ) -> (any Report)? {
    let text = words.joined(separator: " ").lowercased()
    let commands = table.commands.filter { command in
      // Not the examples: their words stand for any.
      let options = command.places.flatMap { command.form($0)?.options ?? [] }
      return
        ([command.name, command.summary] + command.aliases + command.details
        + options.flatMap { [$0.name, $0.summary] })
        .contains { $0.lowercased().contains(text) }
    }
    var report = HelpReport(CommandTable(commands), place)
    report.topics = HelpTopic.all.filter { $0.contains(text) }
    let others = place == .batch ? commands.filter { $0.batch == nil } : []
    guard !report.commands.isEmpty || !others.isEmpty || !report.topics.isEmpty else { return nil }
    return place == .prompt
      ? report : HelpOverview(list: report, prompt: HelpReport(CommandTable(others), .prompt))
  }
}

/// All verbs, all commands of the prompt, and all options of the tool.
private struct HelpOverview: Report {
  let list: HelpReport
  /// The commands of the prompt.
  let prompt: HelpReport

  /// `commands`, which are the verbs, `prompt`, which are the commands at the prompt, `options`, and
  /// `topics`.
  var json: JSONValue {
    var json = ReportJSON("help")
    json.add("commands", list.rows)
    json.add("prompt", prompt.rows)
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
      ("Commands at the prompt", prompt.commands.map { ($0.name, $0.summary) }),
      ("Options", table.options.map { ($0.usage, $0.summary) }),
      ("Topics", list.topics.map { ($0.name, $0.summary) }),
    ]
    for (title, all) in lists where !all.isEmpty {
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
      "inspect -e \"goto 2 ;; why items\" SESSION", "run commands of the prompt, then leave"),
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
