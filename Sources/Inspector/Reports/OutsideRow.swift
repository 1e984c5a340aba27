import SessionFormat

/// A row of a list of steps for a change from outside: what became of a state without an action.
struct OutsideRow: Sendable {
  /// The step after which it came.
  let n: Int
  /// When it was found: as the next action began.
  let t: Int
  /// The places that changed; nil where the state before it is not known.
  let paths: [JSONPointer]?
  var caseChange: CaseChange?
  /// Whether the states were too much to compare in full.
  let isCut: Bool

  /// `n`, `t`, `outside`, `changed`, `cut`.
  var json: JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    json.add("t", t)
    json.add("outside", true)
    json.add("changed", paths.map { .array($0.map { .string($0.description) }) })
    if isCut { json.add("cut", true) }
    return json.value
  }

  /// The cells of a row in a table of steps.
  var cells: [Span] {
    [
      .literal(" "), .literal(""), .text(ValueText.time(t), .dim), .literal(""),
      .literal("(outside)", .dim),
      StepRow.changes(paths, caseChange, marks: ""),
    ]
  }
}

extension Timeline {
  /// Whether it has the changes from outside that were recorded after step `n`.
  ///
  /// What a branch does next began without those at its fork.
  func hasOutsides(_ n: Int) -> Bool { n < fork || (n == fork && plan.isRecording) }

  /// The changes from outside after step `n`, each with the states before and since; nil for both
  /// where state `n` is not known.
  func outsides(
    after n: Int
  ) throws(InspectorError) -> [(line: OutsideLine, states: (JSONValue, JSONValue)?)] {
    guard hasOutsides(n), session.steps.outsides[n] != nil else { return [] }
    guard hasState(n) else {
      return try session.outsides(n).map { ($0, nil) }
    }
    var before = try session.state(n)
    return try session.leavings(n).map { change in
      defer { before = change.state }
      return (change.line, (before, change.state))
    }
  }
}

/// A change from outside, in a session that grows.
struct OutsideReport: Report {
  let row: OutsideRow

  /// The row.
  var json: JSONValue { row.json }

  /// The row as one line.
  func write(to page: inout Page) {
    let time = ValueText.time(row.t)
    page.line(
      .text(String(repeating: " ", count: 7 + max(0, 10 - time.count)) + time, .dim),
      .literal("            (outside)  ", .dim), row.cells[5])
  }
}
