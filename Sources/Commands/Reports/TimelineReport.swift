import Inspector
package import SessionFormat

/// All steps of a timeline in a few rows.
package struct TimelineReport: Report {
  /// What is at a step.
  enum Flag: Sendable {
    case mark(String)
    case breakpoint(Int)
    case crash
    case divergence
  }

  let overview: TimelineOverview
  let flags: [(n: Int, flag: Flag)]
  /// The step to point at; nil if nobody is at one.
  let current: Int?

  /// The columns of the longest bar, and the flags that a row shows.
  private static let (barColumns, flagsShown) = (12, 3)

  /// `rows`.
  package var json: JSONValue { ReportJSON.report("timeline", "rows", rows) }

  /// `n`, `through`, `actions`, `lost`, `t`, `type`, `typeCount`, `types`, `bytes`, `marks`, `breakpoints`,
  /// `crash`, `divergence`, `current`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: overview.rows) { row, json in
      json.add("n", row.steps.lowerBound)
      if row.steps.count > 1 { json.add("through", row.steps.upperBound) }
      json.add("actions", row.actions)
      if row.lost > 0 { json.add("lost", row.lost) }
      json.add("t", row.t)
      json.add("type", row.type?.name)
      if row.types > 1 {
        json.add("typeCount", row.type?.count)
        json.add("types", row.types)
      }
      json.add("bytes", row.bytes)
      add(flags(of: row), to: &json)
      if current.map(row.steps.contains) == true { json.add("current", true) }
    }
  }

  private func add(_ flags: [Flag], to json: inout ReportJSON) {
    var (marks, breakpoints): ([String], [Int]) = ([], [])
    for flag in flags {
      switch flag {
      case .mark(let text): marks.append(text)
      case .breakpoint(let id): breakpoints.append(id)
      case .crash: json.add("crash", true)
      case .divergence: json.add("divergence", true)
      }
    }
    if !marks.isEmpty { json.add("marks", marks) }
    if !breakpoints.isEmpty { json.add("breakpoints", breakpoints) }
  }

  private func flags(of row: TimelineOverview.Row) -> [Flag] {
    flags.filter { row.steps.contains($0.n) }.map(\.flag)
  }

  /// A line for each row.
  package func write(to page: inout Page) {
    guard !overview.rows.isEmpty else {
      page.line(.literal("no steps", .dim))
      return
    }
    let largest = max(1, overview.rows.map(\.bytes).max() ?? 1)
    var table = Table(.left, .right, .extra, .left, .spare, .name, .flexible)
    for row in overview.rows {
      let isCurrent = current.map(row.steps.contains) == true
      let bar = (row.bytes * Self.barColumns + largest - 1) / largest
      table.row(
        isCurrent ? .literal(">", .bold) : .literal(" "), numbers(row),
        row.t.map { .time($0, .dim) } ?? .literal(""),
        .text(String(repeating: "#", count: bar), .changed), .size(row.bytes, .dim),
        type(row), flagSpan(row))
    }
    page.table(table)
  }

  private func numbers(_ row: TimelineOverview.Row) -> Span { .numbers(row.steps, .bold) }

  private func type(_ row: TimelineOverview.Row) -> Span {
    guard let type = row.type else { return .literal("(lost in a gap)") }
    guard row.steps.count > 1 else { return .type(type.name) }
    let more = row.types > 1 ? " and \(CountText.words(row.types - 1, "other type"))" : ""
    return .group([
      .type(type.name), .literal(" "),
      .choice([[.text("(\(type.count))\(more)")], [.literal("…", .dim, ascii: "...")]]),
    ])
  }

  /// The flags, as many as there is room for; a crash or a divergence comes first.
  private func flagSpan(_ row: TimelineOverview.Row) -> Span {
    let (faults, others) = flags(of: row).reduce(into: ([String](), [String]())) { lists, flag in
      switch flag {
      case .mark(let text): lists.1.append("# \(text)")
      case .breakpoint(let id): lists.1.append("* breakpoint \(id)")
      case .crash: lists.0.append("! crash")
      case .divergence: lists.0.append("x diverges")
      }
    }
    let lost = row.lost > 0 && row.actions > 0 ? ["\(row.lost) lost in a gap"] : []
    let words = faults + lost + others
    guard !words.isEmpty else { return .literal("") }
    let style: Style = faults.isEmpty ? .name : .error
    // A part of two marks would read as one.
    return .choice(
      (1...min(words.count, Self.flagsShown)).reversed().map { count in
        let rest = words.count - count
        let more = rest > 0 ? ", and \(rest) more" : ""
        return [.text(words.prefix(count).joined(separator: ", ") + more, style)]
      })
  }
}
