import Inspector
package import SessionFormat

/// A few steps as a table, for example those around a place.
package struct ListReport: Report {
  private(set) var rows_: [StepRow]
  /// How many steps around here are left out, because they are hidden.
  var hidden = 0
  /// The step to point at.
  let current: Int?
  /// The last step of the timeline, if the rows are a part of it.
  private let last: Int?

  /// The rows of these steps of a timeline.
  ///
  /// - Parameters:
  ///   - effort: The limit for comparing all states; nil for the session's default.
  ///   - tellsDispatched: Whether actions that were only dispatched after a step have rows, too.
  ///   - hides: Whether such actions of a type are left out, and only counted.
  init(
    _ timeline: Timeline, _ steps: [ClosedRange<Int>], current: Int?,
    effort: DifferenceEffort? = nil, tellsDispatched: Bool = false,
    hiding hides: ((String) -> Bool)? = nil, interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(InspectorError) {
    var maker = StepRows(timeline, count: steps.count, interrupted: interrupted)
    if let effort { maker = StepRows(timeline, effort: effort, interrupted: interrupted) }
    var hidden = 0
    func isShown(_ line: DispatchedLine) -> Bool {
      let isHidden = hides?(line.type) ?? false
      if isHidden { hidden += 1 }
      return !isHidden
    }
    var rows = try steps.map { (numbers) throws(InspectorError) in
      if interrupted() { throw .interrupted }
      var row = try maker.row(numbers)
      if tellsDispatched { row.dispatched = try timeline.onlyDispatched(numbers).filter(isShown) }
      return row
    }
    // What came before the first action has a row of its own.
    if tellsDispatched, steps.first.map({ $0.lowerBound == timeline.first + 1 }) ?? true,
      let row = try maker.rowAtStart(isShown)
    {
      rows.insert(row, at: 0)
    }
    if steps.last?.upperBound ?? timeline.first == timeline.last,
      let row = try maker.rowBehindLast()
    {
      rows.append(row)
    }
    rows_ = rows
    (self.hidden, self.current) = (hidden, current)
    last = tellsDispatched ? timeline.last : nil
  }

  /// The row of a step, or none.
  init(_ timeline: Timeline, _ n: Int?, current: Int?) throws(InspectorError) {
    var maker = StepRows(timeline, count: 1)
    rows_ = try n.map { (n) throws(InspectorError) in [try maker.row(n...n)] } ?? []
    (self.current, last) = (current, nil)
  }

  /// Restricts the changes to a subtree.
  mutating func restrict(to pin: JSONPointer) {
    for place in rows_.indices { rows_[place].restrict(to: pin) }
  }

  /// The one step that is shown, or null.
  var step: JSONValue { rows_.first?.json ?? .null }

  /// `steps`: an array of the rows; `hidden`.
  package var json: JSONValue {
    var json = ReportJSON("steps")
    json.add("steps", rows)
    if hidden > 0 { json.add("hidden", hidden) }
    return json.value
  }

  /// A row for each step, and one for all steps that are lost in a gap.
  package var rows: [JSONValue] { rows_.flatMap(\.documents) }

  /// A line for each step, and those that were too large to compare in full.
  package func write(to page: inout Page) {
    guard !rows_.isEmpty else {
      page.line(.literal("no steps", .dim))
      return
    }
    var table = StepRow.table
    var remarks = StepRemarks()
    for row in rows_ {
      for line in row.lines(isCurrent: current.map(row.numbers.contains) ?? false) {
        table.row(line)
      }
      remarks.add(row)
    }
    page.table(table)
    page.rest(hidden, "", "step", " hidden (hide --none shows them)")
    writeRange(to: &page)
    remarks.write(to: &page)
  }

  /// `14–18 of 26`, if some are not listed.
  private func writeRange(to page: inout Page) {
    let listed = rows_.filter(\.showsStep)
    guard let last, let from = listed.first?.n, let to = listed.last?.numbers.upperBound,
      from > 1 || to < last
    else { return }
    let start: [Span] =
      from == to ? [] : [.number(from, .dim), .literal("–", .dim, ascii: "-")]
    page.line(start + [.text("\(to) of \(last)", .dim)])
  }
}
