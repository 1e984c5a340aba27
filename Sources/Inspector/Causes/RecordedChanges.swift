import SessionFormat

/// The changes of one value along a recording, by stretches of steps; each stretch is cached.
struct RecordedChanges {
  private let session: Session
  private let path: JSONPointer
  private let interrupted: () -> Bool
  private var walk: PlaceWalk

  /// The number of steps in a stretch.
  static let stretch = 4096
  /// The most bytes of values made by splices that are kept if fewer changes are asked for, and at
  /// all: each state of a long text is a copy of its own.
  private static let (fewSpliced, mostSpliced) = (1 << 24, 1 << 28)

  init(_ session: Session, _ path: JSONPointer, _ interrupted: @escaping () -> Bool) {
    self.session = session
    self.path = path
    self.interrupted = interrupted
    walk = PlaceWalk(Timeline(session), path)
  }

  /// The changes up to state `n`.
  mutating func all(upTo n: Int) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    var next: Int? = 0
    while let index = next {
      changes += try stretch(index, upTo: n, last: nil)
      next = stretch(after: index, upTo: n)
    }
    return changes
  }

  /// The last `count` changes up to state `n`; earlier stretches are not read.
  mutating func last(_ count: Int, upTo n: Int) throws(InspectorError) -> [Cause] {
    var changes: [Cause] = []
    var next: Int? = max(0, stretchOf(n))
    while let index = next {
      changes = try stretch(index, upTo: n, last: count) + changes
      if changes.count >= count { break }
      walk.forget()
      next = stretch(before: index)
    }
    return changes.suffix(count)
  }

  private func stretchOf(_ n: Int) -> Int { (n - session.first - 1) / Self.stretch }

  /// The next stretch with a record, up to step n.
  private func stretch(after index: Int, upTo n: Int) -> Int? {
    let start = session.first + (index + 1) * Self.stretch + 1
    return session.steps.recorded(atOrAfter: start).flatMap { $0 <= n ? stretchOf($0) : nil }
  }

  /// The last earlier stretch with a record, else the first stretch; nil before that.
  private func stretch(before index: Int) -> Int? {
    guard index > 0 else { return nil }
    let recorded = session.steps.recorded(atOrBefore: session.first + index * Self.stretch)
    return max(0, stretchOf(recorded ?? session.first + 1))
  }

  /// The changes in a stretch up to step `n`; for the first stretch also the initial value.
  ///
  /// - Parameter count: How many of the last ones are needed; nil for all.
  private mutating func stretch(
    _ index: Int, upTo n: Int, last count: Int?
  ) throws(InspectorError) -> [Cause] {
    if interrupted() { throw .interrupted }
    let first = session.first + index * Self.stretch
    let end = min(first + Self.stretch, session.last)
    let changes: [Cause]
    if let known = session.causes.changes(of: path, in: index) {
      changes = known
      walk.forget()
    } else {
      walk.narrow()
      let isWhole: Bool
      (changes, isWhole) = try read(first, through: end, upTo: n, last: count)
      if isWhole { session.causes.keep(changes, of: path, in: index) }
    }
    guard n < end else { return changes }
    return Array(changes.prefix { seen($0) <= n })
  }

  /// The first step that shows a change.
  private func seen(_ cause: Cause) -> Int {
    if case .outside(let n) = cause.origin { return n + 1 }
    return cause.n ?? session.first
  }

  /// Reads a stretch; if its values take too much memory, only the last changes up to step `last`.
  private mutating func read(
    _ first: Int, through end: Int, upTo last: Int, last needed: Int?
  ) throws(InspectorError) -> ([Cause], isWhole: Bool) {
    var changes: [Cause] = []
    if first == session.first {
      walk.forget()
      if session.hasState(first) { walk.settle(in: try session.state(first)) }
      if let value = walk.value {
        changes.append(Cause(origin: .beginning(of: first), old: nil, new: value))
      }
    }
    let interrupted = interrupted
    var old: JSONValue?
    func keep(_ walk: PlaceWalk) { old = walk.value }
    func keep(_ walk: PlaceWalk, _ origin: Cause.Origin) throws(InspectorError) {
      // A large value may take long to compare.
      if interrupted() { throw .interrupted }
      guard ValuePairing.differ(old, walk.value) else { return }
      changes.append(Cause(origin: origin, old: old, new: walk.value))
      old = walk.value
    }
    for (count, step) in session.recorded(from: first + 1, through: end).enumerated() {
      if count % RecordedSteps.betweenChecks == 0, interrupted() { throw .interrupted }
      let followsState = session.hasState(step - 1)
      let hasBefore = session.hasBefore(step)
      if hasBefore {
        _ = try walk.passOutsides(after: step - 1, keep) { (walk) throws(InspectorError) in
          try keep(walk, .outside(after: step - 1))
        }
      }
      if walk.splicedBytes > Self.fewSpliced {
        if step > last { return (changes, false) }
        if let needed {
          changes.removeFirst(max(0, changes.count - needed))
        } else if walk.splicedBytes > Self.mostSpliced {
          throw .longTexts(limit: Self.mostSpliced)
        }
      }
      guard session.hasState(step) else { continue }
      let known = followsState ? step - 1 : session.steps.states.last(atOrBefore: step - 1)
      guard try walk.passState(step, after: known, keep), ValuePairing.differ(old, walk.value)
      else { continue }
      let isWhole = hasBefore && session.hasAction(step)
      try keep(
        walk,
        isWhole ? .action(n: step, type: session.action(step).type) : .unrecorded(before: step))
    }
    return (changes, walk.splicedBytes <= Self.fewSpliced)
  }
}
