import SessionFormat

/// Gathers the statistics of a timeline in one pass over its lines.
struct StatisticsScan {
  private let timeline: Timeline
  private let interrupted: () -> Bool
  private var types: [[UInt8]: (count: Int, took: [Int])] = [:]
  private var paths: [[UInt8]: Int] = [:]
  private var inputs: [[UInt8]: Int] = [:]
  private var (wholeStates, outsides, threw) = (0, 0, 0)
  /// What may still be spent on comparing states that are recorded whole.
  private var effort: DifferenceEffort

  init(_ timeline: Timeline, interrupted: @escaping () -> Bool) {
    self.timeline = timeline
    self.interrupted = interrupted
    effort = DifferenceEffort(steps: timeline.actionCount, bytes: timeline.session.size)
  }

  /// Collects all statistics.
  ///
  /// Complexity: O(bytes of the lines + ``SessionStatistics/sizeCount`` states).
  mutating func run() throws(InspectorError) -> SessionStatistics {
    if interrupted() { throw .interrupted }
    if timeline.session.steps.states[timeline.first] != nil { wholeStates += 1 }
    for (count, n) in timeline.recorded.enumerated() {
      if count % RecordedSteps.betweenChecks == 0, interrupted() { throw .interrupted }
      if timeline.hasBefore(n) { try takeOutsides(after: n - 1) }
      let took = timeline.hasState(n) ? try takeState(n) : nil
      guard timeline.hasAction(n) else { continue }
      let type = Array(try timeline.front(n).type.utf8)
      types[type, default: (0, [])].count += 1
      if let took { types[type]?.took.append(took) }
      try takeInputs(of: n)
    }
    try takeOutsides(after: timeline.last)
    return try statistics()
  }

  private mutating func takeState(_ n: Int) throws(InspectorError) -> Int? {
    guard n <= timeline.fork else {
      let step = try timeline.step(n)
      if step.threw != nil { threw += 1 }
      try take(JSONPatch(from: try timeline.before(n), to: try timeline.state(n)), of: n)
      return step.took
    }
    // Where states may be cut, what stands for the cuts is no change.
    if !timeline.mayBeCut, let entry = timeline.session.steps.states[n], let facts = take(entry) {
      if facts.isWhole { try takeWhole(n) }
      if facts.threw { threw += 1 }
      return facts.took
    }
    let line = try timeline.session.stateLine(n)
    if line.threw != nil { threw += 1 }
    switch line.content {
    case .whole: try takeWhole(n)
    case .patch(let patch): try take(patch, of: n)
    }
    return line.took
  }

  /// Counts a state that is recorded whole, and the places in which it differs from that before.
  private mutating func takeWhole(_ n: Int) throws(InspectorError) {
    wholeStates += 1
    guard timeline.isWhole(n) else { return }
    let tree = DifferenceTree(
      from: try timeline.before(n), to: try timeline.state(n), effort: &effort)
    try take(tree.patch, of: n)
  }

  private mutating func takeOutsides(after n: Int) throws(InspectorError) {
    let isRecorded = n < timeline.fork || !timeline.isBranch
    guard isRecorded, let entries = timeline.session.steps.outsides[n] else { return }
    outsides += entries.count
    for (line, change) in try timeline.outsides(after: n) {
      switch line.content {
      case .whole(let state):
        guard let (before, since) = change else { continue }
        let tree = DifferenceTree(from: before.state, to: state, effort: &effort)
        take(tree.patch, before, since)
      case .patch(let patch): take(patch, change?.before, change?.since)
      }
    }
  }

  private mutating func take(_ patch: JSONPatch, of n: Int) throws(InspectorError) {
    guard timeline.mayBeCut, timeline.isWhole(n) else { return take(patch, nil, nil) }
    take(
      patch, (try timeline.before(n), try timeline.cutsBefore(n)),
      (try timeline.state(n), try timeline.cuts(n)))
  }

  /// Counts the places of a patch, without those that are cut before or after it.
  private mutating func take(_ patch: JSONPatch, _ before: Timeline.Look?, _ since: Timeline.Look?)
  {
    for operation in patch.operations {
      let isUnknown = [before, since].contains { look in
        look.map { $0.cuts.knowledge(of: operation.path, in: $0.state) == .unknown } ?? false
      }
      if isUnknown { continue }
      var text = operation.path.description
      text.withUTF8 { take($0) }
    }
  }

