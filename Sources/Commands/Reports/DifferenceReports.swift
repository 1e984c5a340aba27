import Inspector
package import SessionFormat

/// The comparison of two sessions.
package struct ComparisonReport: Report {
  let left: String
  let right: String
  let comparison: SessionComparison

  /// `left`, `right`, `same`, `compared`, `divergence`, (`states`), and the actions that only one side
  /// has.
  package var json: JSONValue {
    var json = ReportJSON("compare")
    json.add("left", left)
    json.add("right", right)
    json.add("same", comparison.isUnknown ? .null : .bool(comparison.divergence == nil))
    json.add("compared", comparison.compared)
    json.add(comparison.notComparable)
    json.add("divergence", comparison.divergence?.json)
    if let states = comparison.states {
      json.add("states", states.json)
    }
    if let alignment = comparison.alignment, !alignment.oneSided.isEmpty {
      json.add("common", alignment.common)
      json.add("onlyLeft", Self.json(alignment.oneSided.filter(\.isLeft)))
      json.add("onlyRight", Self.json(alignment.oneSided.filter { !$0.isLeft }))
      if alignment.isCut { json.add("cut", true) }
    }
    return json.value
  }

  private static func json(_ actions: [SessionAlignment.OneSided]) -> JSONValue? {
    if actions.isEmpty { return nil }
    return .array(actions.map { ["n": .number($0.n), "type": .string($0.type)] })
  }

  /// The verdict, and the first difference.
  package func write(to page: inout Page) {
    let hidden = comparison.notComparable.count
    let note = hidden > 0 ? ", \(CountText.words(hidden, "step")) not comparable" : ""
    if comparison.isUnknown {
      page.line(
        .literal("not comparable", .error),
        .text("  \(CountText.words(hidden, "action")), and none can be compared"))
      return
    }
    guard let divergence = comparison.divergence else {
      page.line(
        .literal("the same", .added),
        .text("  \(CountText.words(comparison.compared, "action")) compared\(note)", .dim))
      return
    }
    page.line(.literal("different", .removed), .text("  \(left) and \(right)\(note)", .dim))
    divergence.write(to: &page)
    comparison.states?.write(to: &page)
    if let alignment = comparison.alignment { write(alignment, divergence, to: &page) }
  }

  private static let listed = 20

  private func write(
    _ alignment: SessionAlignment, _ divergence: SessionComparison.Divergence, to page: inout Page
  ) {
    let actions = alignment.oneSided
    if actions.isEmpty { return }
    // A replaced action was already reported.
    if case .action(let n, _, _) = divergence, actions.count == 2,
      actions.allSatisfy({ $0.n == n }), actions[0].isLeft != actions[1].isLeft
    {
      return
    }
    let left = actions.count(where: \.isLeft)
    page.line(
      .text(
        "\(CountText.words(alignment.common, "action")) in both, \(left) only in the first, "
          + "\(actions.count - left) only in the second:"))
    for action in actions.prefix(Self.listed) {
      page.line(
        .sign(action.isLeft ? .removed : .added), .number(action.n), .literal(" "),
        .text(action.type, .bold))
    }
    page.rest(actions.count - Self.listed, "… and ", "more action", "; --format json has all")
    if alignment.isCut {
      page.line(.literal("the actions between were too many to align", .dim))
    }
  }
}

extension SessionComparison.LaterStates: JSONMembers {
  /// `compared`, and of the first that differ `left`, `right`, `type`, `changes`.
  func add(to json: inout ReportJSON) {
    json.add("compared", compared)
    guard let first else { return }
    json.add("left", first.left)
    json.add("right", first.right)
    json.add("type", first.type)
    json.add("changes", of: first.differences) { $0.add(to: &$1) }
  }

  /// The first that differ, or that none does.
  fileprivate func write(to page: inout Page) {
    guard let first else {
      let actions = CountText.words(compared, "action")
      if compared > 0 { page.line(.text("the states after \(actions) from there on are the same")) }
      return
    }
    let other = first.left == first.right ? "" : ", \(first.right) in the second"
    page.line(.text("the states differ first after \(first.left) \(first.type)\(other):"))
    SessionComparison.Divergence.write(first.differences, to: &page)
  }
}

