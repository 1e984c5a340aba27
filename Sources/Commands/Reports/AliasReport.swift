import Inspector
package import SessionFormat

/// Words of the user, and the commands that they stand for.
package struct AliasReport: Report {
  private let aliases: [(name: String, text: String)]

  init(_ aliases: [String: String]) {
    self.aliases = aliases.map { ($0, $1) }.sorted { $0.0.precedesInBytes($1.0) }
  }

  /// `aliases`.
  package var json: JSONValue { ReportJSON.report("aliases", "aliases", rows) }

  /// A row for each alias: `name`, `text`.
  package var rows: [JSONValue] {
    aliases.map { ["name": .string($0.name), "text": .string($0.text)] }
  }

  /// A line for each alias.
  package func write(to page: inout Page) {
    guard !aliases.isEmpty else {
      page.line(.literal("there are no aliases", .dim))
      return
    }
    var table = Table(.left, .flexible)
    for alias in aliases { table.row(.text(alias.name, .name), .text(alias.text)) }
    page.table(table)
  }
}
