import SessionFormat

/// A list of steps whose rows are made while it is written, as they may be too many to be held.
///
/// Where damage is met among them, or somebody wants it to stop, the rows before that are written.
public struct StepStream: Sendable {
  /// Which steps are listed.
  enum Steps: Sendable {
    /// All; those that a gap swallowed in one row.
    case all
    /// These, rising.
    case numbers([Int])
  }

  /// What the list is the answer to.
  enum Question: Sendable {
    case log
    /// The steps for which a condition holds.
    case find(String, StartAnswer)
  }

  private let question: Question
  private let timeline: Timeline
  private let steps: Steps
  /// The types of which actions are listed; nil for all.
  private let glob: TypeGlob?
  /// The step to point at.
  private let current: Int?
  /// What kept the rest of the steps from being found.
  private let failure: InspectorError?
  private let interrupted: @Sendable () -> Bool

  init(
    _ question: Question, _ workspace: Workspace, _ steps: Steps, ofType glob: TypeGlob? = nil,
    current: Int?, endsIn failure: InspectorError? = nil
  ) {
    self.failure = failure
    (self.question, self.steps, self.glob, self.current) = (question, steps, glob, current)
    timeline = workspace.timeline.passing
    interrupted = workspace.surroundings.interrupted
  }

  /// Writes the list in a form, piece by piece, each of whole lines but in the form of one value.
  ///
  /// - Throws: The damage that was met, or ``InspectorError/interrupted``; what was written is then
  ///   whole too, in the form of one value with the member `error`.
  public func write(
    _ format: ReportFormat, _ options: RenderOptions, to sink: (String) -> Void
  ) throws(InspectorError) {
    switch format {
    case .text: try writeText(options, to: sink)
    case .json: try writeValue(to: sink)
    case .ndjson:
      try eachRow { row in sink(row.json.description + "\n") }
    }
  }

  private func writeValue(to sink: (String) -> Void) throws(InspectorError) {
    sink(head.value.description.dropLast() + #","steps":["#)
    var isFirst = true
    do throws(InspectorError) {
      try eachRow { row in
        sink((isFirst ? "" : ",") + row.json.description)
        isFirst = false
      }
    } catch {
      sink(#"],"error":\#(JSONValue.string(error.description))}"# + "\n")
      throw error
    }
    sink("]}\n")
  }

  private func writeText(
    _ options: RenderOptions, to sink: (String) -> Void
  ) throws(InspectorError) {
    writeStart(options, to: sink)
    var table = GrowingTable(StepRow.table, options)
    var cut = CutSteps()
    do throws(InspectorError) {
      try eachRow { row in
        cut.add(row)
        let isCurrent = current.map(row.numbers.contains) ?? false
        table.row(
          row.cells(isCurrent: isCurrent), work: bytes(of: row.n), wide: lastCells, to: sink)
      }
    } catch {
      table.finish(to: sink)
      throw error
    }
    table.finish(to: sink)
    var page = Page()
    if table.isEmpty { page.line(nothing) }
    if let line = cut.line { page.line(line) }
    sink(page.rendered(options))
  }

  private func writeStart(_ options: RenderOptions, to sink: (String) -> Void) {
    guard case .find(_, let start) = question, start.n != nil else { return }
    var page = Page()
    start.write(to: &page)
    sink(page.rendered(options))
  }

  /// What stands before the rows in the form of one value.
  private var head: ReportJSON {
    switch question {
    case .log: return ReportJSON("steps")
    case .find(let condition, let start):
      var json = ReportJSON("find")
      json.add("condition", condition)
      json.add("start", start.n)
      return json
    }
  }

  private var nothing: [Span] {
    switch question {
    case .log: [.literal("no steps", .dim)]
    case .find(let condition, let start): [start.noStep, .text(condition)]
    }
  }

  /// The cells of a last row, so far as they are known without the others: the widest, as they rise.
  private func lastCells() -> [Span] {
    var last: Int?
    switch steps {
    case .all: last = timeline.last
    case .numbers(let numbers): last = numbers.last
    }
    guard let last else { return [] }
    let t = timeline.action(atOrBefore: last).flatMap { try? timeline.front($0).t }
    return [.literal(" "), .number(last), .text(t.map(ValueText.time) ?? "")]
  }

  /// How many bytes the line of a state has.
  private func bytes(of n: Int) -> Int {
    let session = timeline.session
    return session.steps.states[n].map { session.lines[$0].count } ?? 0
  }

  /// Makes the rows, one after another.
  private func eachRow(_ body: (StepRow) -> Void) throws(InspectorError) {
    var rows: StepRows
    switch steps {
    case .all:
      rows = StepRows(timeline, count: timeline.actionCount)
      var n = timeline.first + 1
      while n <= timeline.last {
        let numbers = timeline.row(at: n)
        try tell(numbers, &rows, body)
        n = numbers.upperBound + 1
      }
    case .numbers(let numbers):
      rows = StepRows(timeline, count: numbers.count)
      for n in numbers { try tell(n...n, &rows, body) }
    }
    if let failure { throw failure }
  }

  private func tell(
    _ numbers: ClosedRange<Int>, _ rows: inout StepRows, _ body: (StepRow) -> Void
  ) throws(InspectorError) {
    // What was found before an interruption is told.
    if failure == nil, interrupted() { throw .interrupted }
    if let glob {
      let n = numbers.lowerBound
      guard timeline.hasAction(n), glob.matches(try timeline.front(n).type) else { return }
    }
    body(try rows.row(numbers))
  }
}