extension SessionComparison.Divergence: JSONMembers {
  func add(to json: inout ReportJSON) {
    switch self {
    case .start(let left, let right):
      json.add("kind", "start")
      json.add("left", left)
      json.add("right", right)
    case .beginning(let differences):
      json.add("kind", "beginning")
      json.add("changes", of: differences) { $0.add(to: &$1) }
    case .action(let n, let left, let right):
      json.add("kind", "action")
      json.add("n", n)
      json.add("left", ["type": .string(left.type), "action": left.action])
      json.add("right", ["type": .string(right.type), "action": right.action])
    case .inputs(let n, let type, let left, let right):
      json.add("kind", "inputs")
      json.add("n", n)
      json.add("type", type)
      json.add("left", left)
      json.add("right", right)
    case .state(let n, let type, let differences):
      json.add("kind", "state")
      json.add("n", n)
      json.add("type", type)
      json.add("changes", of: differences) { $0.add(to: &$1) }
    case .threw(let n, let type, let left, let right):
      json.add("kind", "threw")
      json.add("n", n)
      json.add("type", type)
      json.add("left", left)
      json.add("right", right)
    case .stateOnOneSide(let n, let type, let left):
      json.add("kind", "state-on-one-side")
      json.add("n", n)
      json.add("type", type)
      json.add("side", left ? "left" : "right")
    case .length(let left, let right):
      json.add("kind", "length")
      json.add("left", left)
      json.add("right", right)
    }
  }

  func write(to page: inout Page) {
    switch self {
    case .start(let left, let right):
      page.line(.text("the first begins with state \(left), the second with state \(right)"))
    case .beginning(let differences):
      page.line(.literal("the first states differ:"))
      Self.write(differences, to: &page)
    case .action(let n, let left, let right):
      page.line(.text("action \(n) differs:"))
      page.line(
        .sign(.removed), .text(left.type, .bold), .literal("  "), ValueText.preview(left.action))
      page.line(
        .sign(.added), .text(right.type, .bold), .literal("  "), ValueText.preview(right.action))
    case .inputs(let n, let type, let left, let right):
      page.line(.text("action \(n) \(type) drew other inputs:"))
      let sides = left.map { (Span.Change.removed, $0) } + right.map { (Span.Change.added, $0) }
      for (change, input) in sides {
        page.line(
          .sign(change), .text(input.name, .name), .literal(" "), ValueText.preview(input.value))
      }
    case .state(let n, let type, let differences):
      page.line(.text("after action \(n) \(type) the states differ:"))
      Self.write(differences, to: &page)
    case .threw(let n, let type, let left, let right):
      page.line(.text("action \(n) \(type) throws in one of the two only:"))
      page.line(.sign(.removed), .text(left ?? "nothing"))
      page.line(.sign(.added), .text(right ?? "nothing"))
    case .stateOnOneSide(let n, let type, let left):
      page.line(
        .text("only the \(left ? "first" : "second") has a state after action \(n) \(type)"))
    case .length(let left, let right):
      page.line(.text("the first ends with action \(left), the second with action \(right)"))
    }
  }

  /// The most differences in the text.
  private static let listed = 20

  fileprivate static func write(_ differences: [Difference], to page: inout Page) {
    for difference in differences.prefix(listed) { page.line(difference.spans) }
    ChangeText.write(more: differences.count - listed, to: &page, indent: "")
  }
}

extension Difference {
  private var cases: CaseChange? { CaseChange(old, new, isEnum: true) }

  /// `path`, `old`, `new`, `case`.
  fileprivate func add(to json: inout ReportJSON) {
    json.add("path", path)
    json.add("old", old)
    json.add("new", new)
    json.add("case", cases?.json)
  }

  /// A sign, the path, and both values.
  fileprivate var spans: [Span] { ChangeText.spans(ValueText.path(path), old, new, cases) }
}
