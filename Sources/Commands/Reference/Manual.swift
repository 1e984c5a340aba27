/// The reference of the whole tool, before it is a manual page or a page of Markdown.
struct Manual {
  /// A command, or a topic of the help.
  struct Part {
    var title: String
    /// Lines that say how a command is written.
    var usages: [String] = []
    var blocks: [HelpBlock]
  }

  struct Section {
    var title: String
    var blocks: [HelpBlock] = []
    var parts: [Part] = []
  }

  let sections: [Section]

  static let name = "inspect"
  static let summary = "look into recorded sessions of Redux-style Swift apps"

  init(_ table: CommandTable) {
    var sections = [
      Section(title: "Use", blocks: [.definitions(HelpStart.uses)]),
      Section(
        title: "Options",
        blocks: [
          .paragraph("These stand anywhere on the line, with every verb and with a session."),
          .definitions(table.options.map { HelpBlock.Definition($0.usage, $0.summary) }),
        ]),
    ]
    for group in Command.Group.allCases {
      let commands = table.commands.filter { $0.group == group }
      guard !commands.isEmpty else { continue }
      sections.append(Section(title: group.rawValue, parts: commands.map(Part.init)))
    }
    sections.append(
      Section(
        title: "Topics",
        parts: HelpTopic.all.map { Part(title: "\($0.name): \($0.summary)", blocks: $0.blocks) }))
    self.sections = sections
  }
}

extension Manual.Part {
  fileprivate init(_ command: Command) {
    title = command.name
    usages = command.places.map(command.usage)
    blocks = command.help(command.places)
    if !command.aliases.isEmpty {
      blocks.append(.paragraph("Also: \(command.aliases.joined(separator: ", "))."))
    }
  }
}
