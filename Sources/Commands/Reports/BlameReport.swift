import Inspector
package import SessionFormat

/// The cause of each value of a state, or of a part of it.
package struct BlameReport: Report {
  let path: JSONPointer
  let n: Int
  /// The time of the step that is asked about; nil if it is not known.
  let t: Int?
  /// Where the prompt stands; nil for a verb.
  var here: Int?
  /// The part of the state.
  let value: JSONValue
  /// Its leaves, in order.
  let leaves: [BlamedLeaf]
  /// Stretches of lost states since the oldest change, in which older values may have been set, too.
  let lost: [ClosedRange<Int>]

  /// The most columns of the name of a member, with its margin.
  private static let widestName = 40

  /// `path`, `n`, `leaves`, `lost`.
  package var json: JSONValue {
    var json = ReportJSON("blame")
    json.add("path", path)
    json.add("n", n)
    json.add("leaves", rows)
    if !lost.isEmpty { json.add("lost", CutText.json(lost: lost)) }
    return json.value
  }

  /// A row for each leaf: `path`, `value`, `by` and its members, `t`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: leaves) { leaf, json in
      json.add("path", leaf.path)
      json.add("value", leaf.value)
      if leaf.isCut { return json.add("unknown", true) }
      CauseText.add(leaf.origin, to: &json)
      if leaf.isFromCut { json.add("oldUnknown", true) }
      json.add("t", leaf.t)
    }
  }

  /// The value as a tree, with the step, its type and its age before each leaf.
  package func write(to page: inout Page) {
    var table = Table(.right, .name, .spare, .flexible)
    var rest = leaves[...]
    let name = path.isRoot ? "(the whole state)" : PlaceText.shorthand(path.tokens)
    write(value, named: name, depth: 0, &rest, to: &table)
    page.table(table)
    if !lost.isEmpty {
      page.line(.text("older values may also have been set in \(CutText.lostStates(lost))"))
    }
  }

  /// Recursive over the value; the reader limits its nesting.
  private func write(
    _ value: JSONValue, named name: String, depth: Int, _ rest: inout ArraySlice<BlamedLeaf>,
    to table: inout Table
  ) {
    let margin = Margin.text(depth)
    let isLeaf = value.object?.isEmpty ?? value.array?.isEmpty ?? true
    guard !isLeaf else {
      guard let leaf = rest.popFirst() else { return }
      guard !leaf.isCut else {
        table.row(
          .literal("?", .error), .literal("unknown: the state is cut", .error), .literal(""),
          .group([.text("\(margin)\(name): "), ValueText.preview(leaf.value)]))
        return
      }
      table.row(
        .text(leaf.origin.n.map(String.init) ?? "start", .bold),
        CauseText.nameSpan(leaf.origin, isFromCut: leaf.isFromCut), age(leaf),
        .group([
          .text("\(margin)\(name): ", columns: Self.widestName), ValueText.preview(leaf.value),
        ]))
      return
    }
    table.row(.literal(""), .literal(""), .literal(""), .text("\(margin)\(name)", .name))
    for member in value.object.map(Array.init) ?? [] {
      write(member.value, named: PlaceText.name(member.name), depth: depth + 1, &rest, to: &table)
    }
    for (place, element) in (value.array.map(Array.init) ?? []).enumerated() {
      write(element, named: String(place), depth: depth + 1, &rest, to: &table)
    }
  }

  /// How long before the step that is asked about the leaf was set.
  private func age(_ leaf: BlamedLeaf) -> Span {
    if let here, case .action(here, _) = leaf.origin { return .literal("here", .dim) }
    guard let t, let set = leaf.t, t >= set else { return .literal("") }
    return .group([.duration(t - set, .dim), .literal(" ago", .dim)])
  }
}
