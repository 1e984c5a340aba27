import Inspector
import SessionFormat

/// A row of a list of steps: a step, or consecutive steps whose actions are lost.
struct StepRow: Sendable {
  /// The steps; more than one only if their actions are lost.
  let numbers: ClosedRange<Int>
  /// The step; nil if its action is lost.
  var step: Step?
  /// What it changed; nil if a state is not known.
  var places: ChangedPlaces?
  /// Nanoseconds since the action before; nil if one of the two is not known.
  var since: Int?
  /// Whether the action of the row above caused this one.
  var isEffect = false
  /// What leads to the type: `└` if the action of the row above caused this one, `└7` if action 7
  /// did.
  private var cause: [Span] {
    guard let from = step?.action.from else { return [] }
    let number: [Span] = isEffect ? [] : [.number(from, .dim)]
    return [.literal("└", .dim, ascii: "`")] + number + [.literal(" ")]
  }
  var marks: [String] = []
  /// Actions that were dispatched after these steps, and not reduced.
  var dispatched: [DispatchedLine] = []
  /// The changes without an action before these steps; after them if the step is not shown.
  var outsides: [OutsideRow] = []
  /// Whether the step itself is shown; else only what came after it, for example after the start.
  var showsStep = true

  var n: Int { numbers.lowerBound }

  /// The rows of a list: the changes without an action, then the step.
  var documents: [JSONValue] {
    let isEmpty = !showsStep && marks.isEmpty && dispatched.isEmpty
    return outsides.map(\.json) + (isEmpty ? [] : [document(outside: [])])
  }

  /// The row of a single step, with all changes that led to its state.
  var json: JSONValue {
    let paths = outsides.compactMap(\.places?.paths).joined()
    let count = paths.prefix(within: JSONPointer.mostListed)
    return document(outside: paths.prefix(count).map(\.description))
  }

  /// `n`, `t`, `took`, `type`, `from`, `within`, `dispatch`, `changed`, `outsideBefore`, `cut`,
  /// `leftOut`, `marks`, `dispatched`; for lost steps `n`, `lost`, `through`, `count`.
  private func document(outside: [String]) -> JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    if showsStep { addStep(to: &json, outside) }
    if !marks.isEmpty { json.add("marks", marks) }
    if !dispatched.isEmpty { json.add("dispatched", dispatched.map(DispatchText.json)) }
    return json.value
  }

  private func addStep(to json: inout ReportJSON, _ outside: [String]) {
    json.add("t", step?.action.t)
    json.add("took", step?.took)
    json.add("type", step?.type)
    json.add("from", step?.action.from)
    json.add("within", step?.action.within)
    json.add("dispatch", step?.action.dispatch)
    json.add("threw", step?.threw)
    if step == nil {
      json.add("lost", true)
      json.add("through", numbers.upperBound)
      json.add("count", numbers.count)
    }
    if let paths = places?.paths {
      let count = paths.prefix(within: JSONPointer.mostListed)
      json.add("changed", Array(paths.prefix(count)))
      if count < paths.count { json.add("changedOmitted", paths.count - count) }
    }
    if !outside.isEmpty { json.add("outsideBefore", outside) }
    if places?.isCut == true { json.add("cut", true) }
    json.add("leftOut", places?.leftOut?.count)
  }

  /// The changes, or why they are unknown, and the marks.
  var changes: Span {
    let marks = marks.isEmpty ? "" : "  " + markWords
    guard let step else { return .group(lost + [.text(marks, .name)]) }
    if let threw = step.threw {
      let places = places?.words.map { [.literal("; ")] + $0 } ?? []
      return .group([.text("threw \(threw)", .error)] + places + [.text(marks, .name)])
    }
    guard let places else {
      return .text((step.hasState ? "after a gap" : "no state") + marks, .error)
    }
    return .group(places.spans(marks: marks))
  }

  private var markWords: String { "# " + marks.joined(separator: ", ") }

  /// How many steps are lost; the row begins with their numbers.
  private var lost: [Span] {
    guard numbers.count > 1 else { return [.literal("lost in a gap", .error)] }
    let count = Span.number(numbers.count, .error)
    return [
      .choice([
        [count, .literal(" steps lost in a gap", .error)], [count, .literal(" lost", .error)],
      ])
    ]
  }

  /// The cells of a row of ``table``.
  func cells(isCurrent: Bool) -> [Span] {
    let none = Span.literal("")
    let type = Span.type(step?.type ?? "", isCurrent ? .bold : .plain)
    return [
      isCurrent ? .literal(">", .bold) : .literal(" "),
      .numbers(numbers, isCurrent ? .bold : .plain),
      step.map { .time($0.action.t, .dim) } ?? none,
      since.map { .measure(.since($0), .dim) } ?? none,
      step?.took.map { .duration($0, .dim) } ?? none,
      cause.isEmpty ? type : .group(cause + [type]), changes,
    ]
  }

  /// The rows of a table: the changes without an action before the step, the step or the marks of the
  /// start, and one for each action that was only dispatched after it.
  func lines(isCurrent: Bool) -> [[Span]] {
    let own = showsStep ? [cells(isCurrent: isCurrent)] : marks.isEmpty ? [] : [startCells]
    return outsides.map(\.cells) + own + dispatched.map(DispatchText.cells)
  }

  private var startCells: [Span] {
    let none = Span.literal("")
    return [
      .literal(" "), .number(n), none, none, none, .literal("start"), .text(markWords, .name),
    ]
  }

  /// An empty table for rows of steps.
  ///
  /// Where a line is narrow the times go first: that in the reducer, then that since the action
  /// before.
  static var table: Table {
    Table(.left, .right, .spare, .spare, .extra, .name, .flexible)
  }
}

