import SessionFormat

/// Finds a text or a number in the actions, inputs, marks and states of a timeline.
///
/// Of the states it finds the changes: where the text is at first, and each step after which it is
/// at a place where it was not, or no longer there, or where the value that has it is another one.
/// A line is parsed only if its bytes leave that open, so damage in others goes unnoticed.
package struct TextSearch {
  private let timeline: Timeline
  private let query: TextQuery
  private let kinds: Set<TextHit.Kind>
  private let limit: Int
  private let interrupted: () -> Bool
  private let progress: ((_ share: Double) -> Void)?
  private var changes: TextChanges
  /// What was found so far, also after an error.
  package private(set) var found = TextHits()

  /// A search.
  ///
  /// - Parameters:
  ///   - kinds: What is searched.
  ///   - limit: The number of hits to find, counted from the first; nil for all.
  ///   - interrupted: Called repeatedly; true ends the search.
  ///   - progress: Gets the share of the timeline that was searched.
  package init(
    _ timeline: Timeline, for query: TextQuery,
    in kinds: Set<TextHit.Kind> = Set(TextHit.Kind.allCases), limit: Int? = nil,
    interrupted: @escaping () -> Bool = { false }, progress: ((_ share: Double) -> Void)? = nil
  ) {
    self.timeline = timeline.passing
    (self.query, self.kinds, self.limit) = (query, kinds, limit ?? .max)
    (self.interrupted, self.progress) = (interrupted, progress)
    changes = TextChanges(query, hasSplices: timeline.session.parts.contains(where: \.hasSplices))
  }

  private var session: Session { timeline.session }
  private var isFull: Bool { found.count >= limit }

  /// Searches the whole timeline.
  ///
  /// Complexity: O(bytes of the lines), at about the speed of `memchr`; for each step that may
  /// change the places of the text, the size of the changed parts of its state.
  package mutating func run() throws(InspectorError) {
    let lines = try MatchingLines(
      session, changes, in: kinds, interrupted: interrupted, progress: progress)
    let (first, last) = (timeline.first, timeline.last)
    let (hasStates, hasActions) = (kinds.contains(.state), kinds.contains(.action))
    if hasStates, timeline.hasState(first) { try takeStart(lines) }
    var events = eventSteps(lines)[...]
    var next = first + 1
    while let n = step(atOrAfter: next, lines) {
      next = n + 1
      if isFull { return }
      if interrupted() { throw .interrupted }
      if n % 16 == 0 {
        progress?(Double(n - first) / Double(max(1, last - first)))
      }
      while let event = events.first, event.place < n {
        try takeEvents(of: event, lines)
        events.removeFirst()
      }
      if hasStates, timeline.hasBefore(n) { try takeOutsides(after: n - 1, lines) }
      if timeline.hasAction(n) {
        if hasActions { try takeAction(n, lines) }
        if kinds.contains(.input) { try takeInputs(n, lines) }
      }
      if hasStates, timeline.hasState(n) { try takeState(n, lines) }
    }
    for event in events { try takeEvents(of: event, lines) }
    if hasStates { try takeOutsides(after: last, lines) }
  }

  /// The next recorded step that may have a hit.
  private func step(atOrAfter n: Int, _ lines: MatchingLines) -> Int? {
    var start = n
    if n <= timeline.fork, changes.isEmpty {
      start = min(lines.step(atOrAfter: n) ?? .max, timeline.fork + 1)
    }
    var steps = timeline.recorded(from: start, through: timeline.last)
    return steps.next()
  }

  /// The steps after which marks or dispatched actions may have the text.
  private func eventSteps(_ lines: MatchingLines) -> [(event: Int, place: Int)] {
    guard !kinds.isDisjoint(with: [.action, .mark]) else { return [] }
    return timeline.placedEvents().filter { n, _ in
      session.steps.events[n]?.contains(where: lines.has) ?? false
    }
  }

  private mutating func add(_ hit: TextHit) {
    if !isFull { found.add(hit) }
  }

  // MARK: What is no state

  private mutating func takeAction(_ n: Int, _ lines: MatchingLines) throws(InspectorError) {
    if n <= timeline.fork, let entry = session.steps.actions[n], !lines.has(entry) { return }
    let action = try timeline.step(n).action
    add(action.action, timeline.cuts(of: action), n, t: action.t, action.type, .action)
  }

  private mutating func takeInputs(_ n: Int, _ lines: MatchingLines) throws(InspectorError) {
    if n <= timeline.fork {
      guard let entries = session.steps.inputs[n], entries.contains(where: lines.has) else {
        return
      }
    }
    let step = try timeline.step(n)
    for input in step.inputs {
      add(
        input.value, CutPlaces(), n, t: step.action.t, step.type, .input(name: input.name),
        named: input.name)
    }
  }

  private mutating func takeEvents(
    of events: (event: Int, place: Int), _ lines: MatchingLines
  ) throws(InspectorError) {
    let (recorded, n) = events
    for entry in session.steps.events[recorded] ?? [] where lines.has(entry) {
      switch try session.line(entry) {
      case .mark(let mark) where kinds.contains(.mark):
        add(.string(mark.text), CutPlaces(), n, t: mark.t, nil, .mark)
      case .dispatched(let line) where kinds.contains(.action) && recorded <= timeline.fork:
        guard try timeline.onlyDispatched(n...n).contains(where: { $0 == line }) else { break }
        add(line.action, CutPlaces(of: line), n, t: line.t, line.type, .dispatched)
      default: break
      }
    }
  }

  /// Adds a value that has the text, or whose name has it.
  private mutating func add(
    _ value: JSONValue, _ cuts: CutPlaces, _ n: Int, t: Int, _ type: String?,
    _ source: TextHit.Source, named name: String? = nil
  ) {
    let places = TextPlaces(value, query)
    let keys = places.keys.filter { !cuts.hide($0.path) }
    let isNamed = (name ?? type).map(query.matches) ?? false
    guard isNamed || !keys.isEmpty else { return }
    let kept = keys.prefix(TextHit.mostPlaces).compactMap { key in
      places.found[key].map { TextHit.Place(key, $0, query) }
    }
    add(
      TextHit(
        n: n, t: t, type: type, source: source, isNamed: isNamed, places: kept, count: keys.count))
  }

  // MARK: States

  /// Whether the line of a state may change the places of the text.
  private func mayChange(_ entry: Int, _ lines: MatchingLines) -> Bool {
    lines.has(entry) || session.lines.withBytes(of: entry, changes.mayTouch)
  }

  private mutating func takeStart(_ lines: MatchingLines) throws(InspectorError) {
    let n = timeline.first
    if let entry = session.steps.states[n], !lines.has(entry), session.steps.keyframes[n] == nil {
      return
    }
    let state = try timeline.state(n)
    try compare(nil, (state, try timeline.cuts(n)), in: [.root], .beginning(of: n), n, t: nil)
  }

  private mutating func takeState(_ n: Int, _ lines: MatchingLines) throws(InspectorError) {
    let isRecorded = n <= timeline.fork
    guard timeline.hasBefore(n) else {
      if isRecorded, let entry = session.steps.states[n], isWholeWithout(entry, lines) { return }
      let known = timeline.state(atOrBefore: n - 1)
      let before = try known.map { (known) throws(InspectorError) in
        (try timeline.beforeNext(known), try timeline.cuts(known))
      }
      let since = (try timeline.state(n), try timeline.cuts(n))
      try compare(before, since, in: [.root], .unrecorded(before: n), n, t: nil)
      return
    }
    var parts = [JSONPointer.root]
    if isRecorded, let entry = session.steps.states[n] {
      guard mayChange(entry, lines) else { return }
      if case .patch(let patch) = try session.stateLine(n).content {
        parts = changes.parts(changedBy: patch)
        if parts.isEmpty { return }
      }
    }
    let front = timeline.hasAction(n) ? try timeline.front(n) : nil
    try compare(
      (try timeline.before(n), try timeline.cutsBefore(n)),
      (try timeline.state(n), try timeline.cuts(n)), in: parts,
      front.map { .action(n: n, type: $0.type) } ?? .unrecorded(before: n), n, t: front?.t)
  }

  /// Whether a line has a whole state without the text, and so had all states before it.
  private func isWholeWithout(_ entry: Int, _ lines: MatchingLines) -> Bool {
    !mayChange(entry, lines)
      && session.lines.withBytes(of: entry) { LineFront.place($0)?.isWhole == true }
  }

  private mutating func takeOutsides(after n: Int, _ lines: MatchingLines) throws(InspectorError) {
    guard timeline.hasOutsides(n), timeline.hasState(n), let entries = session.steps.outsides[n],
      entries.contains(where: { mayChange($0, lines) })
    else { return }
    for (line, change) in try timeline.outsides(after: n) {
      guard let change else { continue }
      var parts = [JSONPointer.root]
      if case .patch(let patch) = line.content { parts = changes.parts(changedBy: patch) }
      try compare(change.before, change.since, in: parts, .outside(after: n), n, t: line.t)
    }
  }

  /// Adds what changed in some parts of the state.
  private mutating func compare(
    _ before: Timeline.Look?, _ since: Timeline.Look, in parts: [JSONPointer],
    _ origin: Cause.Origin, _ n: Int, t: Int?
  ) throws(InspectorError) {
    // Large parts may take long to compare.
    if interrupted() { throw .interrupted }
    var difference = MatchDifference(before, since)
    for part in parts { difference.add(part, query) }
    changes.note(difference.new)
    guard difference.count > 0 else { return }
    var type: String?
    if case .action(_, let name) = origin { type = name }
    add(
      TextHit(
        n: n, t: t, type: type, source: .state(origin), isNamed: false,
        places: difference.places(query), count: difference.count))
  }
}
