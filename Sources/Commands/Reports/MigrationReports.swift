import Inspector
import SessionFormat

extension TypeDifference: JSONMembers {
  /// The most changes in the text.
  private static let mostShown = 10

  func add(to json: inout ReportJSON) {
    json.add("grade", grade.rawValue)
    switch root {
    case .state: json.add("in", "state")
    case .action(let name):
      json.add("in", "action")
      json.add("action", name)
    }
    json.add("path", pointer)
    let further = Array(further.prefix(Migration.mostPlaces))
    if !further.isEmpty { json.add("also", further) }
    json.add("change", change.rawValue)
    json.add("words", words)
  }

  /// The changes that matter, the worst first, and the number of those without consequences.
  static func write(_ changes: [TypeDifference], to page: inout Page) {
    let serious = changes.filter { $0.grade > .fine }
      .enumerated().sorted {
        ($1.element.grade, $0.offset) < ($0.element.grade, $1.offset)
      }.map(\.element)
    for change in serious.prefix(mostShown) {
      page.line(
        .literal("  types     ", .dim),
        .text("\(change.grade.rawValue): \(change.description)", style(change.grade)))
    }
    // The comparison ends at that number.
    let least = changes.count < TypeComparison.mostDifferences ? "" : "at least "
    let more = serious.count - mostShown
    if more > 0 {
      page.line(
        .literal("            ", .dim), .text("and \(least)\(more) more that are no better", .dim))
    }
    let fine = changes.count - serious.count
    if fine > 0 {
      page.line(
        .literal("  types     ", .dim),
        .text("\(least)\(CountText.words(fine, "difference")) that every value survives", .dim))
    }
  }

  private static func style(_ grade: TypeGrade) -> Style {
    grade == .impossible ? .removed : .changed
  }
}

extension Migration: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("steps", of: steps) { step, json in
      json.add("name", step.name)
      json.add("states", step.states)
      json.add("actions", step.actions)
    }
    json.add("states", states)
    json.add("places", places)
    json.add("placeCount", placeCount)
  }

  func write(to page: inout Page) {
    for step in steps {
      var counts: [String] = []
      if step.states > 0 { counts.append(CountText.words(step.states, "state")) }
      if step.actions > 0 { counts.append(CountText.words(step.actions, "action")) }
      page.line(
        .literal("  migrated  ", .dim), .text(step.name, .name),
        .text("  \(counts.joined(separator: ", "))", .dim))
    }
    guard states > 0 else { return }
    let more = placeCount - places.count
    var text = places.map { $0.isEmpty ? "the whole state" : $0 }.joined(separator: ", ")
    if more > 0 { text += ", and \(CountText.words(more, "other place"))" }
    page.line(
      .literal("  read as   ", .dim),
      .text("\(CountText.words(states, "recorded state")) with other values at \(text)", .dim))
  }
}