/// Makes rows of a timeline, one after another.
struct StepRows {
  private let timeline: Timeline
  private var effort: DifferenceEffort
  private let enums: EnumPlaces
  private let interrupted: @Sendable () -> Bool
  /// The row made last, and when its action came.
  private var last: (n: Int, t: Int?)?

  /// - Parameters:
  ///   - effort: The limit for comparing the states of all rows.
  ///   - interrupted: Whether to stop within a row; there may be many changes before one step.
  init(
    _ timeline: Timeline, effort: DifferenceEffort,
    interrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.timeline, self.effort, self.interrupted) = (timeline, effort, interrupted)
    enums = timeline.enums
  }

  /// At most `count` rows, with an effort that suits the session's size.
  init(
    _ timeline: Timeline, count: Int, interrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    let effort = DifferenceEffort(steps: count, bytes: timeline.session.size)
    self.init(timeline, effort: effort, interrupted: interrupted)
  }

  /// The row of what came before the first action: the marks of the start, and the actions that were
  /// only dispatched; nil if there is neither.
  func rowAtStart(
    withMarks: Bool = true, _ isListed: (DispatchedLine) -> Bool
  ) throws(InspectorError) -> StepRow? {
    let start = timeline.first...timeline.first
    let marks = withMarks ? try timeline.marks(start).map(\.text) : []
    let row = try row(ofDispatchedAfter: start, isListed)
    guard row != nil || !marks.isEmpty else { return nil }
    return StepRow(
      numbers: start, marks: marks, dispatched: row?.dispatched ?? [], showsStep: false)
  }

  /// A row with only the actions that were dispatched after these steps and not reduced; nil if
  /// there are none.
  func row(
    ofDispatchedAfter numbers: ClosedRange<Int>, _ isListed: (DispatchedLine) -> Bool
  ) throws(InspectorError) -> StepRow? {
    let dispatched = try timeline.onlyDispatched(numbers).filter(isListed)
    guard !dispatched.isEmpty else { return nil }
    return StepRow(numbers: numbers, dispatched: dispatched, showsStep: false)
  }

  /// The row of these steps, without the actions that were only dispatched after them.
  mutating func row(_ numbers: ClosedRange<Int>) throws(InspectorError) -> StepRow {
    let n = numbers.lowerBound
    let outsides = try outsides(after: n - 1)
    var places: ChangedPlaces?
    if timeline.isWhole(n) {
      let tree = DifferenceTree(
        from: try timeline.before(n), to: try timeline.state(n), effort: &effort)
      places = try ChangedPlaces(tree, enums, mayBeCut: timeline.mayBeCut) {
        () throws(InspectorError) in (try timeline.cutsBefore(n), try timeline.cuts(n))
      }
    }
    let step = timeline.hasAction(n) ? try timeline.step(n) : nil
    let isEffect = last.map { $0.n == step?.action.from } ?? false
    let since = try step.flatMap { (step) throws(InspectorError) in
      try time(of: n - 1).flatMap { self.since(step.action.t, $0) }
    }
    last = (numbers.upperBound, step?.action.t)
    return StepRow(
      numbers: numbers, step: step, places: places, since: since, isEffect: isEffect,
      marks: try timeline.marks(numbers).map(\.text), outsides: outsides)
  }

  private func time(of n: Int) throws(InspectorError) -> Int? {
    if let last, last.n == n { return last.t }
    return n > timeline.first && timeline.hasAction(n) ? try timeline.front(n).t : nil
  }

  /// The time between two; nil if it is beyond all bounds.
  private func since(_ t: Int, _ earlier: Int) -> Int? {
    let (since, overflow) = t.subtractingReportingOverflow(earlier)
    return overflow ? nil : since
  }

  /// The row of the changes without an action after the last step; nil if there are none.
  mutating func rowBehindLast() throws(InspectorError) -> StepRow? {
    let last = timeline.last
    let outsides = try outsides(after: last)
    guard !outsides.isEmpty else { return nil }
    return StepRow(numbers: last...last, outsides: outsides, showsStep: false)
  }

  private mutating func outsides(after n: Int) throws(InspectorError) -> [OutsideRow] {
    var rows: [OutsideRow] = []
    for (line, change) in try timeline.outsides(after: n) {
      if interrupted() { throw .interrupted }
      let places = try change.map { (change) throws(InspectorError) in
        let tree = DifferenceTree(
          from: change.before.state, to: change.since.state, effort: &effort)
        return try ChangedPlaces(tree, enums, mayBeCut: timeline.mayBeCut) {
          (change.before.cuts, change.since.cuts)
        }
      }
      rows.append(OutsideRow(n: n, t: line.t, places: places))
    }
    return rows
  }
}