  /// Counts the paths of a line in the recorder's layout; nil, with nothing counted, for another.
  private mutating func take(_ entry: Int) -> PatchScan.Facts? {
    let session = timeline.session
    // Only the end of the line shows whether the layout fits.
    return session.lines.withBytes(of: entry) { line in
      guard let facts = PatchScan.facts(line, { _, _ in }) else { return nil }
      if !facts.isWhole { _ = PatchScan.facts(line) { take($1) } }
      return facts
    }
  }

  private mutating func take(_ path: UnsafeBufferPointer<UInt8>) {
    paths[TextChanges.shape(path), default: 0] += 1
  }

  private mutating func takeInputs(of n: Int) throws(InspectorError) {
    let isOwn = n > timeline.fork
    guard isOwn || timeline.session.steps.inputs[n] != nil else { return }
    for input in try isOwn ? timeline.step(n).inputs : timeline.session.inputs(n) {
      inputs[Array(input.name.utf8), default: 0] += 1
    }
  }

  // MARK: The result

  private func statistics() throws(InspectorError) -> SessionStatistics {
    let types = types.map { type, facts in
      SessionStatistics.ActionType(
        type: String(decoding: type, as: UTF8.self), count: facts.count,
        took: SessionStatistics.Times(facts.took))
    }
    let hot = Self.named(paths)
    let kept = SessionStatistics.pathCount
    let cut = try timeline.cutStates(interrupted)
    return SessionStatistics(
      actions: types.reduce(0) { $0 + $1.count },
      types: types.sorted {
        $0.count != $1.count ? $0.count > $1.count : $0.type.precedesInBytes($1.type)
      }, sizes: try sizes(), hotPaths: Array(hot.prefix(kept)),
      otherPaths: max(0, hot.count - kept), wholeStates: wholeStates,
      inputs: Self.named(inputs), dispatched: try dispatched(), outsides: outsides,
      gaps: timeline.session.steps.gaps.count { $0.to <= timeline.last }, threw: threw,
      cut: cut, losses: timeline.session.losses)
  }

  /// The actions dispatched but not reduced.
  private func dispatched() throws(InspectorError) -> [SessionStatistics.Named] {
    var counts: [[UInt8]: Int] = [:]
    for found in try timeline.session.allOnlyDispatched() where found.n <= timeline.fork {
      if interrupted() { throw .interrupted }
      counts[Array(try timeline.session.dispatched(found).type.utf8), default: 0] += 1
    }
    return Self.named(counts)
  }

  private static func named(_ counts: [[UInt8]: Int]) -> [SessionStatistics.Named] {
    counts.map { name, count in
      SessionStatistics.Named(name: String(decoding: name, as: UTF8.self), count: count)
    }.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.name.precedesInBytes($1.name)
    }
  }

  /// The sizes of states at steps spread evenly over the whole length.
  private func sizes() throws(InspectorError) -> [SessionStatistics.Size] {
    let length = timeline.last - timeline.first
    let count = min(SessionStatistics.sizeCount, length + 1)
    var sizes: [SessionStatistics.Size] = []
    for place in 0..<count {
      if interrupted() { throw .interrupted }
      let n = timeline.first + (count > 1 ? length * place / (count - 1) : 0)
      guard timeline.hasState(n) else { continue }
      sizes.append(SessionStatistics.Size(n: n, bytes: try timeline.state(n).textSize))
    }
    return sizes
  }
}

extension SessionStatistics.Times {
  /// The percentiles of these times; nil if there are none.
  ///
  /// Complexity: O(count log count).
  init?(_ times: [Int]) {
    let sorted = times.sorted()
    guard let max = sorted.last else { return nil }
    func rank(_ percent: Int) -> Int {
      sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
    self.init(count: sorted.count, p50: rank(50), p90: rank(90), p99: rank(99), max: max)
  }
}

extension SessionStatistics {
  /// The statistics of a timeline.
  ///
  /// Complexity: O(bytes of the lines + ``sizeCount`` states).
  ///
  /// - Parameters:
  ///   - timeline: The timeline to count.
  ///   - interrupted: Called repeatedly; true ends the work.
  /// - Throws: Damage found on the way, or ``InspectorError/interrupted``.
  package init(
    _ timeline: Timeline, interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    var scan = StatisticsScan(timeline, interrupted: interrupted)
    self = try scan.run()
  }
}
