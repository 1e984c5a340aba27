import SessionFormat

/// A timeline in a given number of rows: each action by itself, or several together.
package struct TimelineOverview: Sendable {
  /// Consecutive steps.
  package struct Row: Sendable {
    package fileprivate(set) var steps: ClosedRange<Int>
    /// How many of their actions are known.
    package fileprivate(set) var actions = 0
    /// How many are lost.
    package var lost: Int { steps.count - actions }
    /// When the first known action was dispatched.
    package fileprivate(set) var t: Int?
    /// The bytes of the patches that lead to their states: the size of the changes.
    package fileprivate(set) var bytes = 0
    /// How many actions have each type.
    fileprivate var counts: [[UInt8]: Int] = [:]

    /// The most frequent type, and its count; of several the first by its bytes.
    package var type: (name: String, count: Int)? {
      counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        .map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
    }
    /// How many types there are.
    package var types: Int { counts.count }
  }

  package private(set) var rows: [Row] = []

  /// An overview of at most `limit` rows, 1 or more, of about as many steps each.
  ///
  /// Complexity: O(steps).
  package init(
    _ timeline: Timeline, rows limit: Int, interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    let all = timeline.recorded.reduce(0) { count, _ in count + 1 }
    let size = max(1, (all + limit - 1) / limit)
    var effort = DifferenceEffort(steps: all, bytes: timeline.session.size)
    var isDue = false
    for (count, n) in timeline.recorded.enumerated() {
      if count % RecordedSteps.betweenChecks == 0, interrupted() { throw .interrupted }
      if count % size == 0 { isDue = true }
      // All lost steps of one gap are in one row, and each is in some row.
      let last = rows.last?.steps.upperBound ?? timeline.first
      if isDue, n > last {
        rows.append(Row(steps: last + 1...n))
        isDue = false
      }
      try rows[rows.count - 1].add(timeline.row(at: n).upperBound, n, timeline, &effort)
    }
  }
}

extension TimelineOverview.Row {
  /// Adds a step, and the lost ones after it up to another.
  fileprivate mutating func add(
    _ end: Int, _ n: Int, _ timeline: Timeline, _ effort: inout DifferenceEffort
  ) throws(InspectorError) {
    steps = steps.lowerBound...max(end, steps.upperBound)
    bytes += try Self.size(ofChange: n, timeline, &effort)
    guard timeline.hasAction(n) else { return }
    let front = try timeline.front(n)
    actions += 1
    t = t ?? front.t
    counts[Array(front.type.utf8), default: 0] += 1
  }

  /// The bytes of the patch that leads to a state, as it is recorded or as it would be; 0 if nothing
  /// changed, or if a state is not known.
  private static func size(
    ofChange n: Int, _ timeline: Timeline, _ effort: inout DifferenceEffort
  ) throws(InspectorError) -> Int {
    if n <= timeline.fork, let entry = timeline.session.steps.states[n] {
      let recorded = timeline.session.lines.withBytes(of: entry, PatchScan.patchSize)
      if let recorded { return recorded > "[]".utf8.count ? recorded : 0 }
    }
    guard timeline.hasState(n), timeline.hasBefore(n) else { return 0 }
    let tree = DifferenceTree(
      from: try timeline.before(n), to: try timeline.state(n), effort: &effort)
    return tree.isEmpty ? 0 : tree.patch.document.description.utf8.count
  }
}

private func < (left: (Int, [UInt8]), right: (Int, [UInt8])) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}
