import Inspector
package import SessionFormat

/// Numbers of the state over all steps, each place drawn in one line.
package struct PlotReport: Report {
  let plots: [NumberHistory]
  /// How many more places the query selects.
  let others: Int

  /// The columns of a line where the page has no width, and how many points the machine form has.
  private static let (columns, mostPoints) = (56, 1000)

  private static let margin = 2

  /// The levels, from the lowest on.
  private static let levels: [Span] = [
    .literal("▁", ascii: "_"), .literal("▂", ascii: "."), .literal("▃", ascii: "-"),
    .literal("▄", ascii: "~"), .literal("▅", ascii: "="), .literal("▆", ascii: "+"),
    .literal("▇", ascii: "*"), .literal("█", ascii: "#"),
  ]

  /// `plots`, `others`.
  package var json: JSONValue {
    var json = ReportJSON("plot")
    json.add("plots", rows)
    if others > 0 { json.add("others", others) }
    return json.value
  }

  /// A row for each place: `path`, `elements`, `count`, `least`, `greatest`, `last`, `points`,
  /// `undrawn`, `cut`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: plots) { plot, json in
      let points = plot.points
      json.add("path", plot.path)
      if plot.countsElements { json.add("elements", true) }
      json.add("count", points.count)
      json.add("least", plot.least.map(Self.json))
      json.add("greatest", plot.greatest.map(Self.json))
      json.add("last", plot.last.map(Self.json))
      json.add("points", points.prefix(Self.mostPoints).map(Self.json))
      if !plot.undrawn.isEmpty {
        let kinds = ReportJSON.list(of: plot.undrawn) { other, json in
          json.add("type", other.kind.rawValue)
          json.add("n", other.n)
        }
        json.add("undrawn", kinds)
      }
      json.add("cut", plot.firstCut)
    }
  }

  private static func json(_ point: NumberHistory.Point) -> JSONValue {
    ["n": .number(point.n), "value": .number(point.number)]
  }

  /// Two lines for each place: its numbers, and their course.
  package func write(to page: inout Page) {
    if plots.isEmpty {
      page.line(
        .literal("the query selects nothing here, nor in some states over the whole session", .dim),
        .literal("; goto a step where it does, or name one place", .dim))
    }
    for plot in plots {
      guard let least = plot.least, let greatest = plot.greatest else {
        page.line(
          ValueText.path(plot.path),
          plot.firstCut == nil
            ? .literal(" is never a number or an array", .dim)
            : .literal(" has more elements than the recording says: its states are cut", .dim))
        continue
      }
      page.line(
        ValueText.path(plot.path),
        .text("\(plot.countsElements ? "  elements:" : "")  min \(Self.words(least))"),
        .text("  max \(Self.words(greatest))"),
        .text("  last \(plot.last.map { $0.number.text } ?? "none")"))
      page.line(fitting: { width in
        let columns = width == .max ? Self.columns : max(1, width - Self.margin)
        return [.text(String(repeating: " ", count: Self.margin))]
          + plot.levels(columns: columns, height: Self.levels.count).map { level in
            level.map { Self.levels[$0] } ?? .literal(" ")
          }
      })
      let others = plot.undrawn.map { "\(Self.words($0.kind)) (first at \($0.n))" }
      if !others.isEmpty {
        page.line(
          .text("  not drawn: at other steps it is \(others.joined(separator: ", "))", .dim))
      }
      if let cut = plot.firstCut {
        page.line(
          .literal("  unknown: ", .error),
          .text("at other steps (first at \(cut)) it is cut, so nobody knows how many it has"))
      }
    }
    page.rest(others, "and ", "other place")
  }

  private static func words(_ kind: JSONValue.Kind) -> String {
    let name = kind.rawValue
    return "\(name.first.map("aeiou".contains) == true ? "an" : "a") \(name)"
  }

  private static func words(_ point: NumberHistory.Point) -> String {
    "\(ShortText.beginning(of: point.number.text, 40)) at \(point.n)"
  }
}
