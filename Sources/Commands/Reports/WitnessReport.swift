import Inspector
package import SessionFormat

/// What steps ask of the world.
package struct WitnessReport: Report {
  /// A step with the type of its action.
  typealias Row = (step: WitnessedSteps.Step, type: String)

  let rows: [Row]
  /// What the host's own machinery asks for each state.
  let machinery: [Diagnosis.Asked]
  let untested: [String]

  /// `steps` [{`n`,`type`,`asked` [{`what`,(`clock`),(`came`),(`file`),(`line`),(`column`),(`code`)}],`all`}],
  /// `host`, what its own machinery asks, like `asked`, and `untested` [text].
  package var json: JSONValue {
    var json = ReportJSON("witness")
    json.add(
      "steps",
      rows.map { row in
        var one = ReportJSON()
        one.add("n", row.step.n)
        one.add("type", row.type)
        one.add("asked", row.step.asked.map(\.json))
        one.add("all", row.step.isAll)
        return one.value
      })
    json.add("host", machinery.map(\.json))
    json.add("untested", untested)
    return json.value
  }

  /// A line for each thing that a step asks, or for the step that asks for nothing.
  package func write(to page: inout Page) {
    var table = Table(.right, .left, .flexible, .name)
    for (step, type) in rows {
      var (number, name) = (Span.text("\(step.n)"), Span.type(type))
      if step.asked.isEmpty {
        let words = step.isAll ? "asks for nothing" : "asks for nothing that is seen"
        table.row(number, name, .text(words, .dim))
      }
      for asked in step.asked {
        table.row(number, name, .text(asked.whatAndCame), .text(asked.place, .name))
        (number, name) = (.literal(""), .literal(""))
      }
    }
    var name = Span.text("the host itself", .dim)
    for asked in machinery {
      table.row(.literal(""), name, .text(asked.whatAndClock, .dim), .text(asked.place, .name))
      name = .literal("")
    }
    page.table(table)
    if rows.isEmpty { page.line(.text("no step could be reduced", .dim)) }
    for text in untested { page.line(.text("not seen: \(text)", .dim)) }
  }
}

extension Diagnosis.Asked {
  /// What is another each time, so that a reader learns nothing from it.
  private static let fleeting: Set = [
    "clock", "getrandom", "generator", "thread", "getpid", "getppid", "gettid", "getrusage",
    "getloadavg", "sched_getcpu",
  ]

  /// `ToastApp.swift:27 Date()`; empty if the line is not known.
  fileprivate var place: String {
    line.map { $0.words + ($0.code.map { " \($0)" } ?? "") } ?? ""
  }

  fileprivate var whatAndClock: String { clock.map { "\(what): \($0)" } ?? what }

  /// `getenv HOME: /home/jo`.
  fileprivate var whatAndCame: String {
    if clock != nil { return whatAndClock }
    return came.map { Self.fleeting.contains(what) ? what : "\(what): \($0)" } ?? what
  }
}
