import Inspector
package import SessionFormat

/// The recorded state of a step beside the one that a replay reaches.
package struct ReplayedStateReport: Report {
  let n: Int
  let tree: DifferenceTree
  /// The places of enums.
  let enums: EnumPlaces

  var isSame: Bool { tree.isEmpty }

  /// `n`, `same`, `changes`: from the recorded state to the replayed one.
  package var json: JSONValue {
    var json = ReportJSON("replayed-state")
    json.add("n", n)
    json.add("same", isSame)
    json.add("changes", ChangeText.json(tree.changes(enums)))
    return json.value
  }

  /// A heading, and a line for each place that differs.
  package func write(to page: inout Page) {
    guard !isSame else {
      page.line(.text("state \(n) is the same in the recording and in a replay", .dim))
      return
    }
    let changes = tree.changes(enums)
    page.line(
      .text("state \(n) as recorded", .heading), .arrow, .text("as replayed", .heading),
      .literal("  "), .text(CountText.words(changes.count, "difference"), .dim))
    ChangeLines(changes, in: ChangedSides(tree)).write(to: &page)
  }
}
