public import SessionFormat

/// One step: its action, what it drew, and what it changed.
public struct StepReport: Report {
  let step: Step?
  let n: Int
  let first: Int
  let last: Int
  let branch: String?
  let differences: [ValueChange]?
  let outside: [ValueChange]
  let events: [SessionLine]
  let unknown: InspectorError?
  /// Text that goes before the step, such as that a branch was made.
  var preface: String?

  /// How many changes are listed before the rest is only counted.
  private static let listed = 20

  /// The report of where a workspace stands.
  init(_ workspace: Workspace) throws(InspectorError) {
    let timeline = workspace.timeline
    n = workspace.n
    first = timeline.first
    last = timeline.last
    branch = timeline.isBranch ? timeline.name : nil
    events = n <= timeline.fork ? try workspace.session.events(n) : []
    guard n > timeline.first else {
      (step, differences, outside, unknown) = (nil, nil, [], nil)
      return
    }
    step = timeline.hasAction(n) ? try timeline.step(n) : nil
    guard timeline.isWhole(n) else {
      differences = nil
      outside = []
      let isKnown = step == nil && timeline.hasState(n)
      unknown = isKnown ? nil : Self.failure(at: n, timeline)
      return
    }
    let before = try timeline.before(n)
    differences = DifferenceTree(from: before, to: try timeline.state(n)).changes
    outside = DifferenceTree(from: try timeline.state(n - 1), to: before).changes
    unknown = nil
  }

  /// Why state `n`, or the one before it, cannot be told.
  private static func failure(at n: Int, _ timeline: Timeline) -> InspectorError? {
    do throws(InspectorError) {
      _ = try timeline.hasState(n) ? timeline.before(n) : timeline.state(n)
      return nil
    } catch {
      return error
    }
  }

  /// `n`, `type`, `action`, `inputs`, `changes` and what else the step has.
  public var json: JSONValue {
    var json = ReportJSON("step")
    json.add("n", n)
    json.add("last", last)
    json.add("branch", branch)
    guard let step else {
      if n > first { json.add("lost", true) }
      json.add("unknown", unknown?.description)
      return json.value
    }
    json.add("t", step.action.t)
    json.add("took", step.took)
    json.add("type", step.type)
    json.add("action", step.action.action)
    json.add("from", step.action.from)
    json.add("at", step.action.at)
    json.add(
      "inputs", .array(step.inputs.map { ["is": .string($0.name), "value": $0.value] }))
    json.add("threw", step.threw)
    json.add("changes", differences.map(ChangeText.json))
    if !outside.isEmpty { json.add("outside", ChangeText.json(outside)) }
    json.add("unknown", unknown?.description)
    return json.value
  }

  /// A line of facts, the action, and a line for each change.
  public func write(to page: inout Page) {
    if let preface { page.line(.text(preface, .dim)) }
    guard let step else {
      page.line(
        .number(n, .bold), .text("/\(last)", .dim),
        n == first ? .literal(" start", .bold) : .literal(" not recorded: lost in a gap", .error))
      if let unknown { page.line(.literal("  state    ", .error), .text(unknown.description)) }
      writeEvents(to: &page)
      return
    }
    writeHeading(step, to: &page)
    if !outside.isEmpty {
      page.line(
        .literal("  outside  ", .dim), .literal("changed without an action before this one:"))
      ChangeText.write(outside, to: &page, indent: "  ", limit: Self.listed)
    }
    page.line(.literal("  action   ", .dim), ValueText.preview(step.action.action, columns: 100))
    for input in step.inputs {
      page.line(
        .literal("  input    ", .dim), .text(input.name, .name), .literal(" "),
        ValueText.preview(input.value))
    }
    if let threw = step.threw { page.line(.literal("  threw    ", .error), .text(threw)) }
    if let unknown { page.line(.literal("  state    ", .error), .text(unknown.description)) }
    if let differences {
      if differences.isEmpty { page.line(.literal("  no change", .dim)) }
      ChangeText.write(differences, to: &page, indent: "  ", limit: Self.listed)
    }
    writeEvents(to: &page)
  }

  private func writeHeading(_ step: Step, to page: inout Page) {
    var spans: [Span] = [
      .number(n, .bold), .text("/\(last) ", .dim), .text(step.type, .bold),
      .text("  \(ValueText.time(step.action.t))", .dim),
    ]
    if let took = step.took { spans.append(.text("  took \(ValueText.duration(took))", .dim)) }
    if let from = step.action.from { spans.append(.text("  from \(from)", .dim)) }
    if let at = step.action.at { spans.append(.text("  at \(at)", .dim)) }
    if let branch { spans.append(.text("  on \(branch)", .dim)) }
    if step.action.opaque { spans.append(.literal("  opaque", .changed)) }
    page.line(spans)
  }

  private func writeEvents(to page: inout Page) {
    for event in events {
      switch event {
      case .mark(let mark): page.line(.literal("  mark     ", .dim), .text(mark.text, .heading))
      case .dispatched(let line):
        page.line(
          .literal("  then     ", .dim), .text(line.type),
          .literal(" was dispatched, but not reduced", .dim))
      default: break
      }
    }
  }
}

