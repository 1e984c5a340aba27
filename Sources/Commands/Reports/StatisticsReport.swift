import Inspector
package import SessionFormat

/// Counts over a whole timeline.
package struct StatisticsReport: Report {
  let statistics: SessionStatistics

  /// The most states in the text.
  private static let shownSizes = 12
  /// The columns of the bar of the largest state.
  private static let barColumns = 40

  /// `actions`, `types`, `threw`, `dispatched`, `sizes`, `wholeStates`, `paths`, `otherPaths`,
  /// `inputs`, `outsides`, `gaps`, (`cutStates`), (`damage`).
  package var json: JSONValue {
    var json = ReportJSON("stats")
    json.add("actions", statistics.actions)
    json.add("types", of: statistics.types) { type, json in
      json.add("type", type.type)
      json.add("count", type.count)
      if let took = type.took {
        var times = ReportJSON()
        times.add("count", took.count)
        times.add("p50", took.p50)
        times.add("p90", took.p90)
        times.add("p99", took.p99)
        times.add("max", took.max)
        json.add("took", times.value)
      }
    }
    json.add("threw", statistics.threw)
    json.add("dispatched", statistics.dispatched, by: "type")
    json.add("sizes", statistics.sizes.map { ["n": .number($0.n), "bytes": .number($0.bytes)] })
    json.add("wholeStates", statistics.wholeStates)
    json.add("paths", statistics.hotPaths, by: "path")
    json.add("otherPaths", statistics.otherPaths)
    json.add("inputs", statistics.inputs, by: "is")
    json.add("outsides", statistics.outsides)
    json.add("gaps", statistics.gaps)
    if statistics.cut.count > 0 { json.add("cutStates", statistics.cut.count) }
    if let losses = statistics.losses {
      json.add("damage", losses.json)
    }
    return json.value
  }

  /// A table for each kind of fact.
  package func write(to page: inout Page) {
    let threw = statistics.threw > 0 ? ", \(statistics.threw) threw" : ""
    page.line(
      .literal("actions", .heading), .text("  \(statistics.actions)\(threw)", .bold))
    writeTypes(to: &page)
    write(statistics.dispatched, "dispatched, not reduced", to: &page) { .text($0) }
    writeSizes(to: &page)
    write(statistics.hotPaths, "changed most", to: &page) {
      PlaceText.pattern($0)
    }
    page.rest(statistics.otherPaths, "  and ", "other path")
    write(statistics.inputs, "inputs", to: &page) { .text($0) }
    // Damage leaves no gap in the file.
    let gap = statistics.losses == nil ? "gap" : "recorded gap"
    page.line(
      .text(
        "\(CountText.words(statistics.outsides, "change")) from outside, "
          + "\(CountText.words(statistics.gaps, gap)), "
          + "\(CountText.words(statistics.wholeStates, "state")) recorded whole", .dim))
    if statistics.cut.count > 0 {
      page.line(
        .literal("unknown: ", .error),
        .text(
          "\(CountText.words(statistics.cut.count, "state")) cut: their sizes, and changes behind "
            + "the cuts (also from outside), are not known; \(statistics.cut.limits.remedy)"))
    }
    statistics.losses?.write(to: &page)
  }

  private func write(
    _ counts: [SessionStatistics.Named], _ heading: StaticString, to page: inout Page,
    name: (String) -> Span
  ) {
    guard !counts.isEmpty else { return }
    page.line(.literal(heading, .heading))
    var table = Table(.right, .flexible)
    for named in counts { table.row(.text("  \(named.count)", .bold), name(named.name)) }
    page.table(table)
  }

  private func writeTypes(to page: inout Page) {
    guard !statistics.types.isEmpty else { return }
    let hasTimes = statistics.types.contains { $0.took != nil }
    var table = Table(.right, .extra, .flexible, .right, .spare, .spare, .right)
    if hasTimes {
      table.row(
        .literal(""), .literal(""), .literal("time in the reducer:", .dim), .literal("p50", .dim),
        .literal("p90", .dim), .literal("p99", .dim), .literal("max", .dim))
    }
    for type in statistics.types {
      let times = type.took.map { [$0.p50, $0.p90, $0.p99, $0.max] } ?? []
      table.row(
        [
          .text("  \(type.count)", .bold), .text(share(type.count), .dim), .type(type.type),
        ] + times.map { Span.duration($0) })
    }
    page.table(table)
  }

  /// The share of all actions with one decimal.
  private func share(_ count: Int) -> String {
    let thousandths = (count * 2000 + statistics.actions) / (2 * max(1, statistics.actions))
    return "\(thousandths / 10).\(thousandths % 10) %"
  }

  /// The size of the state over time, as bars.
  private func writeSizes(to page: inout Page) {
    let all = statistics.sizes
    guard let largest = all.map(\.bytes).max() else { return }
    page.line(.literal("size of the state", .heading))
    let count = min(Self.shownSizes, all.count)
    var table = Table(.right, .right, .left)
    for place in 0..<count {
      let size = all[count > 1 ? (all.count - 1) * place / (count - 1) : 0]
      let columns = (size.bytes * Self.barColumns + largest - 1) / max(1, largest)
      table.row(
        .text("  \(size.n)", .bold), .size(size.bytes),
        .text(String(repeating: "#", count: columns), .changed))
    }
    page.table(table)
  }
}

extension ReportJSON {
  fileprivate mutating func add(
    _ name: String, _ counts: [SessionStatistics.Named], by member: String
  ) {
    add(name, of: counts) { named, json in
      json.add(member, named.name)
      json.add("count", named.count)
    }
  }
}
