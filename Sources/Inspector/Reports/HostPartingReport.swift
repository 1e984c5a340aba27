public import SessionFormat

/// The first action at which two reducer hosts part.
public struct HostPartingReport: Report {
  let good: String
  let bad: String
  let result: HostParting.Result

  /// `good` and `bad`, `equal`, (`notComparable`,) `parting` or null, (`opaque`, `death`, `refused`, `restarts`,)
  /// `drawsAfresh`, (`migrating`).
  public var json: JSONValue {
    var json = ReportJSON("parting")
    json.add("good", good)
    json.add("bad", bad)
    json.add("equal", result.equal)
    if !result.notComparable.isEmpty { json.add(result.notComparable) }
    json.add("parting", result.parting?.json ?? .null)
    json.add("opaque", result.opaque?.json)
    json.add("death", result.death.map(\.json))
    if result.refused > 0 { json.add("refused", result.refused) }
    let (goods, bads) = (result.notes.good.withoutRestarts, result.notes.bad.withoutRestarts)
    let restarts = result.notes.good.restarts + result.notes.bad.restarts
    if !restarts.isEmpty { json.add("restarts", .array(restarts.map(\.json))) }
    let notes = goods.map { $0.json(of: "good") } + bads.map { $0.json(of: "bad") }
    if !notes.isEmpty { json.add("notes", .array(notes)) }
    json.add("drawsAfresh", result.drawsAfresh)
    json.add("migrating", result.migrating?.rawValue)
    return json.value
  }

  /// Where they part and in what, or that they agree.
  public func write(to page: inout Page) {
    let facts =
      "  \(ValueText.count(result.equal, "action")) the same\(result.notComparable.notComparableText)"
    if let parting = result.parting {
      page.line(.literal("part  ", .removed), .text(parting.place, .bold), .text(facts, .dim))
      parting.write(to: &page)
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
    let restarts = result.notes.good.restarts + result.notes.bad.restarts
    for words in [HostNote].listed(restarts, { $0.words(naming: true) }) {
      page.line(.literal("  note      ", .dim), .text(words))
    }
    result.notes.good.withoutRestarts.write(to: &page, margin: "  good      ")
    result.notes.bad.withoutRestarts.write(to: &page, margin: "  bad       ")
    if result.refused > 0 {
      page.line(
        .text(
          "  \(ValueText.count(result.refused, "action")) refused by both in the same way", .dim))
    }
    if let death = result.death {
      page.line(.text("  both died there, and nothing after it was compared: \(death)", .dim))
    }
    if let n = result.drawsAfresh {
      page.line(
        .text("  each draws a value of its own in action \(n): nothing after it was compared", .dim)
      )
    }
  }
}

extension HostParting.Parting {
  fileprivate var place: String { type.map { "action \(n) \($0)" } ?? "the first state, \(n)" }

  /// The change of case that lies between both states, if that is what differs.
  private var cases: CaseChange? {
    guard kind == "state", case .value(let old) = good, case .value(let new) = bad else {
      return nil
    }
    return CaseChange.told(old, new)
  }

  /// What was recorded: a case as those of the two sides, where these are cases.
  private func spans(of recorded: HostParting.Side) -> [Span] {
    guard cases != nil, case .value(let value?) = recorded, let known = CaseChange.Case(value)
    else { return [recorded.words(.plain)] }
    return known.spans(.plain)
  }

  fileprivate var json: JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    json.add("type", type)
    json.add("kind", kind)
    json.add("path", path?.description)
    if path != nil { json.add("others", others) }
    json.add("is", input)
    json.add("good", good.json)
    json.add("bad", bad.json)
    json.add("recorded", recorded?.json)
    json.add("case", cases?.json)
    return json.value
  }

  fileprivate func write(to page: inout Page) {
    switch kind {
    case "state":
      page.line(.literal("  path      ", .dim), ValueText.path(path ?? .root))
    case "input":
      page.line(.literal("  input     ", .dim), .text(input ?? "", .name))
    case "action":
      page.line(.literal("  the action encodes differently again"))
    default: break
    }
    // The bad one is what is to go.
    let sides = cases?.inverse.sides ?? (old: [bad.words(.removed)], new: [good.words(.added)])
    page.line([.literal("  good      ", .dim)] + sides.new)
    page.line([.literal("  bad       ", .dim)] + sides.old)
    if let recorded { page.line([.literal("  recorded  ", .dim)] + spans(of: recorded)) }
    if others > 0 {
      page.line(.text("            and \(ValueText.count(others, "other place"))", .dim))
    }
  }
}

extension HostParting.Migrating {
  fileprivate var words: String {
    switch self {
    case .good, .bad: "by \(rawValue) alone"
    case .both: "by each in a way of its own"
    }
  }
}

extension HostParting.Side {
  fileprivate var json: JSONValue {
    var json = ReportJSON()
    switch self {
    case .value(let value): json.add("value", value)
    case .threw(let error): json.add("threw", error)
    case .refused(let error):
      json.add("refused", ["reason": .string(error.reason), "message": .string(error.message)])
    case .died(let death): json.add("death", death.json)
    case .reduced: json.add("reduced", .bool(true))
    case .crashed: json.add("crashed", .bool(true))
    }
    return json.value
  }

  fileprivate func words(_ style: Style) -> Span {
    switch self {
    case .value(let value): ValueText.preview(value, style, columns: 100)
    case .threw(let error): .text(error.map { "throws \($0)" } ?? "throws nothing", style)
    case .refused(let error): .text("refused: \(error.reason): \(error.message)", style)
    case .died(let death):
      .text(death.description + (death.lastWords.map { ": \($0)" } ?? ""), style)
    case .reduced: .literal("goes on", style)
    case .crashed: .literal("died in it", style)
    }
  }
}