/// Steps as a table: `list` at the prompt, `log` in a batch.
public struct ListReport: Report {
  struct Row: Sendable {
    let n: Int
    /// The step; nil where a gap of the recording swallowed it.
    let step: Step?
    /// The places that changed; nil where a state is not known.
    let paths: [JSONPointer]?
    /// Whether the states were too much to compare in full.
    var isCut = false
    let marks: [String]
  }

  let rows_: [Row]
  /// The step to point at.
  let current: Int?

  /// The rows of these steps of a timeline.
  ///
  /// - Parameter effort: What comparing all states may take; nil for what the session is worth.
  init(
    _ timeline: Timeline, _ steps: [Int], current: Int?, effort: DifferenceEffort? = nil
  ) throws(InspectorError) {
    var rows: [Row] = []
    var effort = effort ?? DifferenceEffort(steps: steps.count, bytes: timeline.session.size)
    for n in steps {
      var places: (paths: [JSONPointer], isCut: Bool)?
      if timeline.isWhole(n) {
        let before = try timeline.before(n)
        let state = try timeline.state(n)
        places = DifferenceTree(from: before, to: state, effort: &effort).places
      }
      var marks: [String] = []
      if n <= timeline.fork {
        for case .mark(let mark) in try timeline.session.events(n) { marks.append(mark.text) }
      }
      let step = timeline.hasAction(n) ? try timeline.step(n) : nil
      rows.append(
        Row(
          n: n, step: step, paths: places?.paths, isCut: places?.isCut ?? false, marks: marks))
    }
    rows_ = rows
    self.current = current
  }

  /// `steps`: an array of the rows.
  public var json: JSONValue {
    var json = ReportJSON("steps")
    json.add("steps", .array(rows))
    return json.value
  }

  /// A row: `n`, `t`, `took`, `type`, `changed`, `cut`.
  public var rows: [JSONValue] {
    rows_.map { row in
      var json = ReportJSON()
      json.add("n", row.n)
      json.add("t", row.step?.action.t)
      json.add("took", row.step?.took)
      json.add("type", row.step?.type)
      json.add("from", row.step?.action.from)
      json.add("threw", row.step?.threw)
      if row.step == nil { json.add("lost", true) }
      json.add(
        "changed", row.paths.map { .array($0.map { .string($0.description) }) })
      if row.isCut { json.add("cut", true) }
      if !row.marks.isEmpty { json.add("marks", .array(row.marks.map(JSONValue.string))) }
      return json.value
    }
  }

  /// How many of the steps that were too much to compare are named to people.
  private static let named = 5

  /// A line for each step, and which of them were too much to compare in full.
  public func write(to page: inout Page) {
    guard !rows_.isEmpty else {
      page.line(.literal("no steps", .dim))
      return
    }
    var table = Table(.left, .right, .right, .right, .flexible, .flexible)
    for row in rows_ {
      let isHere = row.n == current
      let took = row.step?.took.map(ValueText.duration) ?? ""
      let time = row.step.map { ValueText.time($0.action.t) } ?? ""
      table.row(
        isHere ? .literal(">", .bold) : .literal(" "), .number(row.n, isHere ? .bold : .plain),
        .text(time, .dim), .text(took, .dim),
        .text(row.step?.type ?? "", isHere ? .bold : .plain), Self.changes(row))
    }
    page.table(table)
    let cut = rows_.filter(\.isCut).map { String($0.n) }
    guard !cut.isEmpty else { return }
    let more = cut.count > Self.named ? " and \(cut.count - Self.named) more" : ""
    page.line(
      .text(
        "too much to align at step \(cut.prefix(Self.named).joined(separator: ", "))\(more): ", .dim
      ),
      .literal("compared by index or as a whole; diff compares two states further", .dim))
  }

  static func changes(_ row: Row) -> Span {
    let marks = row.marks.isEmpty ? "" : "  # " + row.marks.joined(separator: ", ")
    guard let step = row.step else { return .text("not recorded: lost in a gap\(marks)", .error) }
    if let threw = step.threw { return .text("threw \(threw)\(marks)", .error) }
    guard let paths = row.paths else {
      return .text((step.hasState ? "after a gap" : "no state") + marks, .error)
    }
    guard let first = paths.first else { return .text("no change\(marks)", .dim) }
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return .text("\(first.isRoot ? "(the whole state)" : first.description)\(more)\(marks)", .name)
  }
}

/// A step and the state after it, or a part of that state.
public struct ShowReport: Report {
  let step: StepReport
  let value: JSONValue
  let path: JSONPointer

  /// The step's members, and `path` and `value`.
  public var json: JSONValue {
    (step.json.object?.setting("path", to: .string(path.description)))?.object?
      .setting("value", to: value) ?? .null
  }

  /// The step, then the value over as many lines as it needs.
  public func write(to page: inout Page) {
    step.write(to: &page)
    page.line(.literal("  state  ", .dim), ValueText.path(path))
    PrettyValue().write(value, to: &page)
  }
}
