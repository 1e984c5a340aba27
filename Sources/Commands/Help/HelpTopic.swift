import Inspector
package import SessionFormat

/// A page of the help that explains no single command.
package struct HelpTopic: Sendable {
  /// One word, which no command has as its name.
  package let name: String
  /// One line, lower case, without full stop.
  package let summary: String
  /// The commands whose help refers to this page.
  package let commands: [String]
  package let blocks: [HelpBlock]

  init(_ name: String, _ summary: String, of commands: [String] = [], _ blocks: HelpBlock...) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.blocks = blocks
  }

  /// All pages, in the order of the help.
  package static let all = [
    tour, moving, breakpoints, paths, conditions, gaps, branching, hosts, verifying, longSessions,
    sharing, files, formats, exitStatus, keys,
  ]

  /// The page of a name, or of its unambiguous beginning if that is enough.
  package static func named(_ name: String, abbreviated: Bool) -> HelpTopic? {
    if let exact = all.first(where: { $0.name == name }) { return exact }
    let begun = all.filter { $0.name.hasPrefix(name) }
    return abbreviated && begun.count == 1 ? begun[0] : nil
  }

  /// Whether the page has a text somewhere, whatever its case; the text is in lower case.
  func contains(_ text: String) -> Bool {
    ([name, summary] + blocks.flatMap(\.texts)).contains { $0.lowercased().contains(text) }
  }
}

extension HelpBlock {
  /// The texts of the piece, one after the other.
  var texts: [String] {
    switch self {
    case .heading(let text), .paragraph(let text): [text]
    case .definitions(let all), .prompt(let all), .shell(let all):
      all.flatMap { [$0.term, $0.text] }
    }
  }
}

/// A page of the help.
package struct HelpTopicReport: Report {
  let topic: HelpTopic

  package init(_ topic: HelpTopic) { self.topic = topic }

  /// `name`, `summary`, `text`: its pieces in order.
  package var json: JSONValue {
    var json = ReportJSON("help-topic")
    json.add("name", topic.name)
    json.add("summary", topic.summary)
    json.add("text", topic.blocks.flatMap(\.texts).filter { !$0.isEmpty })
    return json.value
  }

  package func write(to page: inout Page) {
    page.blocks([.heading("\(topic.summary.prefix(1).uppercased())\(topic.summary.dropFirst())")])
    page.blocks(topic.blocks)
  }
}
