import Inspector
package import SessionFormat

/// The differences between two states of a timeline.
package struct DifferenceReport: Report {
  /// The forms of the differences.
  package enum Form: String, CaseIterable, Sendable {
    /// A line for each place.
    case paths
    /// Members and elements below each other; equal ones are folded.
    case tree
    /// A line for each place, with the old value beside the new one.
    case sides
    /// A JSON Patch (RFC 6902).
    case patch
  }

  let from: Int
  let to: Int
  let tree: DifferenceTree
  let form: Form
  /// The known differences.
  let known: KnownChanges
  /// The places of enums.
  let enums: EnumPlaces
  /// The subtree to which the list of changes is restricted; nil for the whole state.
  var pin: JSONPointer?
  /// Whether the first state is the one that changes from outside made of it.
  var isAfterOutside = false
  /// What those changed.
  var outside: [ValueChange] = []

  /// - Parameters:
  ///   - known: The known differences; nil if both states are whole.
  ///   - enums: The places of enums.
  init(
    from: Int, to: Int, tree: DifferenceTree, form: Form, known: KnownChanges? = nil,
    enums: EnumPlaces = .unknown
  ) {
    (self.from, self.to, self.tree, self.form, self.enums) = (from, to, tree, form, enums)
    self.known = known ?? KnownChanges(tree, CutPlaces(), CutPlaces(), enums)
  }

  /// Both states, if they are known whole.
  private var states: ChangedSides? { known.leftOut == nil ? ChangedSides(tree) : nil }
  private var pinned: PinnedChanges { PinnedChanges(known.changes, pin, in: states, enums) }

  /// `from`, `to` and `changes` or `tree`; as a patch, its document.
  package var json: JSONValue {
    if form == .patch { return tree.patch.document }
    var json = ReportJSON("diff")
    json.add("from", from)
    json.add("to", to)
    if isAfterOutside { json.add("afterOutside", true) }
    if form == .tree {
      json.add("tree", DifferenceTreeText.json(tree, enums, KnownPlaces(known)))
    } else {
      json.add("changes", ChangeText.json(pinned.shown))
      if let pin {
        json.add("pinned", pin)
        json.add("elsewhere", pinned.elsewhere)
      }
    }
    json.add("leftOut", known.leftOut?.count)
    let cuts = tree.cuts
    if !cuts.isEmpty { json.add("cuts", cuts) }
    return json.value
  }

  /// A row for each difference or operation; a tree is one row.
  package var rows: [JSONValue] {
    switch form {
    case .paths, .sides:
      Array(ChangeText.json(pinned.shown).array ?? [])
    case .tree: [json]
    case .patch: Array(json.array ?? [])
    }
  }

  /// A heading and a line for each difference; as a patch, only the operations.
  package func write(to page: inout Page) {
    if form == .patch { return writePatch(to: &page) }
    let changes = known.changes
    guard !changes.isEmpty || known.leftOut != nil else {
      guard isAfterOutside else {
        return page.line(.text("states \(from) and \(to) are the same", .dim))
      }
      page.line(.text("action \(to) changed nothing", .dim))
      return writeOutside(to: &page)
    }
    page.line(
      .text("state \(from)", .heading),
      isAfterOutside ? .literal(" and the changes from outside") : .literal(""),
      .arrow, .text("state \(to)", .heading), .literal("  "),
      .text(CountText.words(changes.count, "difference"), .dim))
    let pinned = pinned
    if form == .sides {
      page.table(ChangeText.sides(pinned.shown))
    } else if form == .tree {
      DifferenceTreeText.write(tree, enums, KnownPlaces(known), to: &page)
    } else {
      let isElement = pin.map { states?.hasArray(above: $0) == true } ?? false
      ChangeLines(pinned.shown, in: isElement ? nil : states).write(to: &page)
    }
    if form != .tree { writeElsewhere(pinned.elsewhere, to: &page) }
    CutText.write(known.leftOut, to: &page, indent: "  ")
    for cut in tree.cuts {
      page.line(
        .literal("  ", .dim), ValueText.path(cut),
        .literal("  too much to align: compared by index or as a whole", .dim))
    }
  }

  /// A patch has only its operations, even for cut states.
  package func caveat(in format: ReportFormat) -> String? {
    form == .patch ? CutText.caveat(known.leftOut) : nil
  }

  /// What changed without an action between the two states.
  private func writeOutside(to page: inout Page) {
    let changes = outside
    guard !changes.isEmpty else { return }
    page.line(
      .literal("changed from outside after state ", .dim), .number(from, .dim), .literal(":", .dim))
    ChangeLines(changes, in: nil).write(to: &page)
  }

  private func writeElsewhere(_ count: Int, to page: inout Page) {
    page.rest(count, "and ", "other change", " outside the pinned place")
  }

  private func writePatch(to page: inout Page) {
    let all = tree.patch.operations
    let operations = all.filter { $0.path.meets(pin) }
    defer { writeElsewhere(all.count - operations.count, to: &page) }
    guard !operations.isEmpty else { return page.line(.literal("[]")) }
    page.line(.literal("["))
    page.lines(isExact: true) { line throws(Page.Unread) in
      for (place, operation) in operations.enumerated() {
        let tail: StaticString = place + 1 < operations.count ? "," : ""
        try line([.literal("  "), .text(operation.document.description), .literal(tail)])
      }
    }
    page.line(.literal("]"))
  }
}

