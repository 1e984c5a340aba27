import Inspector
package import SessionFormat

/// The first step for which a condition holds, or the one from which on it holds.
package struct FirstReport: Report {
  let condition: String
  let list: ListReport
  let edges: EdgeAnswers
  /// The search that tested few steps; nil if all up to the first were tested.
  var bisection: StepBisection.Result?

  /// The most steps against the answer in the text.
  private static let named = 5

  /// `condition`, `start`, `end`, `step` or null, of a bisection `probes`, `monotone` and `against`,
  /// `unknown`.
  package var json: JSONValue {
    var json = ReportJSON(bisection == nil ? "first" : "bisect")
    json.add("condition", condition)
    edges.add(to: &json)
    json.add("step", list.step)
    if let bisection {
      json.add("probes", bisection.probes)
      if !bisection.against.isEmpty || bisection.isComplete {
        json.add("monotone", bisection.against.isEmpty)
      }
      json.add("against", bisection.against)
    }
    json.add("unknown", CutText.json(unknown: edges.unknown))
    return json.value
  }

  /// The line of the step, and of a bisection how certain the answer is.
  package func write(to page: inout Page) {
    let isFound = !list.rows_.isEmpty
    edges.writeStart(to: &page)
    if isFound { list.write(to: &page) } else { page.line(edges.noStep, .text(condition)) }
    edges.writeEnd(to: &page)
    if let bisection {
      let looked = CountText.words(bisection.probes, "step")
      page.line(.text("looked at \(looked)\(isFound ? "" : "; first looks at all")", .dim))
    }
    CutText.write(unknown: edges.unknown, to: &page)
    guard isFound, let against = bisection?.against, !against.isEmpty else { return }
    let how =
      bisection?.holdsAtEnd == false
      ? "the condition does not hold to the end, as not at step "
      : "the condition changes more than once, as at step "
    page.line(
      .literal("not monotone: ", .error),
      .text("\(how)\(CountText.list(against, upTo: Self.named)); first finds the first step"))
  }
}

/// Whether a condition holds before any action, and for what changed without one after the last.
///
/// Neither is a step. It also has the steps for which that is unknown.
struct EdgeAnswers: Sendable {
  /// The number of the first state, if the condition holds of it.
  private(set) var start: Int?
  /// The last step with a known state, if the condition holds for its state after the changes from
  /// outside.
  private(set) var end: Int?
  /// The steps for which it is unknown, also those of the two ends.
  private(set) var unknown = UnknownSteps()
  private var isStartUnknown = false

  /// No answers, if nothing is searched for.
  init() {}

  /// The answer for the start.
  init(_ search: StepSearch, _ timeline: Timeline) throws(InspectorError) {
    let truth = try search.truthAtStart()
    isStartUnknown = truth == nil
    if truth == true { start = timeline.first }
  }

  /// Adds the answer for the end, if the search reaches it, and what is unknown.
  ///
  /// - Parameters:
  ///   - steps: The tested steps for which it is unknown.
  ///   - found: The last step that was found; it is where the search ended, unless it reached the end.
  mutating func finish(
    _ search: StepSearch, _ timeline: Timeline, reachesEnd: Bool, unknown steps: [Int],
    upTo found: Int? = nil
  ) throws(InspectorError) {
    var unknown = steps
    if isStartUnknown { unknown.append(timeline.first) }
    if reachesEnd, let (n, truth) = try search.truthAtEnd() {
      if truth == true { end = n }
      if truth == nil { unknown.append(n) }
    }
    self.unknown = try UnknownSteps(unknown, in: timeline)
    self.unknown.lost = search.untested(
      through: reachesEnd ? timeline.last : found ?? timeline.first)
  }

  /// `start`, `end`, `lost`.
  func add(to json: inout ReportJSON) {
    json.add("start", start)
    json.add("end", end)
    if !unknown.lost.isEmpty { json.add("lost", CutText.json(lost: unknown.lost)) }
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
