public import SessionFormat

/// Differences as lines and as JSON.
enum DifferenceText {
  static func json(_ differences: [Difference]) -> JSONValue {
    .array(
      differences.map { difference in
        var json = ReportJSON()
        json.add("path", difference.path.description)
        json.add("old", difference.old)
        json.add("new", difference.new)
        return json.value
      })
  }

  /// A line for each difference: sign, path, old and new value.
  static func write(
    _ differences: [Difference], to page: inout Page, indent: StaticString = "",
    limit: Int = .max
  ) {
    for difference in differences.prefix(limit) {
      page.line([.literal(indent)] + spans(difference))
    }
    if differences.count > limit {
      let more = ValueText.count(differences.count - limit, "more change")
      page.line(.literal(indent), .text("… and \(more); diff shows all", .dim))
    }
  }

  private static func spans(_ difference: Difference) -> [Span] {
    let path = ValueText.path(difference.path)
    switch (difference.old, difference.new) {
    case (nil, let new):
      return [.sign(.added), path, .literal("  "), ValueText.preview(new, .added)]
    case (let old, nil):
      return [.sign(.removed), path, .literal("  "), ValueText.preview(old, .removed)]
    case (let old, let new):
      return [
        .sign(.changed), path, .literal("  "), ValueText.preview(old, .removed),
        .literal(" -> ", .dim), ValueText.preview(new, .added),
      ]
    }
  }
}

/// The differences between two states of a timeline.
public struct DifferenceReport: Report {
  let from: Int
  let to: Int
  let differences: [Difference]

  /// `from`, `to`, `changes`.
  public var json: JSONValue {
    var json = ReportJSON("diff")
    json.add("from", from)
    json.add("to", to)
    json.add("changes", DifferenceText.json(differences))
    return json.value
  }

  /// A row for each difference.
  public var rows: [JSONValue] { DifferenceText.json(differences).array ?? [] }

  /// A heading and a line for each difference.
  public func write(to page: inout Page) {
    guard !differences.isEmpty else {
      page.line(.text("states \(from) and \(to) are the same", .dim))
      return
    }
    page.line(
      .text("state \(from) -> state \(to)  ", .heading),
      .text(ValueText.count(differences.count, "difference"), .dim))
    DifferenceText.write(differences, to: &page)
  }
}

/// The comparison of two sessions.
public struct ComparisonReport: Report {
  let left: String
  let right: String
  let comparison: SessionComparison

  /// `left`, `right`, `same`, `compared`, `divergence`.
  public var json: JSONValue {
    var json = ReportJSON("compare")
    json.add("left", left)
    json.add("right", right)
    json.add("same", .bool(comparison.divergence == nil))
    json.add("compared", comparison.compared)
    json.add("notComparable", .array(comparison.notComparable.map { .number($0) }))
    json.add("divergence", comparison.divergence?.json)
    return json.value
  }

  /// The verdict, and what differs first.
  public func write(to page: inout Page) {
    let hidden = comparison.notComparable.count
    let note = hidden > 0 ? ", \(ValueText.count(hidden, "step")) not comparable" : ""
    guard let divergence = comparison.divergence else {
      page.line(
        .literal("the same", .added),
        .text("  \(ValueText.count(comparison.compared, "action")) compared\(note)", .dim))
      return
    }
    page.line(.literal("different", .removed), .text("  \(left) and \(right)\(note)", .dim))
    divergence.write(to: &page)
  }
}

extension SessionComparison.Divergence {
  var json: JSONValue {
    var json = ReportJSON()
    switch self {
    case .start(let left, let right):
      json.add("kind", "start")
      json.add("left", left)
      json.add("right", right)
    case .beginning(let differences):
      json.add("kind", "beginning")
      json.add("changes", DifferenceText.json(differences))
    case .action(let n, let left, let right):
      json.add("kind", "action")
      json.add("n", n)
      json.add("left", ["type": .string(left.type), "action": left.action])
      json.add("right", ["type": .string(right.type), "action": right.action])
    case .inputs(let n, let type, let left, let right):
      json.add("kind", "inputs")
      json.add("n", n)
      json.add("type", type)
      json.add("left", .array(left.map { ["is": .string($0.name), "value": $0.value] }))
      json.add("right", .array(right.map { ["is": .string($0.name), "value": $0.value] }))
    case .state(let n, let type, let differences):
      json.add("kind", "state")
      json.add("n", n)
      json.add("type", type)
      json.add("changes", DifferenceText.json(differences))
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
    return json.value
  }

  func write(to page: inout Page) {
    switch self {
    case .start(let left, let right):
      page.line(.text("the first begins with state \(left), the second with state \(right)"))
    case .beginning(let differences):
      page.line(.literal("the first states differ:"))
      DifferenceText.write(differences, to: &page, limit: 20)
    case .action(let n, let left, let right):
      page.line(.text("action \(n) differs:"))
      page.line(
        .sign(.removed), .text(left.type, .bold), .literal("  "), ValueText.preview(left.action))
      page.line(
        .sign(.added), .text(right.type, .bold), .literal("  "), ValueText.preview(right.action))
    case .inputs(let n, let type, let left, let right):
      page.line(.text("action \(n) \(type) drew other inputs:"))
      for input in left {
        page.line(
          .sign(.removed), .text(input.name, .name), .literal(" "), ValueText.preview(input.value))
      }
      for input in right {
        page.line(
          .sign(.added), .text(input.name, .name), .literal(" "), ValueText.preview(input.value))
      }
    case .state(let n, let type, let differences):
      page.line(.text("after action \(n) \(type) the states differ:"))
      DifferenceText.write(differences, to: &page, limit: 20)
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
}
