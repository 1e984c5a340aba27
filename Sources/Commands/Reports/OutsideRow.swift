import Inspector
import SessionFormat

/// A row of a list of steps for a change from outside: a change of the state without an action.
struct OutsideRow: Sendable, JSONMembers {
  /// The step after which it came.
  let n: Int
  /// When it was found: when the next action began.
  let t: Int
  /// What it changed; nil if the state before it is not known.
  var places: ChangedPlaces?

  /// `n`, `t`, `outside`, `changed`, `cut`, `leftOut`.
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("t", t)
    json.add("outside", true)
    if let places { json.add("changed", places.paths) }
    if places?.isCut == true { json.add("cut", true) }
    json.add("leftOut", places?.leftOut?.count)
  }

  /// The cells of a row in a table of steps.
  var cells: [Span] {
    [
      .literal(" "), .literal(""), .time(t, .dim), .literal(""), .literal(""),
      .literal("(outside)", .dim),
      .group(places?.spans() ?? [.literal("no state", .error)]),
    ]
  }
}

/// A change from outside, in a session that grows.
struct OutsideReport: Report {
  let row: OutsideRow

  /// The row.
  var json: JSONValue { row.json }

  /// The row as one line.
  func write(to page: inout Page) {
    page.line(
      .literal("       "), .measure(.time(row.t), .dim, columns: 10),
      .literal("            (outside)  ", .dim), row.cells[6])
  }
}
