import Inspector
package import SessionFormat

/// Where a text is in a session, and where its states changed so that it came or went.
package struct GrepReport: Report {
  let query: TextQuery
  /// The only kind that was searched; nil if all were.
  let kind: TextHit.Kind?
  /// The most hits to find; nil for all.
  let limit: Int?
  let found: TextHits
  /// What ended the search early.
  let failure: InspectorError?
  /// The states and actions of which a part was left out, so that it was not searched.
  var cut = CutStates()
  /// The steps of which an action or a state is lost.
  var lost: [ClosedRange<Int>] = []
  /// Whether nothing was found, but with other capital letters something is.
  var isInOtherCase = false

  /// How many places of a hit are lines of the text.
  private static let placesShown = 3

  /// `text`, `ignoreCase`, `number`, `in`, `hits`, `count`, `omitted`, `types`, `marks`, `others`,
  /// `cutStates`, `cutActions`, `lost`, `limited`, `inOtherCase`, `error`.
  package var json: JSONValue {
    var json = ReportJSON("grep")
    json.add("text", query.text)
    if query.ignoresCase { json.add("ignoreCase", true) }
    if query.number != nil { json.add("number", true) }
    json.add("in", kind?.rawValue)
    json.add("hits", rows)
    json.add("count", found.count)
    if found.count > found.hits.count { json.add("omitted", found.count - found.hits.count) }
    json.add("types", of: found.types) { row, json in
      json.add("type", row.type)
      json.add("actions", row.counts.actions)
      json.add("inputs", row.counts.inputs)
      json.add("states", row.counts.states)
    }
    json.add("marks", found.marks)
    json.add("others", found.otherStates)
    if cut.count > 0 { json.add("cutStates", cut.count) }
    if cut.actions > 0 { json.add("cutActions", cut.actions) }
    if !lost.isEmpty { json.add("lost", CutText.json(lost: lost)) }
    if isLimited { json.add("limited", true) }
    if isInOtherCase { json.add("inOtherCase", true) }
    json.add("error", failure?.description)
    return json.value
  }

  /// A row for each hit.
  package var rows: [JSONValue] { found.hits.map(GrepText.json) }

  private var isLimited: Bool { LimitText.isReached(limit, by: found.count) }

  /// A line for each place of each hit, and the counts.
  package func write(to page: inout Page) {
    guard found.count > 0 else {
      page.line(
        .literal("nothing has ", .dim), .text(JSONValue.string(query.text).description),
        .text(kind.map { " in \($0.rawValue)s" } ?? "", .dim),
        .literal(isInOtherCase ? "; with other capital letters it is there: -i" : "", .dim))
      if let condition = LiteralPattern.condition(query.text) {
        page.line(
          .literal("grep takes TEXT as it stands; as a pattern it is: ", .dim),
          .text("find \(condition)"))
      }
      writeCuts(to: &page)
      return
    }
    var table = Table(.right, .left, .name, .left, .flexible, .flexible)
    for hit in found.hits {
      for row in GrepText.rows(hit, upTo: Self.placesShown) { table.row(row) }
    }
    page.table(table)
    page.rest(found.count - found.hits.count, "and ", "other hit", ", only counted")
    writeCounts(to: &page)
    writeCuts(to: &page)
  }

  private func writeCuts(to page: inout Page) {
    let parts = [
      cut.count > 0 ? CountText.words(cut.count, "state") : nil,
      cut.actions > 0 ? CountText.words(cut.actions, "action") : nil,
    ].compactMap(\.self)
    if !parts.isEmpty {
      page.line(
        .literal("unknown ", .error),
        .text(
          "what was left out of \(parts.joined(separator: " and ")): it was not searched; "
            + cut.limits.remedy))
    }
    var unknown = UnknownSteps()
    unknown.lost = lost
    CutText.write(unknown: unknown, to: &page)
  }

  private func writeCounts(to page: inout Page) {
    if isLimited { LimitText.write(found.count, "hit", to: &page) }
    if query.number != nil {
      page.line(
        .text("found are numbers equal to \(query.text), and texts and names with it in them", .dim)
      )
    }
    guard found.count > 1 else { return }
    var table = Table(.flexible, .right, .right, .right)
    func cell(_ count: Int) -> Span { count > 0 ? .number(count) : .literal("-", .dim) }
    table.row(
      .literal("found with", .dim), .literal("actions", .dim), .literal("inputs", .dim),
      .literal("states", .dim))
    for (type, counts) in found.types {
      table.row(.type(type), cell(counts.actions), cell(counts.inputs), cell(counts.states))
    }
    if found.otherStates > 0 {
      table.row(
        .literal("(no known action)", .dim), cell(0), cell(0), .number(found.otherStates))
    }
    page.table(table)
    if found.marks > 0 { page.line(.text(CountText.words(found.marks, "mark"), .dim)) }
  }
}

