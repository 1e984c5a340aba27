import Inspector
package import SessionFormat

/// The first action at which two reducer hosts diverge.
package struct HostComparisonReport: Report {
  let good: String
  let bad: String
  let result: HostComparison.Result
  private var restarts: [HostRestart] { result.notes.good.restarts + result.notes.bad.restarts }

  /// `good` and `bad`, `equal`, (`notComparable`,) `parting` or null, (`opaque`, `death`, `refused`, `restarts`,)
  /// `drawsAfresh`, (`migrating`).
  package var json: JSONValue {
    var json = ReportJSON("parting")
    json.add("good", good)
    json.add("bad", bad)
    json.add("equal", result.equal)
    if !result.notComparable.isEmpty { json.add(result.notComparable) }
    json.add("parting", result.divergence.map(result.json) ?? .null)
    json.add("opaque", result.opaque?.json)
    json.add("death", result.death.map(\.json))
    if result.refused > 0 { json.add("refused", result.refused) }
    let (goods, bads) = (result.notes.good.withoutRestarts, result.notes.bad.withoutRestarts)
    if !restarts.isEmpty { json.add("restarts", restarts.map(\.json)) }
    let notes = goods.map { $0.json(of: "good") } + bads.map { $0.json(of: "bad") }
    if !notes.isEmpty { json.add("notes", notes) }
    json.add("drawsAfresh", result.drawsAfresh)
    json.add("migrating", result.migrating?.rawValue)
    return json.value
  }

  /// The place and kind of the divergence, or that the hosts agree.
  package func write(to page: inout Page) {
    let facts =
      "  \(CountText.words(result.equal, "action")) the same\(result.notComparable.notComparableText)"
    if let divergence = result.divergence {
      page.line(.literal("diverge  ", .removed), .text(divergence.place, .bold), .text(facts, .dim))
      result.write(divergence.kind, to: &page)
    } else {
      page.line(
        result.isUnknown ? .literal("not comparable", .changed) : .literal("agree ", .added),
        .text(facts, .dim))
    }
    result.opaque?.write(to: &page)
    if let migrating = result.migrating {
      page.line(
        .literal("  migrated  ", .dim), .text("\(migrating.words): their states may differ in form")
      )
    }
    for words in [HostNote].listed(restarts, { $0.words(naming: true) }) {
      page.line(.literal("  note      ", .dim), .text(words))
    }
    result.notes.good.withoutRestarts.write(to: &page, margin: "  good      ")
    result.notes.bad.withoutRestarts.write(to: &page, margin: "  bad       ")
    page.rest(result.refused, "  ", "action", " refused by both in the same way")
    if let death = result.death {
      page.line(.text("  both died there, so nothing after it was compared: \(death)", .dim))
    }
    if let n = result.drawsAfresh {
      page.line(
        .text("  each draws its own value in action \(n), so nothing after it was compared", .dim)
      )
    }
  }
}

extension HostComparison.Result {
  /// The recorded value; shown as a case if those of the two hosts are cases.
  private func spans(of recorded: Divergence.Side, _ kind: Divergence.Kind) -> [Span] {
    guard kind.cases != nil, case .value(let value?) = recorded, let known = CaseChange.Case(value)
    else { return [recorded.words(.plain)] }
    return known.spans(.plain)
  }

  fileprivate func json(of divergence: Divergence) -> JSONValue {
    let kind = divergence.kind
    var json = ReportJSON()
    json.add("n", divergence.n)
    json.add("type", divergence.type)
    if case .outcome = kind { json.add("kind", "outcome") } else { json.add("kind", kind.name) }
    if case .state(let path, _, _, let others) = kind {
      json.add("path", path)
      json.add("others", others.count)
    }
    if case .input(let name, _, _) = kind { json.add("is", name) }
    json.add("good", kind.sides.expected.json)
    json.add("bad", kind.sides.actual.json)
    json.add("recorded", recorded?.json)
    json.add("case", kind.cases?.json)
    return json.value
  }

  fileprivate func write(_ kind: Divergence.Kind, to page: inout Page) {
    switch kind {
    case .state(let path, _, _, _):
      page.line(.literal("  place     ", .dim), ValueText.path(path))
    case .input(let name, _, _): page.line(.literal("  input     ", .dim), .text(name, .name))
    case .action: page.line(.literal("  the action encodes differently again"))
    default: break
    }
    // The bad side is the old one.
    let sides = kind.spans(isExpectedNew: true)
    page.line([.literal("  good      ", .dim)] + sides.expected)
    page.line([.literal("  bad       ", .dim)] + sides.actual)
    if let recorded { page.line([.literal("  recorded  ", .dim)] + spans(of: recorded, kind)) }
    page.rest(kind.others, "            and ", "other place")
  }
}

extension HostComparison.Migrating {
  fileprivate var words: String {
    switch self {
    case .good, .bad: "by \(rawValue) only"
    case .both: "by each in a different way"
    }
  }
}