/// The steps of a list that are known only in part or were too large to compare; lines below it.
struct StepRemarks {
  /// The number of steps that are known only in part, because of cut states.
  private var inPart = 0
  private var limits = CutLimits()
  /// The number of steps that were too large to compare in full, and the first of them.
  private var tooLarge = 0
  private var first: [String] = []

  /// The most steps in the text.
  private static let named = 5

  mutating func add(_ row: StepRow) {
    if let leftOut = row.places?.leftOut {
      inPart += 1
      limits.formUnion(leftOut.limits)
    }
    guard row.places?.isCut == true || row.outsides.contains(where: { $0.places?.isCut == true })
    else { return }
    tooLarge += 1
    if first.count < Self.named { first.append(String(row.n)) }
  }

  func write(to page: inout Page) {
    if tooLarge > 0 {
      let more = tooLarge > first.count ? " and \(tooLarge - first.count) more" : ""
      page.line(
        .text("too much to align at step \(first.joined(separator: ", "))\(more): ", .dim),
        .literal("compared by index or as a whole; diff compares two states further", .dim))
    }
    if inPart > 0 {
      page.line(
        .literal("unknown: ", .error),
        .text(
          "at \(CountText.words(inPart, "step")) the state is cut, as it \(limits.reason), and what "
            + "changed there is not known; \(limits.remedy)"))
    }
  }
}