/// Changes as lines and as JSON.
enum ChangeText {
  /// If the paths exceed the limit, a last row `omitted` has the number of further changes.
  static func json(_ changes: [ValueChange]) -> JSONValue {
    let names = LikeNames(changes)
    let count = changes.lazy.map(\.path).prefix(within: JSONPointer.mostListed)
    let omitted = changes.count - count
    return .array(
      ReportJSON.list(of: changes.prefix(count)) { change, json in
        json.add("path", change.path)
        json.add("from", change.from?.description)
        if change.isMove { json.add("moved", true) }
        json.add("old", change.old)
        json.add("new", change.new)
        json.add("case", change.caseChange?.json)
        json.add("note", change.likeness?.rawValue)
        json.add("nameNote", names.likeness(of: change)?.rawValue)
      } + (omitted > 0 ? [["omitted": .number(omitted)]] : []))
  }

  /// The line for changes that are not listed, if there are any.
  static func write(more count: Int, to page: inout Page, indent: StaticString) {
    guard count > 0 else { return }
    let more = CountText.words(count, "more change")
    page.line(.literal(indent), .text("… and \(more); diff shows all", .dim))
  }

  /// A sign, the place, and the change of case, or the values that are there.
  static func spans(_ place: Span, _ change: ValueChange, isFolded: Bool = false) -> [Span] {
    spans(
      place, change.old, change.new, change.caseChange, change.moments, isFolded: isFolded)
  }

  static func spans(
    _ place: Span, _ old: JSONValue?, _ new: JSONValue?, _ cases: CaseChange?,
    _ moments: Moments? = nil, isFolded: Bool = false
  ) -> [Span] {
    func value(_ value: JSONValue?, _ style: Style) -> Span {
      value.map { isFolded ? ValueText.folded($0, style) : ValueText.preview($0, style) }
        ?? ValueText.preview(nil)
    }
    if let cases { return [.sign(.changed), place, .literal("  ")] + cases.spans }
    let (change, values): (Span.Change, [Span]) =
      switch (old, new) {
      case (nil, let new): (.added, [value(new, .added)] + Span.note(moment: moments?.new))
      case (let old, nil): (.removed, [value(old, .removed)] + Span.note(moment: moments?.old))
      case (let old?, let new?): (.changed, replacement(old, new, moments))
      }
    return [.sign(change), place, .literal("  ")] + values
  }

  /// The old and the new values in two columns.
  static func sides(_ changes: [ValueChange]) -> Table {
    var table = Table(.left, .flexible, .flexible, .flexible)
    for change in changes {
      let marked = change.old?.string.flatMap { old in
        change.new?.string.flatMap { MarkedDifference(old, $0) }
      }
      let old = change.old.map { ValueText.folded($0, .removed) } ?? .literal("")
      let new = change.new.map { ValueText.folded($0, .added) } ?? .literal("")
      table.row(
        .sign(change.sign), ValueText.path(change.path), marked.map { .group($0.oldSpans) } ?? old,
        marked.map { .group($0.newSpans) } ?? new)
    }
    return table
  }

  /// The old and the new value, and the reason if they look alike.
  static func replacement(
    _ old: JSONValue, _ new: JSONValue, _ moments: Moments? = nil
  ) -> [Span] {
    let sides =
      [ValueText.preview(old, .removed)] + Span.note(moment: moments?.old) + [.arrow]
      + [ValueText.preview(new, .added)] + Span.note(moment: moments?.new)
    if let likeness = Likeness(old, new) { return sides + [.text("  (\(likeness.words))", .dim)] }
    if let old = old.string, let new = new.string, let marked = MarkedDifference(old, new) {
      return marked.spans
    }
    guard old.height > 0, new.height > 0, Self.shown(old) == Self.shown(new) else { return sides }
    return sides + [.literal("  (they differ in what is not shown)", .dim)]
  }

  private static func shown(_ value: JSONValue) -> String {
    Page.inline([ValueText.preview(value)], RenderOptions())
  }
}
