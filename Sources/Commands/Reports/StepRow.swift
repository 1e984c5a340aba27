import Inspector
import SessionFormat

/// A row of a list of steps: a step, or consecutive steps whose actions are lost.
struct StepRow: Sendable {
  /// The steps; more than one only if their actions are lost.
  let numbers: ClosedRange<Int>
  /// The step; nil if its action is lost.
  let step: Step?
  /// The places that changed; nil if a state is not known.
  let paths: [JSONPointer]?
  /// Whether the states were too large to compare in full.
  var isCut = false
  /// How much is left out of its states, so that its changes are unknown; nil if they are whole.
  var leftOut: LeftOut?
  let marks: [String]
  /// The first change as a change of case.
  var caseChange: CaseChange?
  /// Actions that were dispatched after these steps, and not reduced.
  var dispatched: [DispatchedLine] = []
  /// The changes without an action before these steps; after them if the step is not shown.
  var outsides: [OutsideRow] = []
  /// Whether the step itself is shown; else only what came after it, for example after the start.
  var showsStep = true

  var n: Int { numbers.lowerBound }

  /// The rows of a list: the changes without an action, then the step.
  var documents: [JSONValue] {
    outsides.map(\.json) + (showsStep || !dispatched.isEmpty ? [document(outside: [])] : [])
  }

  /// The row of a single step, with all changes that led to its state.
  var json: JSONValue {
    let paths = outsides.compactMap(\.paths).joined()
    let count = paths.prefix(within: JSONPointer.mostListed)
    return document(outside: paths.prefix(count).map(\.description))
  }

  /// `n`, `t`, `took`, `type`, `changed`, `outsideBefore`, `cut`, `leftOut`, `dispatched`; for lost
  /// steps `n`, `lost`, `through`, `count`.
  private func document(outside: [String]) -> JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    if showsStep { addStep(to: &json, outside) }
    if !dispatched.isEmpty {
      json.add("dispatched", dispatched.map(DispatchText.json))
    }
    return json.value
  }

  private func addStep(to json: inout ReportJSON, _ outside: [String]) {
    json.add("t", step?.action.t)
    json.add("took", step?.took)
    json.add("type", step?.type)
    json.add("from", step?.action.from)
    json.add("within", step?.action.within)
    json.add("threw", step?.threw)
    if step == nil {
      json.add("lost", true)
      json.add("through", numbers.upperBound)
      json.add("count", numbers.count)
    }
    if let paths {
      let count = paths.prefix(within: JSONPointer.mostListed)
      json.add("changed", Array(paths.prefix(count)))
      if count < paths.count { json.add("changedOmitted", paths.count - count) }
    }
    if !outside.isEmpty {
      json.add("outsideBefore", outside)
    }
    if isCut { json.add("cut", true) }
    json.add("leftOut", leftOut?.count)
    if !marks.isEmpty { json.add("marks", marks) }
  }

  /// The changes, or why they are unknown, and the marks.
  var changes: Span {
    let marks = marks.isEmpty ? "" : "  # " + marks.joined(separator: ", ")
    guard let step else { return .text("\(lost)\(marks)", .error) }
    if let threw = step.threw {
      let places = paths.flatMap { Self.places($0, caseChange) }.map { "; \($0)" } ?? ""
      return .text("threw \(threw)\(places)\(marks)", .error)
    }
    guard paths != nil else {
      return .text((step.hasState ? "after a gap" : "no state") + marks, .error)
    }
    return Self.changes(paths, caseChange, leftOut, marks: marks)
  }

  /// The first changed place, and the number of further ones.
  static func changes(
    _ paths: [JSONPointer]?, _ caseChange: CaseChange?, _ leftOut: LeftOut?, marks: String
  ) -> Span {
    guard let paths else { return .text("no state\(marks)", .error) }
    guard let places = places(paths, caseChange) else {
      return leftOut == nil
        ? .text("no change\(marks)", .dim) : .text("unknown: the state is cut\(marks)", .error)
    }
    let marks = (leftOut == nil ? "" : ", the rest unknown: the state is cut") + marks
    return .text(places + marks, .name)
  }

  /// The first place, and the number of further ones; nil if there are none.
  private static func places(_ paths: [JSONPointer], _ caseChange: CaseChange?) -> String? {
    guard let first = paths.first else { return nil }
    let name = first.isRoot ? "(the whole state)" : first.description
    let cases = caseChange.map { "  \($0.names)" } ?? ""
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return name + cases + more
  }

  private var lost: String {
    guard numbers.count > 1 else { return "not recorded: lost in a gap" }
    return "not recorded up to \(numbers.upperBound): \(numbers.count) steps lost in a gap"
  }

  /// The cells of a row of ``table``.
  func cells(isCurrent: Bool) -> [Span] {
    [
      isCurrent ? .literal(">", .bold) : .literal(" "), .number(n, isCurrent ? .bold : .plain),
      .text(step.map { ValueText.time($0.action.t) } ?? "", .dim),
      .text(step?.took.map(ValueText.duration) ?? "", .dim),
      .text(step?.type ?? "", isCurrent ? .bold : .plain), changes,
    ]
  }

  /// The rows of a table: the changes without an action before the step, the step, and one for each
  /// action that was only dispatched after it.
  func lines(isCurrent: Bool) -> [[Span]] {
    outsides.map(\.cells) + (showsStep ? [cells(isCurrent: isCurrent)] : [])
      + dispatched.map(DispatchText.cells)
  }

  /// An empty table for rows of steps.
  static var table: Table { Table(.left, .right, .right, .right, .flexible, .flexible) }
}

