import Inspector
import SessionFormat

// The place and kind of the difference between two runs of a session, in words and as JSON.

extension Divergence: JSONMembers {
  /// `n`, `type`, `kind`, and what that kind has.
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("type", type)
    json.add("kind", kind.name)
    if case .state(let path, _, _, _) = kind { json.add("path", path) }
    if case .input(let name, _, _) = kind { json.add("is", name) }
    json.add("expected", kind.sides.expected.value)
    json.add("actual", kind.sides.actual.value)
    json.add("case", kind.cases?.json)
    if case .state(_, _, _, let others) = kind {
      json.add("others", others.count)
      if !others.forms.isEmpty { json.add("otherPlaces", others.forms) }
    }
    kind.refusal?.add(to: &json)
    json.add("death", kind.death?.json)
  }

  /// `1/18 enqueueToast`.
  func step(of last: Int) -> [Span] {
    guard let type else { return [.text("the first state, \(n)", .bold)] }
    return [.number(n, .bold), .text("/\(last) ", .dim), .text(type, .bold)]
  }

  /// The lines for what differs, below the line of its step.
  func write(to page: inout Page) {
    switch kind {
    case .state(let path, _, _, _):
      page.line(.literal("  place     ", .dim), ValueText.path(path))
    case .actionType:
      page.line(.literal("  the host answers the action under another type than it was given"))
    case .action: page.line(.literal("  the action encodes differently again"))
    case .input(let name, let expected, let actual):
      let fault =
        expected == nil
        ? "was drawn, but not recorded" : actual == nil ? "was recorded, but not drawn" : "differs"
      page.line(.literal("  input     ", .dim), .text(name, .name), .text(" \(fault)"))
    case .threw: break
    case .outcome:
      if let death = kind.death { return death.write(to: &page) }
      page.line(
        kind.refusal.map { .text("  refused   \($0.words)") }
          ?? .literal("  the recording died in the reducer, and the replay did not"))
      return
    }
    let sides = kind.spans()
    page.line([.literal("  recorded  ", .dim)] + sides.expected)
    page.line([.literal("  replayed  ", .dim)] + sides.actual)
    guard case .state(_, _, _, let others) = kind, others.count > 0 else { return }
    // Places of the form of the first one are only counted.
    let forms = others.forms.map { PlaceText.shorthand($0.tokens) }
    let lead = forms.count == others.count ? ": " : ", such as "
    let names = forms.isEmpty ? "" : lead + forms.joined(separator: ", ")
    page.line(
      .text("            and \(CountText.words(others.count, "other place"))\(names)", .dim))
  }
}

extension Divergence.Kind {
  /// The number of other places of the state that differ.
  var others: Int { if case .state(_, _, _, let others) = self { others.count } else { 0 } }

  /// The difference, in few words.
  var what: [Span] {
    switch self {
    case .state(let path, _, _, let others):
      [ValueText.path(path)]
        + (others.count > 0
          ? [.text(" and \(CountText.words(others.count, "other place"))")] : [])
    case .actionType: [.literal("the type of the action")]
    case .action: [.literal("the action as it is encoded again")]
    case .input(let name, _, _): [.text("the input \(name)")]
    case .threw: [.literal("what it throws")]
    case .outcome(_, .died): [.literal("the host died")]
    case .outcome(.crashed, .reduced): [.literal("the recorded crash did not happen again")]
    case .outcome:
      [refusal.map { .text("refused: \($0.words)") } ?? .literal("it did not die")]
    }
  }

  /// Both sides, each for a line; two cases of an enum are shown as cases.
  ///
  /// - Parameter isExpectedNew: Whether the expected side is the new one, not the old one.
  func spans(isExpectedNew: Bool = false) -> (expected: [Span], actual: [Span]) {
    if let cases {
      let told = (isExpectedNew ? cases.inverse : cases).sides
      return isExpectedNew ? (told.new, told.old) : told
    }
    let (old, new): (Style, Style) = isExpectedNew ? (.added, .removed) : (.removed, .added)
    return ([sides.expected.words(old)], [sides.actual.words(new)])
  }
}

extension Divergence.Side: JSONMembers {
  /// The value, type or error; nil for none, and for an outcome.
  fileprivate var value: JSONValue? {
    switch self {
    case .value(let value): value
    case .type(let type): .string(type)
    case .threw(let error): error.map(JSONValue.string)
    case .outcome: nil
    }
  }

  func add(to json: inout ReportJSON) {
    switch self {
    case .value, .type: json.add("value", value)
    case .threw: json.add("threw", value)
    case .outcome(.refused(let error)):
      json.add("refused", error.json)
    case .outcome(.died(let death)): json.add("death", death.json)
    case .outcome(.reduced): json.add("reduced", true)
    case .outcome(.crashed): json.add("crashed", true)
    }
  }

  func words(_ style: Style) -> Span {
    switch self {
    case .value(let value): ValueText.preview(value, style)
    case .type(let type): .text(type, style)
    case .threw(let error): .text(error.map { "throws \($0)" } ?? "throws nothing", style)
    case .outcome(.refused(let error)): .text("refused: \(error.words)", style)
    case .outcome(.died(let death)):
      .text(death.description + (death.lastWords.map { ": \($0)" } ?? ""), style)
    case .outcome(.reduced): .literal("goes on", style)
    case .outcome(.crashed): .literal("died in it", style)
    }
  }
}

extension HostError: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("reason", reason)
    json.add("message", message)
  }

  /// The reason and the message.
  var words: String { "\(reason): \(message)" }
}
