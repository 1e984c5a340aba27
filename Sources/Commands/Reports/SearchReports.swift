import Inspector
package import SessionFormat

/// The first step for which a condition holds.
package struct FirstReport: Report {
  let condition: String
  let list: ListReport
  let edges: EdgeAnswers
  /// The earlier steps for which the condition is unknown.
  let unknown: UnknownSteps

  /// `condition`, `start`, `end`, `step` or null, `unknown`.
  package var json: JSONValue {
    var json = ReportJSON("first")
    json.add("condition", condition)
    edges.add(to: &json)
    json.add("step", list.step)
    json.add("unknown", CutText.json(unknown: unknown))
    return json.value
  }

  /// The line of the step.
  package func write(to page: inout Page) {
    edges.writeStart(to: &page)
    if list.rows_.isEmpty {
      page.line(edges.noStep, .text(condition))
    } else {
      list.write(to: &page)
    }
    edges.writeEnd(to: &page)
    CutText.write(unknown: unknown, to: &page)
  }
}

/// The step from which on a condition holds, found by testing few steps.
package struct BisectReport: Report {
  let condition: String
  let list: ListReport
  let bisection: StepBisection.Result
  let edges: EdgeAnswers
  /// The tested steps for which the condition is unknown.
  let unknown: UnknownSteps

  /// The most steps against the answer in the text.
  private static let named = 5

  /// `condition`, `start`, `end`, `step` or null, `probes`, `monotone`, `against`.
  package var json: JSONValue {
    var json = ReportJSON("bisect")
    json.add("condition", condition)
    edges.add(to: &json)
    json.add("step", list.step)
    json.add("probes", bisection.probes)
    json.add("monotone", bisection.against.isEmpty)
    json.add("against", bisection.against)
    json.add("unknown", CutText.json(unknown: unknown))
    return json.value
  }

  /// The line of the step, and how certain the answer is.
  package func write(to page: inout Page) {
    let looked = CountText.words(bisection.probes, "step")
    edges.writeStart(to: &page)
    guard bisection.found != nil else {
      page.line(edges.noStep, .text(condition))
      edges.writeEnd(to: &page)
      page.line(.text("looked at \(looked); first looks at all", .dim))
      CutText.write(unknown: unknown, to: &page)
      return
    }
    list.write(to: &page)
    page.line(.text("looked at \(looked)", .dim))
    CutText.write(unknown: unknown, to: &page)
    guard !bisection.against.isEmpty else { return }
    let more = bisection.against.count - Self.named
    let names = bisection.against.prefix(Self.named).map(String.init).joined(separator: ", ")
    page.line(
      .literal("not monotone: ", .error),
      .text(
        "the condition changes more than once, as at step "
          + names + (more > 0 ? " and \(more) more" : "")
          + "; first finds the first step"))
  }
}

/// Whether a condition holds before any action, and for what changed without one after the last;
/// neither is a step.
struct EdgeAnswers: Sendable {
  /// The number of the first state, if the condition holds of it.
  private(set) var start: Int?
  /// The last step with a known state, if the condition holds for its state after the changes from
  /// outside.
  private(set) var end: Int?
  /// Those of the two for which it is unknown, by their numbers.
  private(set) var unknown: (start: Int?, end: Int?)

  /// The answer for the start.
  init(_ search: StepSearch, _ timeline: Timeline) throws(InspectorError) {
    switch try search.truthAtStart() {
    case true?: start = timeline.first
    case nil: unknown.start = timeline.first
    case false?: break
    }
  }

  /// Adds the answer for the end, if the search reaches it.
  mutating func goOn(_ search: StepSearch, _ timeline: Timeline) throws(InspectorError) {
    guard let (n, truth) = try search.truthAtEnd() else { return }
    switch truth {
    case true?: end = n
    case nil: unknown.end = n
    case false?: break
    }
  }

  /// Whether it holds at either.
  var isFound: Bool { start != nil || end != nil }

  /// The unknown steps of an answer: these, and the unknown ones of the two ends.
  func unknown(beside steps: [Int]) -> [Int] {
    let start = unknown.start.map { steps.first == $0 ? [] : [$0] } ?? []
    let end = unknown.end.map { (steps.last ?? start.last) == $0 ? [] : [$0] } ?? []
    return start + steps + end
  }

  /// `start` and `end`.
  func add(to json: inout ReportJSON) {
    json.add("start", start)
    json.add("end", end)
  }

  /// The line for a condition that holds at the start.
  func writeStart(to page: inout Page) {
    guard let start else { return }
    page.line(.literal("true at the start, ", .dim), .text("in state \(start)", .bold))
  }

  /// The line for a condition that holds at the end.
  func writeEnd(to page: inout Page) {
    guard let end else { return }
    page.line(
      .literal("true at the end, ", .dim), .text("as changed from outside after \(end)", .bold))
  }

  /// The beginning of the line if no step was found.
  var noStep: Span { .literal(start == nil ? "no step matches " : "no later step matches ", .dim) }
}
