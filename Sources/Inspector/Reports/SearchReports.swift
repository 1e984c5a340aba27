public import SessionFormat

/// The first step for which a condition holds.
public struct FirstReport: Report {
  let condition: String
  let list: ListReport
  let start: StartAnswer
  /// The steps before it of which it is not known whether the condition holds.
  let unknown: UnknownSteps

  /// `condition`, `start`, `step` or null, `unknown`.
  public var json: JSONValue {
    var json = ReportJSON("first")
    json.add("condition", condition)
    json.add("start", start.n)
    json.add("step", list.step)
    json.add("unknown", CutText.json(unknown: unknown))
    return json.value
  }

  /// The line of the step.
  public func write(to page: inout Page) {
    start.write(to: &page)
    if list.rows_.isEmpty {
      page.line(start.noStep, .text(condition))
    } else {
      list.write(to: &page)
    }
    CutText.write(unknown: unknown, to: &page)
  }
}

/// The step from which on a condition holds, found by looking at few steps.
public struct BisectReport: Report {
  let condition: String
  let list: ListReport
  let bisection: StepBisection.Result
  let start: StartAnswer
  /// The steps that were looked at of which it is not known whether the condition holds.
  let unknown: UnknownSteps

  /// How many of the steps that disagree are named to people.
  private static let named = 5

  /// `condition`, `start`, `step` or null, `probes`, `monotone`, `against`.
  public var json: JSONValue {
    var json = ReportJSON("bisect")
    json.add("condition", condition)
    json.add("start", start.n)
    json.add("step", list.step)
    json.add("probes", bisection.probes)
    json.add("monotone", .bool(bisection.against.isEmpty))
    json.add("against", .array(bisection.against.map { .number($0) }))
    json.add("unknown", CutText.json(unknown: unknown))
    return json.value
  }

  /// The line of the step, and how sure the answer is.
  public func write(to page: inout Page) {
    let looked = ValueText.count(bisection.probes, "step")
    start.write(to: &page)
    guard bisection.found != nil else {
      page.line(start.noStep, .text(condition))
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
        "the condition goes back and forth, as at step "
          + names + (more > 0 ? " and \(more) more" : "")
          + "; first finds the first step"))
  }
}

/// Whether a condition holds before any action, which is no step of its own.
struct StartAnswer: Sendable {
  /// The number of that state, where the condition holds of it.
  let n: Int?

  init(_ holds: Bool, _ timeline: Timeline) { n = holds ? timeline.first : nil }

  /// The line that tells it, where it holds.
  func write(to page: inout Page) {
    guard let n else { return }
    page.line(.literal("true at the start, ", .dim), .text("in state \(n)", .bold))
  }

  /// What begins the line that no step was found.
  var noStep: Span { .literal(n == nil ? "no step where " : "no later step where ", .dim) }
}
