import Inspector
package import SessionFormat

/// The last change of a value.
package struct WhyReport: Report {
  let path: JSONPointer
  /// The last state that was looked at.
  let n: Int
  let cause: Cause?
  /// The later state that was asked about, which is not known.
  var asked: Int?
  /// The first later step at which the value is there, if there was none up to here.
  var addedBy: Int?
  /// Stretches of lost states since that change, in which the value may have changed, too.
  var lost: [ClosedRange<Int>] = []
  /// How much of the value is left out of the current state; nil if it is whole.
  var leftOut: LeftOut?
  /// The places of enums.
  var enums = EnumPlaces.unknown
  /// The last change after the last action without one, if that is requested.
  var since: Cause?
  /// Whether such a change is unknown, because what came after that action is cut.
  var isSinceUnknown = false
  /// The action, what caused it, and where the same value is.
  var details: CauseDetails?
  /// Where the value may come from, if that is requested.
  var provenance: Provenance?
  private var cases: CaseChange? { cause?.sides.cases(at: path, enums) }
  private var moments: Moments? { cause?.sides.moments(at: path, enums) }

  /// `path`, `n`, `asked`, `cause`, `addedBy`, `lost`, `since`, `sinceUnknown`, `leftOut`, the details, `hops`.
  package var json: JSONValue {
    var json = ReportJSON("why")
    json.add("path", path)
    json.add("n", n)
    json.add("asked", asked)
    json.add("cause", cause.map { CauseText.json($0, cases) } ?? .null)
    json.add("addedBy", addedBy)
    json.add("since", since.map { CauseText.json($0, $0.sides.cases(at: path, enums)) })
    if isSinceUnknown { json.add("sinceUnknown", true) }
    if !lost.isEmpty { json.add("lost", CutText.json(lost: lost)) }
    json.add("leftOut", leftOut?.count)
    if let details { ProvenanceText.add(details, to: &json) }
    if let provenance { json.add("hops", ProvenanceText.json(provenance)) }
    return json.value
  }

  /// The action, and the values before and after its change.
  package func write(to page: inout Page) {
    writeChange(to: &page)
    if let provenance { ProvenanceText.write(provenance, to: &page) }
  }

  private func writeChange(to page: inout Page) {
    writeCause(to: &page)
    if !lost.isEmpty {
      page.line(.text("  or in \(CutText.lostStates(lost))"))
    }
    if let details { ProvenanceText.write(details, to: &page) }
    CutText.write(leftOut, to: &page, indent: "  ")
    if let asked {
      page.line(.text("  state \(asked) is not known; this is of state \(n)", .dim))
    }
    guard let since else {
      if isSinceUnknown {
        page.line(
          .literal("  since then, without an action: unknown, as the state after it is cut", .dim))
      }
      return
    }
    let change =
      since.sides.cases(at: path, enums)?.spans
      ?? [since.sides.old.span(.removed), .literal(" -> ", .dim), since.sides.new.span(.added)]
    page.line([.literal("  since then, without an action: ", .dim)] + change)
  }

  private func writeCause(to page: inout Page) {
    guard let cause else {
      let later = addedBy.map { "; step \($0) adds it" } ?? ""
      page.line(ValueText.path(path), .text(" is in no state up to \(n)\(later)"))
      return
    }
    page.line([ValueText.path(path)] + CauseText.spans(cause, isPartly: leftOut != nil))
    if case .beginning = cause.origin {
      let value = [cause.sides.new.span(.plain)] + Span.note(moment: moments?.new)
      page.line([.literal("  is   ", .dim)] + value)
      return
    }
    let (old, new) =
      cases?.sides
      ?? (
        [cause.sides.old.span(.removed)] + Span.note(moment: moments?.old),
        [cause.sides.new.span(.added)] + Span.note(moment: moments?.new)
      )
    page.line([.literal("  from ", .dim)] + old)
    page.line([.literal("  to   ", .dim)] + new)
    if cause.new == nil, !cause.isNewUnknown, !cause.isOldUnknown {
      page.line(.literal("  it is gone since then", .dim))
    }
  }
}

/// Every change of a value.
package struct HistoryReport: Report {
  let path: JSONPointer
  let changes: [Cause]
  /// For which limits some of them are not known.
  var limits = CutLimits()
  /// The other steps that may have changed it, because states are cut.
  var unknown = UnknownSteps()
  /// The places of enums.
  var enums = EnumPlaces.unknown
  /// Whether a limit ended the search.
  var isLimited = false

  /// `path`, `changes`, `limited`, `unknown`.
  package var json: JSONValue {
    var json = ReportJSON("history")
    json.add("path", path)
    json.add("changes", rows)
    if isLimited { json.add("limited", true) }
    if let unknown = CutText.json(unknown: unknown) { json.add("unknown", unknown) }
    return json.value
  }

  /// A row for each change.
  package var rows: [JSONValue] {
    changes.map { CauseText.json($0, $0.sides.cases(at: path, enums)) }
  }

  /// A line for each change.
  package func write(to page: inout Page) {
    guard !changes.isEmpty else {
      page.line(ValueText.path(path), .literal(" is in no state"))
      return
    }
    var table = Table(.right, .name, .flexible)
    for change in changes {
      let name = CauseText.nameSpan(change.origin, isFromCut: change.isOldUnknown)
      table.row(
        .text(change.n.map(String.init) ?? "start", .bold), name, values(change))
    }
    page.table(table)
    if isLimited { LimitText.writeFromEnd(changes.count, "change", to: &page) }
    CutText.write(unknown: unknown, to: &page)
    if unknown.numbers.isEmpty, changes.contains(where: \.isNewUnknown) {
      page.line(.text("changes behind a cut are not known; \(limits.remedy)", .dim))
    }
  }

  private func values(_ change: Cause) -> Span {
    if change.isNewUnknown { return .literal("unknown: the state is cut", .error) }
    let cases = change.sides.cases(at: path, enums)
    let moments = change.sides.moments(at: path, enums)
    guard change.old != nil, change.new != nil else {
      if change.new == nil, !change.isOldUnknown { return .literal("gone", .removed) }
      return .group([change.sides.new.span(.added)] + Span.note(moment: moments?.new))
    }
    // The old moment stands in the row above.
    return .group(change.sides.spans(cases, nil) + Span.note(moment: moments?.new))
  }
}
