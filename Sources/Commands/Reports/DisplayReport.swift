import Inspector
package import SessionFormat

/// The values that are shown after each stop.
package struct DisplayReport: Report {
  enum Content {
    case values([JSONValue])
    /// Why there are none.
    case reason(String)
  }

  struct Row {
    let id: Int
    let query: String
    let content: Content
  }

  private let displays: [Row]

  init(rows: [Row]) { displays = rows }

  /// `displays`.
  package var json: JSONValue { ReportJSON.report("displays", "displays", rows) }

  /// A row for each: `id`, `query`, `values` or `unknown`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: displays) { row, json in
      json.add("id", row.id)
      json.add("query", row.query)
      switch row.content {
      case .values(let values): json.add("values", values)
      case .reason(let words): json.add("unknown", words)
      }
    }
  }

  /// A line for each.
  package func write(to page: inout Page) {
    for row in displays {
      let name: [Span] = [
        .number(row.id, .dim), .literal("  ", .dim), .text(row.query, .name), .literal(" = "),
      ]
      switch row.content {
      case .values(let values):
        let shown =
          values.isEmpty ? [.literal("nothing", .dim)] : values.map { ValueText.preview($0) }
        page.line(name + Array(shown.map { [$0] }.joined(separator: [.literal(", ")])))
      case .reason(let words): page.line(name + [.text(words, .dim)])
      }
    }
  }
}

extension DisplayReport.Row: Sendable {}
extension DisplayReport.Content: Sendable {}
