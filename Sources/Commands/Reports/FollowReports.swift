import Inspector
import SessionFormat

/// A step of a session that grows: a row of `log`, in columns that do not depend on later rows.
struct FollowReport: Report {
  let row: StepRow

  /// The row.
  var json: JSONValue { row.json }

  /// The row as one line.
  func write(to page: inout Page) {
    let time: Span =
      row.step.map { .measure(.time($0.action.t), .dim, columns: 10) } ?? .literal("          ")
    let took: Span =
      row.step?.took.map { .measure(.duration($0), .dim, columns: 8) } ?? .literal("        ")
    let since: Span =
      row.since.map { .measure(.since($0), .dim, columns: 10) } ?? .literal("          ")
    let sign: Span = row.isEffect ? .literal("└ ", .dim, ascii: "` ") : .literal("")
    let number: Span =
      row.numbers.count > 1 ? .numbers(row.numbers) : .text(Self.padded(String(row.n), 5))
    page.line(
      number, .literal("  "), .choice([[time, since, took], [time], []]), .literal("  "), sign,
      .text(row.step?.type ?? "", .bold), .literal("  "), row.changes)
  }

  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Marks that came after their step was shown.
struct LateMarksReport: Report {
  let n: Int
  let marks: [String]

  /// `{"n":…,"marks":[…]}`.
  var json: JSONValue { ["n": .number(n), "marks": .array(marks.map(JSONValue.string))] }

  /// A line for each.
  func write(to page: inout Page) {
    let number = FollowReport.padded(String(n), 5)
    for mark in marks { page.line(.text("\(number)  "), .text("# \(mark)", .name)) }
  }
}

/// Actions that were dispatched since a step was shown, and have not reached a reducer yet.
struct LateDispatchesReport: Report {
  let n: Int
  let lines: [DispatchedLine]

  /// `{"n":…,"dispatched":[…]}`.
  var json: JSONValue {
    ["n": .number(n), "dispatched": .array(lines.map(DispatchText.json))]
  }

  /// A line for each.
  func write(to page: inout Page) {
    for line in lines {
      page.line(
        .literal("       "), .measure(.time(line.t), .dim, columns: 10),
        .text("            \(line.type)"), .literal("  dispatched", .dim))
    }
  }
}
