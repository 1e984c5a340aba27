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

  /// `from`, `to` and `changes` or `tree`; as a patch, its document.
  package var json: JSONValue {
    if form == .patch { return tree.patch.document }
    var json = ReportJSON("diff")
    json.add("from", from)
    json.add("to", to)
    if form == .tree {
      json.add("tree", DifferenceTreeText.json(tree, enums, KnownPlaces(known)))
    } else {
      let pinned = PinnedChanges(known.changes, pin)
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
    case .paths: Array(ChangeText.json(known.changes).array ?? [])
    case .tree: [json]
    case .patch: Array(json.array ?? [])
    }
  }

  /// A heading and a line for each difference; as a patch, only the operations.
  package func write(to page: inout Page) {
    if form == .patch { return writePatch(to: &page) }
    let changes = known.changes
    guard !changes.isEmpty || known.leftOut != nil else {
      page.line(.text("states \(from) and \(to) are the same", .dim))
      return
    }
    page.line(
      .text("state \(from) -> state \(to)  ", .heading),
      .text(CountText.words(changes.count, "difference"), .dim))
    if form == .tree {
      DifferenceTreeText.write(tree, enums, KnownPlaces(known), to: &page)
    } else {
      let pinned = PinnedChanges(changes, pin)
      ChangeText.write(pinned.shown, to: &page)
      page.rest(pinned.elsewhere, "and ", "other change", " outside the pinned place")
    }
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

  private func writePatch(to page: inout Page) {
    let operations = tree.patch.operations
    guard !operations.isEmpty else { return page.line(.literal("[]")) }
    page.line(.literal("["))
    page.lines { line in
      for (place, operation) in operations.enumerated() {
        let tail: StaticString = place + 1 < operations.count ? "," : ""
        line([.literal("  "), .text(operation.document.description), .literal(tail)])
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

  /// A line for each change: sign, path, old and new value.
  static func write(
    _ changes: [ValueChange], to page: inout Page, indent: StaticString = "", limit: Int = .max
  ) {
    page.lines { line in
      let names = LikeNames(changes)
      for change in changes.prefix(limit) {
        var row = [.literal(indent)] + spans(change)
        if let likeness = names.likeness(of: change) {
          row.append(.text("  (its name and that of one that is gone: \(likeness.words))", .dim))
        }
        line(row)
      }
    }
    write(more: changes.count - limit, to: &page, indent: indent)
  }

  /// The line for changes that are not listed, if there are any.
  static func write(more count: Int, to page: inout Page, indent: StaticString) {
    guard count > 0 else { return }
    let more = CountText.words(count, "more change")
    page.line(.literal(indent), .text("… and \(more); diff shows all", .dim))
  }

  private static func spans(_ change: ValueChange) -> [Span] {
    if change.isMove, let from = change.from {
      return [
        .sign(.moved), ValueText.path(change.path), .literal("  from ", .dim), ValueText.path(from),
      ]
    }
    return spans(change.path, change.old, change.new, change.caseChange, replacement)
  }

  /// A sign, the place, and the change of case, or the values that are there.
  ///
  /// - Parameter replacement: The text if both are there.
  static func spans(
    _ path: JSONPointer, _ old: JSONValue?, _ new: JSONValue?, _ cases: CaseChange?,
    _ replacement: (JSONValue, JSONValue) -> [Span]
  ) -> [Span] {
    if let cases { return [.sign(.changed), ValueText.path(path), .literal("  ")] + cases.spans }
    let (change, values): (Span.Change, [Span]) =
      switch (old, new) {
      case (nil, let new): (.added, [ValueText.preview(new, .added)])
      case (let old, nil): (.removed, [ValueText.preview(old, .removed)])
      case (let old?, let new?): (.changed, replacement(old, new))
      }
    return [.sign(change), ValueText.path(path), .literal("  ")] + values
  }

  /// The old and the new value.
  static func sides(_ old: JSONValue, _ new: JSONValue) -> [Span] {
    [ValueText.preview(old, .removed), .literal(" -> ", .dim), ValueText.preview(new, .added)]
  }

  /// The old and the new value, and the reason if they look alike.
  static func replacement(_ old: JSONValue, _ new: JSONValue) -> [Span] {
    let spans = sides(old, new)
    if let likeness = Likeness(old, new) { return spans + [.text("  (\(likeness.words))", .dim)] }
    guard let place = hiddenDifference(old, new) else { return spans }
    return spans + [.text("  (they differ from character \(place) on)", .dim)]
  }

  /// The position, from 1, at which two texts differ whose shortened forms are the same.
  private static func hiddenDifference(_ old: JSONValue, _ new: JSONValue) -> Int? {
    guard let a = old.string, let b = new.string else { return nil }
    let options = RenderOptions()
    let shown = [old, new].map { Page.inline([ValueText.preview($0)], options) }
    guard shown[0] == shown[1] else { return nil }
    let same = zip(a.unicodeScalars, b.unicodeScalars).prefix { $0 == $1 }
    var common = String.UnicodeScalarView()
    common.append(contentsOf: same.map(\.0))
    return String(common).count + 1
  }
}
