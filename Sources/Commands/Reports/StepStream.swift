package import Inspector
import SessionFormat

/// A list of steps whose rows are made during the writing: they may be too many for memory.
///
/// If damage or an interruption comes among them, the rows before it are written.
package struct StepStream: Sendable {
  /// The steps that are listed.
  enum Steps: Sendable {
    /// All steps; those lost in a gap in one row.
    case all
    /// These, in ascending order, and the dispatches that were found.
    case numbers([Int], [FoundDispatch])
  }

  /// The condition that the listed steps meet; nil for a log.
  private let condition: String?
  /// Whether a condition holds before the first step and after the last.
  private let edges: EdgeAnswers
  private let timeline: Timeline
  private let steps: Steps
  /// The pattern for the types of listed actions; nil for all.
  private let glob: TypeGlob?
  /// Says whether actions of a type are left out, and only counted; nil if none are.
  private let hides: (@Sendable (String) -> Bool)?
  /// The subtree to which changes are restricted; nil for the whole state.
  private let pin: JSONPointer?
  /// The step to point at.
  private let current: Int?
  /// The types that did not encode, which a log lists.
  private let opaque: OpaqueTypes?
  /// Whether a limit ended the search.
  private let isLimited: Bool
  /// The most rows; nil for all.
  private let limit: Int?
  /// The error that stopped the search.
  private let failure: InspectorError?
  private let interrupted: @Sendable () -> Bool

  init(
    _ timeline: Timeline, _ steps: Steps, of condition: String? = nil,
    _ edges: EdgeAnswers = EdgeAnswers(), ofType glob: TypeGlob? = nil,
    hiding hides: (@Sendable (String) -> Bool)? = nil, pinned pin: JSONPointer? = nil,
    current: Int?,
    opaque: OpaqueTypes? = nil, isLimited: Bool = false, limit: Int? = nil,
    endsIn failure: InspectorError? = nil, interrupted: @escaping @Sendable () -> Bool
  ) {
    (self.failure, self.opaque, self.isLimited) = (failure, opaque, isLimited)
    self.limit = limit
    (self.hides, self.pin) = (hides, pin)
    (self.condition, self.edges) = (condition, edges)
    (self.steps, self.glob, self.current) = (steps, glob, current)
    (self.timeline, self.interrupted) = (timeline.passing, interrupted)
  }

  /// What became of the rows.
  private struct Told {
    /// How many were given.
    var rows = 0
    /// How many are left out because of their types.
    var hidden = 0
  }

  /// Whether Ctrl-C ended the search, so that the list has what was found before.
  package var isCutShort: Bool { failure == .interrupted }

  /// Writes the list in a form, in pieces of whole lines (except in the form of one value).
  ///
  /// - Throws: The damage that was found, or ``InspectorError/interrupted``. The output is complete
  ///   even then; in the form of one value it has the member `error`.
  package func write(
    _ format: ReportFormat, _ options: RenderOptions, to sink: (String) -> Void
  ) throws(InspectorError) {
    switch format {
    case .text: try writeText(options, to: sink)
    case .json: try writeValue(to: sink)
    case .ndjson:
      var told = Told()
      try eachRow(&told) { row in
        for document in documents(row) { sink(document.description + "\n") }
      }
    }
  }

  private func writeValue(to sink: (String) -> Void) throws(InspectorError) {
    sink(head.value.description.dropLast() + #","steps":["#)
    var isFirst = true
    var told = Told()
    do throws(InspectorError) {
      try eachRow(&told) { row in
        for document in documents(row) {
          sink((isFirst ? "" : ",") + document.description)
          isFirst = false
        }
      }
    } catch {
      sink(#"],"error":\#(JSONValue.string(error.description))}"# + "\n")
      throw error
    }
    let unknown = CutText.json(unknown: edges.unknown).map { ",\"unknown\":\($0)" } ?? ""
    let limited = isEnded(told) ? ",\"limited\":true" : ""
    sink("]\(told.hidden > 0 ? ",\"hidden\":\(told.hidden)" : "")\(limited)\(unknown)}\n")
  }

  /// The rows for a list of all steps; in a list of found steps each has one.
  private func documents(_ row: StepRow) -> [JSONValue] {
    if case .all = steps { return row.documents }
    return [row.json]
  }

  private func isEnded(_ told: Told) -> Bool {
    isLimited || LimitText.isReached(limit, by: told.rows)
  }

  private func writeText(
    _ options: RenderOptions, to sink: (String) -> Void
  ) throws(InspectorError) {
    writeStart(options, to: sink)
    var table = GrowingTable(StepRow.table, options)
    var remarks = StepRemarks()
    var told = Told()
    do throws(InspectorError) {
      try eachRow(&told) { row in
        remarks.add(row)
        let isCurrent = current.map(row.numbers.contains) ?? false
        table.row(work: bytes(of: row.n), wide: lastCells, to: sink) {
          row.lines(isCurrent: isCurrent)
        }
      }
    } catch {
      table.finish(to: sink)
      throw error
    }
    table.finish(to: sink)
    var page = Page()
    if table.isEmpty, told.hidden == 0 { page.line(nothing) }
    edges.writeEnd(to: &page)
    if isEnded(told) { writeLimit(told, to: &page) }
    page.rest(told.hidden, "", "step", " hidden (hide --none shows them)")
    remarks.write(to: &page)
    CutText.write(unknown: edges.unknown, to: &page)
    if let opaque { page.line(.literal("opaque: ", .changed), .text(opaque.words)) }
    sink(page.rendered(options))
  }

  private func writeLimit(_ told: Told, to page: inout Page) {
    guard limit == nil, case .numbers(let found, let dispatched) = steps else {
      return LimitText.write(told.rows, "row", to: &page)
    }
    LimitText.write(found.count + dispatched.count, "step", to: &page)
  }

  private func writeStart(_ options: RenderOptions, to sink: (String) -> Void) {
    guard edges.start != nil else { return }
    var page = Page()
    edges.writeStart(to: &page)
    sink(page.rendered(options))
  }

  /// The members before the rows in the form of one value.
  private var head: ReportJSON {
    var json = ReportJSON(condition == nil ? "steps" : "find")
    json.add("condition", condition)
    json.add("opaque", opaque?.json)
    edges.add(to: &json)
    return json
  }

  private var nothing: [Span] {
    if let condition { return [edges.noStep, .text(condition)] }
    return [.literal(edges.start == nil ? "no steps" : "no later steps", .dim)]
  }

  /// The cells of a last row that are known without the others: the widest, because they rise.
  private func lastCells() -> [Span] {
    var last: Int?
    switch steps {
    case .all: last = timeline.last
    case .numbers(let numbers, _): last = numbers.last
    }
    guard let last else { return [] }
    let t = timeline.action(atOrBefore: last).flatMap { try? timeline.front($0).t }
    return [.literal(" "), .number(last), t.map { .time($0) } ?? .literal("")]
  }

  /// The size of a state's line, in bytes.
  private func bytes(of n: Int) -> Int {
    let session = timeline.session
    return session.steps.states[n].map { session.lines[$0].count } ?? 0
  }

  /// Makes the rows, one after another, and counts them and those that are hidden.
  private func eachRow(
    _ told: inout Told, _ tellRow: (StepRow) -> Void
  ) throws(InspectorError) {
    var rows: StepRows
    var hidden = 0
    defer { told.hidden += hidden }
    func body(_ row: StepRow) {
      told.rows += 1
      tellRow(row)
    }
    func isShown(_ line: DispatchedLine) -> Bool {
      guard isListed(line.type) else { return false }
      let isHidden = hides?(line.type) ?? false
      if isHidden { hidden += 1 }
      return !isHidden
    }
    switch steps {
    case .all:
      rows = StepRows(timeline, count: timeline.actionCount, interrupted: interrupted)
      if let row = try rows.rowAtStart(withMarks: glob == nil, isShown) { body(row) }
      var n = timeline.first + 1
      while n <= timeline.last, !isEnded(told) {
        let numbers = timeline.row(at: n)
        n = numbers.upperBound + 1
        if try isHidden(numbers.lowerBound) {
          told.hidden += 1
          try tellDispatched(after: numbers, rows, isShown, body)
        } else {
          try tell(numbers, &rows, isShown, body)
        }
      }
      if isEnded(told) { return }
      if failure == nil, glob == nil, let row = try rows.rowBehindLast() { body(row) }
    case .numbers(let numbers, let dispatched):
      rows = StepRows(timeline, count: numbers.count, interrupted: interrupted)
      var left = dispatched[...]
      for n in numbers where !LimitText.isReached(limit, by: told.rows) {
        try tellFound(before: n, &left, isShown, body)
        if try isHidden(n) {
          told.hidden += 1
        } else {
          try tell(n...n, &rows, isShown, body)
        }
      }
      if LimitText.isReached(limit, by: told.rows) { return }
      try tellFound(before: .max, &left, isShown, body)
    }
    if let failure { throw failure }
    // What is behind damage is not known.
    if !timeline.isBranch, let fault = timeline.session.fault { throw .session(fault) }
  }

  private func tell(
    _ numbers: ClosedRange<Int>, _ rows: inout StepRows, _ isShown: (DispatchedLine) -> Bool,
    _ body: (StepRow) -> Void
  ) throws(InspectorError) {
    // What was found before an interruption is written.
    if failure == nil, interrupted() { throw .interrupted }
    guard try isListed(numbers.lowerBound) else {
      if case .all = steps { try tellDispatched(after: numbers, rows, isShown, body) }
      return
    }
    var row = try rows.row(numbers)
    if let pin { row.restrict(to: pin) }
    if case .all = steps {
      row.dispatched = try timeline.onlyDispatched(numbers).filter(isShown)
    }
    body(row)
  }

  /// Whether the type of a step's action is listed.
  private func isListed(_ n: Int) throws(InspectorError) -> Bool {
    guard glob != nil else { return true }
    return timeline.hasAction(n) ? isListed(try timeline.front(n).type) : false
  }

  private func isHidden(_ n: Int) throws(InspectorError) -> Bool {
    guard hides != nil, timeline.hasAction(n) else { return false }
    return hides?(try timeline.front(n).type) ?? false
  }

  private func isListed(_ type: String) -> Bool { glob?.matches(type) ?? true }

  /// Writes the actions that were only dispatched after steps that are not listed.
  private func tellDispatched(
    after numbers: ClosedRange<Int>, _ rows: StepRows, _ isShown: (DispatchedLine) -> Bool,
    _ body: (StepRow) -> Void
  ) throws(InspectorError) {
    if let row = try rows.row(ofDispatchedAfter: numbers, isShown) { body(row) }
  }

  /// Writes the dispatches that were found before a step; those after one step are in one row.
  private func tellFound(
    before n: Int, _ left: inout ArraySlice<FoundDispatch>,
    _ isShown: (DispatchedLine) -> Bool, _ body: (StepRow) -> Void
  ) throws(InspectorError) {
    while let first = left.first, first.n < n {
      let found = left.prefix { $0.n == first.n }
      left = left.dropFirst(found.count)
      let lines = try found.map { (found) throws(InspectorError) in
        try timeline.session.dispatched(found)
      }.filter(isShown)
      guard !lines.isEmpty else { continue }
      body(StepRow(numbers: first.n...first.n, dispatched: lines, showsStep: false))
    }
  }
}
