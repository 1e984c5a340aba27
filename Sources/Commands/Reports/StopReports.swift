import Inspector
import Query
package import SessionFormat

/// The step at which `continue` stopped, and why.
package struct StopReport: Report {
  let stops: [Stop]
  let step: StepReport
  let enums: EnumPlaces
  /// The steps at which it is unknown whether a rule stops.
  var unknown = UnknownSteps()

  /// `stops`: the rules that stopped it, none at an end of the timeline; `step`, `unknown`.
  package var json: JSONValue {
    var json = ReportJSON("stop")
    json.add("stops", of: stops) { stop, json in
      stop.rule.add(to: &json)
      stop.sides.add(cases(of: stop), to: &json)
    }
    json.add("step", step.json)
    if let unknown = CutText.json(unknown: unknown) { json.add("unknown", unknown) }
    return json.value
  }

  /// A line for each rule that stopped it, then the step.
  package func write(to page: inout Page) {
    if stops.isEmpty {
      page.line(.literal(step.n == step.timeline.first ? "the start" : "the end", .dim))
    }
    for stop in stops {
      page.line(stop.rule.spans + change(of: stop))
    }
    CutText.write(unknown: unknown, to: &page)
    step.write(to: &page)
  }

  /// The change of a watched place.
  private func change(of stop: Stop) -> [Span] {
    guard case .watch(let path) = stop.rule.kind else { return [] }
    return [.literal("  ")] + stop.sides.spans(cases(of: stop), stop.sides.moments(at: path, enums))
  }

  /// The change of case of a watched place; nil if it is none.
  private func cases(of stop: Stop) -> CaseChange? {
    guard case .watch(let path) = stop.rule.kind else { return nil }
    return stop.sides.cases(at: path, enums)
  }
}

/// The rules where to stop.
package struct StopRulesReport: Report {
  let rules: [Breakpoint]
  /// What was done to them; nil if they are only listed.
  var preface: String?

  /// `rules`: an array of the rows.
  package var json: JSONValue { ReportJSON.report("breakpoints", "rules", rows) }

  /// A row: `id`, `watch`, `break` or `catch`, `condition`, `once`, `enabled`, `ignore`.
  package var rows: [JSONValue] { rules.map(\.json) }

  /// A line for each rule.
  package func write(to page: inout Page) {
    if let preface { page.line(.text(preface, .dim)) }
    if rules.isEmpty { page.line(.literal("no breakpoints", .dim)) }
    for rule in rules { page.line(rule.spans) }
  }
}

extension Breakpoint: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("id", id)
    switch kind {
    case .watch(let path): json.add("watch", path)
    case .type(let pattern): json.add("break", pattern)
    case .crash: json.add("catch", "crash")
    case .divergence: json.add("catch", "divergence")
    }
    json.add("condition", condition?.description)
    if isTemporary { json.add("once", true) }
    if !isEnabled { json.add("enabled", false) }
    if ignored > 0 { json.add("ignore", ignored) }
  }

  fileprivate var spans: [Span] {
    var spans: [Span] = [.number(id, .bold)]
    switch kind {
    case .watch(let path): spans += [.literal(" watch "), ValueText.path(path)]
    case .type(let pattern):
      spans += [
        isTemporary ? .literal(" tbreak ") : .literal(" break "), .text(pattern, .name),
      ]
    case .crash: spans.append(.literal(" catch crash"))
    case .divergence: spans.append(.literal(" catch divergence"))
    }
    if let condition = condition {
      spans += [.literal(" if "), .text(condition.description)]
    }
    if !isEnabled { spans.append(.literal("  (off)", .dim)) }
    if ignored > 0 {
      spans.append(.text("  (passes over the next \(CountText.words(ignored, "stop")))", .dim))
    }
    return spans
  }
}
