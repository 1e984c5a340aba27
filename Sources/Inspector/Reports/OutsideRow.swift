import SessionFormat

/// A row of a list of steps for a change from outside: what became of a state without an action.
struct OutsideRow: Sendable {
  /// The step after which it came.
  let n: Int
  /// When it was found: as the next action began.
  let t: Int
  /// The places that changed; nil if the state before it is not known.
  let paths: [JSONPointer]?
  var caseChange: CaseChange?
  /// Whether the states were too much to compare in full.
  let isCut: Bool
  /// How much is left out of the states, so that it is not known what changed there; nil if they
  /// are whole.
  let leftOut: LeftOut?

  /// `n`, `t`, `outside`, `changed`, `cut`, `leftOut`.
  var json: JSONValue {
    var json = ReportJSON()
    json.add("n", n)
    json.add("t", t)
    json.add("outside", true)
    json.add("changed", paths.map { .array($0.map { .string($0.description) }) })
    if isCut { json.add("cut", true) }
    json.add("leftOut", leftOut?.count)
    return json.value
  }

  /// The cells of a row in a table of steps.
  var cells: [Span] {
    [
      .literal(" "), .literal(""), .text(ValueText.time(t), .dim), .literal(""),
      .literal("(outside)", .dim),
      StepRow.changes(paths, caseChange, leftOut, marks: ""),
    ]
  }
}

extension Timeline {
  /// Whether it has the changes from outside that were recorded after step `n`.
  ///
  /// What a branch does next began without those at its fork.
  func hasOutsides(_ n: Int) -> Bool { n < fork || (n == fork && plan.isRecording) }

  /// What changes from outside after state `n`, which is known, made of it; nil if there are none.
  func endedState(_ n: Int) throws(InspectorError) -> JSONValue? {
    hasOutsides(n) ? try session.leavings(n).last?.state : nil
  }

  /// A state, and what of it was not recorded.
  typealias Look = (state: JSONValue, cuts: CutPlaces)

  /// The changes from outside after step `n`, each with the states before and since; nil for both
  /// where state `n` is not known.
  func outsides(
    after n: Int
  ) throws(InspectorError) -> [(line: OutsideLine, change: (before: Look, since: Look)?)] {
    guard hasOutsides(n), session.steps.outsides[n] != nil else { return [] }
    let lines = try session.outsides(n)
    guard hasState(n) else { return lines.map { ($0, nil) } }
    var before: Look = (try session.state(n), try session.cuts(n))
    return zip(lines, try cutLeavings(n)).map { line, since in
      defer { before = since }
      return (line, (before, since))
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