/// Makes rows of a timeline, one after another.
struct StepRows {
  private let timeline: Timeline
  private var effort: DifferenceEffort
  private let enums: EnumPlaces
  private let interrupted: @Sendable () -> Bool

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

  /// A row with only the actions that were dispatched after these steps and not reduced; nil if
  /// there are none.
  func row(
    ofDispatchedAfter numbers: ClosedRange<Int>, _ isListed: (DispatchedLine) -> Bool
  ) throws(InspectorError) -> StepRow? {
    let dispatched = try timeline.onlyDispatched(numbers).filter(isListed)
    guard !dispatched.isEmpty else { return nil }
    return StepRow(
      numbers: numbers, step: nil, paths: nil, marks: [], dispatched: dispatched,
      showsStep: false)
  }

  /// The row of these steps, without the actions that were only dispatched after them.
  mutating func row(_ numbers: ClosedRange<Int>) throws(InspectorError) -> StepRow {
    let n = numbers.lowerBound
    let outsides = try outsides(after: n - 1)
    var places: Places?
    if timeline.isWhole(n) {
      let tree = DifferenceTree(
        from: try timeline.before(n), to: try timeline.state(n), effort: &effort)
      places = try self.places(tree) { () throws(InspectorError) in
        (try timeline.cutsBefore(n), try timeline.cuts(n))
      }
    }
    let step = timeline.hasAction(n) ? try timeline.step(n) : nil
    return StepRow(
      numbers: numbers, step: step, paths: places?.paths, isCut: places?.isCut ?? false,
      leftOut: places?.leftOut, marks: try timeline.marks(numbers), caseChange: places?.caseChange,
      outsides: outsides)
  }

  /// The known changes between two states.
  private struct Places {
    var paths: [JSONPointer]
    var caseChange: CaseChange?
    let isCut: Bool
    var leftOut: LeftOut?
  }

  /// - Parameter cuts: Returns what was not recorded of the states before and after.
  private func places(
    _ tree: DifferenceTree, _ cuts: () throws(InspectorError) -> (CutPlaces, CutPlaces)
  ) throws(InspectorError) -> Places {
    let all = tree.places(enums)
    var places = Places(paths: all.paths, caseChange: all.caseChange, isCut: all.isCut)
    guard timeline.mayBeCut else { return places }
    let (before, since) = try cuts()
    let known = KnownChanges(tree, before, since, enums)
    guard let leftOut = known.leftOut else { return places }
    places.paths = known.changes.map(\.path)
    places.caseChange = known.changes.first?.caseChange
    places.leftOut = leftOut
    return places
  }

  /// The row of the changes without an action after the last step; nil if there are none.
  mutating func rowBehindLast() throws(InspectorError) -> StepRow? {
    let last = timeline.last
    let outsides = try outsides(after: last)
    guard !outsides.isEmpty else { return nil }
    return StepRow(
      numbers: last...last, step: nil, paths: nil, marks: [], outsides: outsides,
      showsStep: false)
  }

  private mutating func outsides(after n: Int) throws(InspectorError) -> [OutsideRow] {
    var rows: [OutsideRow] = []
    for (line, change) in try timeline.outsides(after: n) {
      if interrupted() { throw .interrupted }
      let places = try change.map { (change) throws(InspectorError) in
        try self.places(
          DifferenceTree(from: change.before.state, to: change.since.state, effort: &effort)
        ) { (change.before.cuts, change.since.cuts) }
      }
      rows.append(
        OutsideRow(
          n: n, t: line.t, paths: places?.paths, caseChange: places?.caseChange,
          isCut: places?.isCut ?? false, leftOut: places?.leftOut))
    }
    return rows
  }
}

extension Timeline {
  /// The texts of the marks that were set after these steps.
  func marks(_ numbers: ClosedRange<Int>) throws(InspectorError) -> [String] {
    guard numbers.lowerBound <= fork else { return [] }
    var texts: [String] = []
    for line in try session.events(numbers.lowerBound...min(numbers.upperBound, fork)) {
      if case .mark(let mark) = line { texts.append(mark.text) }
    }
    return texts
  }
}

/// The number of steps that are known only in part, because of cut states; a line below the list.
struct StepsInPart {
  private var count = 0
  private var limits = CutLimits()

  mutating func add(_ row: StepRow) {
    guard let leftOut = row.leftOut else { return }
    count += 1
    limits.formUnion(leftOut.limits)
  }

  /// The line; nil if there are none.
  var line: [Span]? {
    guard count > 0 else { return nil }
    return [
      .literal("unknown: ", .error),
      .text(
        "at \(CountText.words(count, "step")) the state is cut, as it \(limits.reason), and what "
          + "changed there is not known; \(limits.remedy)"),
    ]
  }
}

/// The steps that were too large to compare in full, as a line below their list.
struct CutSteps {
  private var count = 0
  private var first: [String] = []

  /// The most steps in the text.
  private static let named = 5

  mutating func add(_ row: StepRow) {
    guard row.isCut || row.outsides.contains(where: \.isCut) else { return }
    count += 1
    if first.count < Self.named { first.append(String(row.n)) }
  }

  /// The line; nil if there are none.
  var line: [Span]? {
    guard count > 0 else { return nil }
    let more = count > first.count ? " and \(count - first.count) more" : ""
    return [
      .text("too much to align at step \(first.joined(separator: ", "))\(more): ", .dim),
      .literal("compared by index or as a whole; diff compares two states further", .dim),
    ]
  }
}