/// A hit in words and as JSON.
enum GrepText {
  /// `n`, `t`, `in`, `type`, `is`, `by` and what goes with it, `named`, `places`, `count`.
  static func json(_ hit: TextHit) -> JSONValue {
    var json = ReportJSON()
    if case .state(let origin) = hit.source {
      json.add("n", hit.n)
      json.add("t", hit.t)
      json.add("in", "state")
      var cause = ReportJSON()
      CauseText.add(origin, to: &cause)
      for (name, value) in cause.value.object.map(Array.init) ?? [] where name != "n" {
        json.add(name, value)
      }
    } else {
      json.add("n", hit.n)
      json.add("t", hit.t)
      json.add("in", kind(hit))
      json.add("type", hit.type)
      if case .input(let name) = hit.source { json.add("is", name) }
      if hit.isNamed { json.add("named", true) }
    }
    json.add("places", of: hit.places, add)
    json.add("count", hit.count)
    return json.value
  }

  private static func add(_ place: TextHit.Place, to json: inout ReportJSON) {
    json.add("path", place.path)
    json.add("match", place.match.rawValue)
    json.add("change", place.change?.rawValue)
    if place.isOldUnknown { json.add("oldUnknown", true) }
    json.add("value", place.value)
    if place.isExcerpt { json.add("excerpt", true) }
  }

  /// The rows of a table: the number, what it is, its name, a sign, the place and the value.
  static func rows(_ hit: TextHit, upTo count: Int) -> [[Span]] {
    let head: [Span] = [.number(hit.n, .bold), .text(kind(hit), .dim), name(hit)]
    if hit.places.isEmpty { return [head + [.literal(""), .literal("")]] }
    var rows = hit.places.prefix(count).map { head + cells($0) }
    let rest = hit.count - rows.count
    if rest > 0 {
      let none = Span.literal("")
      rows.append([none, none, none, none, .text("and \(rest) more", .dim)])
    }
    return rows
  }

  private static func kind(_ hit: TextHit) -> String {
    switch hit.source {
    case .action: "action"
    case .dispatched: "dispatched"
    case .input: "input"
    case .mark: "mark"
    case .state: "state"
    }
  }

  private static func name(_ hit: TextHit) -> Span {
    switch hit.source {
    case .action, .dispatched: .type(hit.type ?? "", hit.isNamed ? .bold : .plain)
    case .input(let name): .text(name, hit.isNamed ? .bold : .plain)
    case .mark: .literal("")
    case .state(let origin): CauseText.nameSpan(origin, isFromCut: false)
    }
  }

  private static func cells(_ place: TextHit.Place) -> [Span] {
    let path: Span =
      place.path.isRoot && place.change == nil ? .literal("") : ValueText.path(place.path)
    let style = style(place.change)
    let value: Span =
      place.value.map { ValueText.preview($0, style) } ?? .literal("(name)", .dim)
    return [sign(place), path, value]
  }

  private static func sign(_ place: TextHit.Place) -> Span {
    switch place.change {
    case nil: .literal("")
    // It may have been there before, behind a cut.
    case .appeared? where place.isOldUnknown: .literal("?", .added)
    case .appeared?: .literal("+", .added)
    case .vanished?: .literal("-", .removed)
    case .changed?: .literal("~", .changed)
    }
  }

  private static func style(_ change: TextHit.Change?) -> Style {
    switch change {
    case nil: .plain
    case .appeared?: .added
    case .vanished?: .removed
    case .changed?: .changed
    }
  }
}
