import Inspector
package import SessionFormat

/// One step: its action, its inputs, and its changes.
package struct StepReport: Report {
  let timeline: Timeline
  let n: Int
  let step: Step?
  let differences: [ValueChange]?
  /// The states before and after it, if they are known and whole.
  private(set) var states: ChangedSides?
  /// How much is left out of its states; nil if they are whole.
  let leftOut: LeftOut?
  let outside: [ValueChange]
  let marks: [String]
  /// Actions that were dispatched after the step, and not reduced.
  let dispatched: [DispatchedLine]
  /// How much is left out of the action; nil if it is whole.
  private(set) var actionLeftOut: LeftOut?
  /// The dispatch that the step's action was made within.
  let within: SurroundingDispatch?
  let unknown: InspectorError?
  /// The places of the inputs that were drawn on the branch, without a recorded value.
  private(set) var drawnAnew: Set<Int> = []
  /// A text before the step, for example about a new branch.
  var preface: String?
  /// The subtree to which the changes are restricted; nil for the whole state.
  var pin: JSONPointer?
  /// The marks of the user.
  var ownMarks: [String] = []
  /// Where the new branch ends, and why.
  var stop: BranchStop?
  /// What the host of the branch did in addition to its answers.
  var notes: [HostNote] = []

  /// The most changes that are listed; the rest is only counted.
  private static let listed = 20

  /// The report of a step.
  init(_ timeline: Timeline, _ n: Int) throws(InspectorError) {
    (self.timeline, self.n) = (timeline, n)
    marks = try timeline.marks(n...n).map(\.text)
    dispatched = try timeline.onlyDispatched(n...n)
    guard n > timeline.first else {
      (step, differences, leftOut, outside, unknown, within) = (nil, nil, nil, [], nil, nil)
      return
    }
    let step = timeline.hasAction(n) ? try timeline.step(n) : nil
    self.step = step
    drawnAnew = try step.map { step throws(InspectorError) in try timeline.drawnAnew(step) } ?? []
    actionLeftOut = step.flatMap { timeline.cuts(of: $0.action).amount }
    within = try step?.action.within.map { (number) throws(InspectorError) in
      try timeline.session.dispatch(number)
    }
    guard timeline.isWhole(n) else {
      (differences, leftOut) = (nil, nil)
      outside = []
      let isKnown = step == nil && timeline.hasState(n)
      unknown = isKnown ? nil : Self.failure(at: n, timeline)
      return
    }
    let (before, after) = (try timeline.before(n), try timeline.state(n))
    let known = try timeline.knownChanges(DifferenceTree(from: before, to: after), of: n)
    (differences, leftOut) = (known.changes, known.leftOut)
    states = known.leftOut == nil ? ChangedSides(before, after) : nil
    let outside = DifferenceTree(from: try timeline.state(n - 1), to: before)
    self.outside =
      try timeline.mayBeCut
      ? KnownChanges(outside, timeline.cuts(n - 1), timeline.cutsBefore(n), timeline.enums).changes
      : outside.changes(timeline.enums)
    unknown = nil
  }

  /// Why state `n`, or the one before it, is unknown.
  private static func failure(at n: Int, _ timeline: Timeline) -> InspectorError? {
    do throws(InspectorError) {
      _ = try timeline.hasState(n) ? timeline.before(n) : timeline.state(n)
      return nil
    } catch {
      return error
    }
  }

  /// `n`, `type`, `action`, `inputs`, `changes` and further members of the step.
  package var json: JSONValue {
    var json = facts
    if !dispatched.isEmpty { json.add("dispatched", dispatched.map(DispatchText.json)) }
    json.add("stopped", stop?.json)
    json.add("notes", notes.json)
    return json.value
  }

  private var facts: ReportJSON {
    var json = ReportJSON("step")
    json.add("n", n)
    json.add("last", timeline.last)
    json.add("branch", timeline.branchName)
    guard let step else {
      if n > timeline.first { json.add("lost", true) }
      json.add("unknown", unknown?.description)
      return json
    }
    json.add("t", step.action.t)
    json.add("took", step.took)
    json.add("type", step.type)
    json.add("action", step.action.action)
    json.add("actionLeftOut", actionLeftOut?.count)
    json.add("from", step.action.from)
    json.add("within", within.map(DispatchText.json))
    json.add("dispatch", step.action.dispatch)
    json.add("at", step.action.at)
    json.add("inputs", step.inputs)
    if !drawnAnew.isEmpty { json.add("drawnAnew", drawnAnew.sorted()) }
    json.add("threw", step.threw)
    json.add("refused", step.refusal?.words)
    json.add("changes", pinned.map { ChangeText.json($0.shown) })
    if let pin {
      json.add("pinned", pin)
      json.add("elsewhere", pinned?.elsewhere)
    }
    json.add("leftOut", leftOut?.count)
    if !outside.isEmpty { json.add("outside", ChangeText.json(outside)) }
    json.add("unknown", unknown?.description)
    return json
  }

  /// A line of facts, the action, and a line for each change.
  package func write(to page: inout Page) {
    if let preface { page.line(.text(preface, .dim)) }
    stop?.write(to: &page)
    notes.write(to: &page, margin: "   note      ")
    guard let step else {
      page.rule(
        [.number(n, .bold), .text("/\(timeline.last)", .dim)]
          + (n == timeline.first
            ? [.literal(" start", .bold)] : [.literal(" not recorded: lost in a gap", .error)]),
        [])
      if let unknown { page.line(.literal("   state     ", .error), .text(unknown.description)) }
      writeEvents(to: &page)
      return
    }
    writeHeading(step, to: &page)
    writeFacts(step, to: &page)
    writeChanges(to: &page)
    writeEvents(to: &page)
  }

  private var pinned: PinnedChanges? {
    differences.map { PinnedChanges($0, pin, in: states, timeline.enums) }
  }

  private func writeHeading(_ step: Step, to page: inout Page) {
    var title: [Span] = [
      .number(n, .bold), .text("/\(timeline.last) ", .dim), .type(step.type, .bold),
    ]
    if step.action.opaque { title.append(.literal("  opaque", .changed)) }
    if let branch = timeline.branchName { title.append(.text("  on \(branch)", .dim)) }
    var facts: [Span] = [.time(step.action.t, .dim)]
    if let took = step.took { facts += [.literal("  took ", .dim), .duration(took, .dim)] }
    page.rule(title, facts)
  }

  /// The action, what caused it, and what it drew.
  private func writeFacts(_ step: Step, to page: inout Page) {
    if let from = step.action.from {
      let type = timeline.hasAction(from) ? (try? timeline.front(from).type) ?? "" : ""
      page.line(.literal("   caused by ", .dim), .number(from), .literal(" "), .type(type))
    }
    if let within { page.line(.literal("   within    ", .dim), .text(DispatchText.name(within))) }
    if let at = step.action.at { page.line(.literal("   at        ", .dim), .text(at)) }
    page.line(.literal("   action    ", .dim), ValueText.preview(step.action.action))
    CutText.write(missing: actionLeftOut, from: "action", to: &page, indent: "   ")
    for (place, input) in step.inputs.enumerated() {
      page.line(
        .literal("   input     ", .dim), .text(input.name, .name), .literal(" "),
        .input(input), .literal(drawnAnew.contains(place) ? "  drawn anew" : "", .dim))
    }
    if let threw = step.threw { page.line(.literal("   threw     ", .error), .text(threw)) }
    if let refusal = step.refusal {
      page.line(.literal("   refused   ", .error), .text(refusal.words))
    }
  }

  private func writeChanges(to page: inout Page) {
    if !outside.isEmpty {
      page.line(
        .literal("   outside   ", .dim), .literal("changed without an action before this one:"))
      ChangeLines(outside, in: nil).write(to: &page, indent: "   ", limit: Self.listed)
    }
    if let unknown { page.line(.literal("   state     ", .error), .text(unknown.description)) }
    guard let pinned else { return }
    if pinned.shown.isEmpty, leftOut == nil {
      page.line(
        .literal("   no change", .dim), .text(pin.map { " in \(ValueText.words($0))" } ?? "", .dim))
    }
    let isElement = pin.map { states?.hasArray(above: $0) == true } ?? false
    ChangeLines(pinned.shown, in: isElement ? nil : states).write(
      to: &page, indent: "   ", limit: Self.listed)
    page.rest(pinned.elsewhere, "   and ", "other change", " outside the pinned place")
    CutText.write(leftOut, to: &page, indent: "   ")
  }

  private func writeEvents(to page: inout Page) {
    for mark in marks + ownMarks {
      page.line(.literal("   mark      ", .dim), .text(mark, .heading))
    }
    for line in dispatched {
      page.line(
        .literal("   then      ", .dim), .text(line.type),
        .literal(" was dispatched, but not reduced", .dim))
    }
  }
}

/// A step and the state after it, or a part of that state.
package struct ShowReport: Report {
  let step: StepReport
  let value: JSONValue
  let path: JSONPointer
  /// How much is left out of the value; nil if it is whole.
  var leftOut: LeftOut?
  /// The outline of the value, if that is shown in place of all of it.
  var outline: OutlineReport?

  /// The most bytes of a state that is shown whole without being asked for.
  static let longest = 8_000

  /// The step's members, and `path` and `value`.
  package var json: JSONValue {
    (step.json.object?.setting("path", to: .string(path.description)))?.object?
      .setting("value", to: value) ?? .null
  }

  /// The step, then the value over as many lines as it needs.
  package func write(to page: inout Page) {
    step.write(to: &page)
    if let outline {
      page.line(
        .literal("   state     ", .dim), .size(value.textSize),
        .text(", outlined; show \(step.n) \"\" shows all of it", .dim))
      outline.write(to: &page)
    } else {
      page.line(.literal("   state     ", .dim), ValueText.path(path))
      PrettyValue().write(value, to: &page)
    }
    CutText.write(missing: leftOut, to: &page)
  }
}
