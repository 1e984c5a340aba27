import Inspector
package import SessionFormat

/// The current step, and its time.
package struct WhenReport: Report {
  private let timeline: Timeline
  private let n: Int
  /// Nanoseconds since the start; nil if it is not known.
  private let t: Int?
  /// Nanoseconds since the action before; nil if one of the two is not known.
  private let since: Int?

  init(_ timeline: Timeline, _ n: Int) throws(InspectorError) {
    (self.timeline, self.n) = (timeline, n)
    t = n > timeline.first && timeline.hasAction(n) ? try timeline.front(n).t : nil
    let before = n - 1 > timeline.first && timeline.hasAction(n - 1)
    let earlier = before ? try timeline.front(n - 1).t : nil
    since = t.flatMap { t in earlier.map { t.subtractingReportingOverflow($0) } }
      .flatMap { $0.overflow ? nil : $0.partialValue }
  }

  /// `n`, `last`, `branch`, `t`, `since`, `started`.
  package var json: JSONValue {
    var json = ReportJSON("when")
    json.add("n", n)
    json.add("last", timeline.last)
    json.add("branch", timeline.branchName)
    json.add("t", t)
    json.add("since", since)
    json.add("started", timeline.session.header.started)
    return json.value
  }

  /// One line.
  package func write(to page: inout Page) {
    var spans: [Span] = [
      .number(n, .bold), .text("/\(timeline.last) ", .dim), .text(timeline.placeName(n), .bold),
    ]
    if let t { spans += [.literal("  "), .time(t)] }
    if let since {
      // A branch may have moved the action.
      let side = since < 0 ? "before" : "after"
      spans += [
        .literal("  "), .duration(Int(clamping: since.magnitude), .dim),
        .text(" \(side) \(n - 1)", .dim),
      ]
    }
    if let branch = timeline.branchName { spans.append(.text("  on \(branch)", .dim)) }
    spans += [.literal("  started ", .dim), .date(timeline.session.header.started, .dim)]
    page.line(spans)
  }
}

extension Timeline {
  /// The name of a branch; nil for the recording.
  var branchName: String? { isBranch ? name : nil }
}

/// The marks of a session.
package struct MarksReport: Report {
  private let marks: [(n: Int, text: String, isOwn: Bool)]

  /// - Parameter own: The marks of the user.
  init(_ timeline: Timeline, own: [(n: Int, text: String)] = []) throws(InspectorError) {
    let recorded = try timeline.marks()
    marks = (recorded.map { ($0.n, $0.mark.text, false) } + own.map { ($0.n, $0.text, true) })
      .sorted { $0.0 < $1.0 }
  }

  /// `marks`.
  package var json: JSONValue { ReportJSON.report("marks", "marks", rows) }

  /// A row for each mark: `n`, `text`, and `own` if the user set it.
  package var rows: [JSONValue] {
    ReportJSON.list(of: marks) { mark, json in
      json.add("n", mark.n)
      json.add("text", mark.text)
      if mark.isOwn { json.add("own", true) }
    }
  }

  /// A line for each mark.
  package func write(to page: inout Page) {
    guard !marks.isEmpty else {
      page.line(.literal("the session has no marks", .dim))
      return
    }
    var table = Table(.right, .flexible, .left)
    for mark in marks {
      table.row(
        .number(mark.n, .bold), .text(mark.text),
        mark.isOwn ? .literal("yours", .dim) : .literal(""))
    }
    page.table(table)
  }
}
