public import SessionFormat

/// Who changed a value last.
public struct WhyReport: Report {
  let path: JSONPointer
  let n: Int
  let cause: Cause?

  /// `path`, `n`, `cause`.
  public var json: JSONValue {
    var json = ReportJSON("why")
    json.add("path", path.description)
    json.add("n", n)
    json.add("cause", cause.map(CauseText.json) ?? .null)
    return json.value
  }

  /// The action, and what it changed the value from and to.
  public func write(to page: inout Page) {
    guard let cause else {
      page.line(ValueText.path(path), .text(" is in no state up to \(n)"))
      return
    }
    page.line([ValueText.path(path)] + CauseText.spans(cause.origin))
    if case .beginning = cause.origin {
      page.line(.literal("  is   ", .dim), ValueText.preview(cause.new, columns: 100))
      return
    }
    page.line(.literal("  from ", .dim), ValueText.preview(cause.old, .removed, columns: 100))
    page.line(.literal("  to   ", .dim), ValueText.preview(cause.new, .added, columns: 100))
    if cause.new == nil { page.line(.literal("  it is gone since then", .dim)) }
  }
}

/// Every change of a value.
public struct HistoryReport: Report {
  let path: JSONPointer
  let changes: [Cause]

  /// `path`, `changes`.
  public var json: JSONValue {
    var json = ReportJSON("history")
    json.add("path", path.description)
    json.add("changes", .array(rows))
    return json.value
  }

  /// A row for each change.
  public var rows: [JSONValue] { changes.map(CauseText.json) }

  /// A line for each change.
  public func write(to page: inout Page) {
    guard !changes.isEmpty else {
      page.line(ValueText.path(path), .literal(" is in no state"))
      return
    }
    var table = Table(.right, .flexible, .flexible)
    for change in changes {
      let name = CauseText.name(change.origin)
      table.row(
        .text(change.n.map(String.init) ?? "start", .bold), .text(name), Self.values(change))
    }
    page.table(table)
  }

  private static func values(_ change: Cause) -> Span {
    let new = change.new.map(\.description) ?? "gone"
    return .text(String(new.prefix(400)), change.new == nil ? .removed : .added)
  }
}

/// The steps for which a condition holds.
public struct FindReport: Report {
  let condition: String
  let list: ListReport

  /// `condition`, `steps`.
  public var json: JSONValue {
    var json = ReportJSON("find")
    json.add("condition", condition)
    json.add("steps", .array(list.rows))
    return json.value
  }

  /// A row for each step.
  public var rows: [JSONValue] { list.rows }

  /// A line for each step.
  public func write(to page: inout Page) {
    if list.rows_.isEmpty {
      page.line(.literal("no step where ", .dim), .text(condition))
    } else {
      list.write(to: &page)
    }
  }
}

private enum CauseText {
  static func json(_ cause: Cause) -> JSONValue {
    var json = ReportJSON()
    switch cause.origin {
    case .beginning: json.add("by", "beginning")
    case .action(let n, let type):
      json.add("by", "action")
      json.add("n", n)
      json.add("type", type)
    case .outside(let n):
      json.add("by", "outside")
      json.add("after", n)
    case .unrecorded(let n):
      json.add("by", "unrecorded")
      json.add("before", n)
    }
    json.add("old", cause.old)
    json.add("new", cause.new)
    return json.value
  }

  static func spans(_ origin: Cause.Origin) -> [Span] {
    switch origin {
    case .beginning: [.literal(" is so from the beginning")]
    case .action(let n, let type):
      [
        .literal(" was last changed by action "), .number(n, .bold), .literal(" "),
        .text(type, .bold),
      ]
    case .outside(let n):
      [.literal(" was last changed without an action, after action "), .number(n, .bold)]
    case .unrecorded(let n):
      [.literal(" was last changed in a stretch that is not recorded, before state "), .number(n)]
    }
  }

  static func name(_ origin: Cause.Origin) -> String {
    switch origin {
    case .beginning: "(from the beginning)"
    case .action(_, let type): type
    case .outside: "(outside, after this action)"
    case .unrecorded: "(not recorded, before this state)"
    }
  }
}
