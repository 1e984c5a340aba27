/// Which lines make which step, and where the numbers stop making sense.
///
/// Entries are indexes into the lines of a ``LineIndex``.
struct StepIndex: Sendable {
  /// A stretch of states that are not recorded.
  struct Gap: Sendable {
    /// The first state that is not recorded.
    let from: Int
    /// The state with which the recording goes on.
    let to: Int
    /// How many actions can have been lost: those up to `to` that have no line.
    let room: Int
    let entry: Int
  }

  /// The number of the first state; nil where the file has none.
  private(set) var firstState: Int?
  /// The number of the last action, or of the first state where there is none.
  private(set) var lastAction = 0
  /// The number of the last state.
  private(set) var lastState = 0
  private(set) var actions = StepTable()
  private(set) var states = StepTable()
  private(set) var keyframes = StepTable()
  private(set) var inputs = StepList()
  private(set) var outsides = StepList()
  /// Marks and dispatched lines, by the last action before them.
  private(set) var events = StepList()
  private(set) var gaps: [Gap] = []
  /// The states that a line gives whole, and the line that does.
  private var wholeStates = StepTable()
  private(set) var end: Int?
  /// The first line at which the order is broken; nothing from there on is indexed.
  private(set) var fault: (entry: Int, cause: SessionError.Cause?)?

  private var expectedAfterGap: Int?

  /// The most actions that a gap may swallow: a line of a stranger's must not stand for a billion.
  private static let longestGap = 1_000_000

  /// An index of a session that begins at that number; lines are still to be added.
  init(firstN: Int) {
    lastAction = firstN
    lastState = firstN
  }

  /// Adds the next line behind the header.
  mutating func take(_ line: LineIndex.Place, at place: Int) {
    guard fault == nil else { return }
    if let cause = add(line, at: place) {
      fault = (place, cause)
    } else if line.kind == .damaged {
      fault = (place, nil)
    }
  }

  /// Brings what was added into order.
  mutating func finish() {
    inputs.sort()
    outsides.sort()
    events.sort()
  }

  private mutating func add(_ line: LineIndex.Place, at place: Int) -> SessionError.Cause? {
    if end != nil, line.kind != .unknown, line.kind != .damaged { return .afterEnd }
    switch line.kind {
    case .action: return addAction(line.n, place)
    case .state: return addState(line, place)
    case .keyframe:
      guard line.n == lastState, firstState != nil else { return misplaced("keyframe", line.n) }
      keyframes.append(line.n, place)
      wholeStates.append(line.n, place)
    case .outside:
      guard line.n == lastState, firstState != nil else { return misplaced("outside", line.n) }
      outsides.append(line.n, place)
    case .input:
      guard actions[line.n] != nil else { return misplaced("input", line.n) }
      inputs.append(line.n, place)
    case .mark, .dispatched:
      guard line.n <= lastAction else {
        return misplaced("the mark or dispatched action of", line.n)
      }
      events.append(line.n, place)
    case .gap: return addGap(line.n, place)
    case .end:
      guard line.n <= lastAction else { return misplaced("the end after", line.n) }
      end = place
    case .session: return misplaced("session", line.n)
    case .unknown, .damaged, .blank: break
    }
    return nil
  }

  private mutating func addAction(_ n: Int, _ place: Int) -> SessionError.Cause? {
    guard n == lastAction + 1 else { return .jump(kind: "action", n: n, expected: lastAction + 1) }
    guard firstState != nil else { return misplaced("action", n) }
    lastAction = n
    actions.append(n, place)
    return nil
  }

  private mutating func addState(_ line: LineIndex.Place, _ place: Int) -> SessionError.Cause? {
    let expected = firstState == nil ? lastAction : expectedAfterGap ?? lastState + 1
    guard line.n == expected else {
      return .jump(kind: "state", n: line.n, expected: expected)
    }
    guard line.n <= lastAction else { return misplaced("state", line.n) }
    guard line.isWhole || (firstState != nil && expectedAfterGap == nil) else {
      return misplaced("the patch of state", line.n)
    }
    if firstState == nil { firstState = line.n }
    expectedAfterGap = nil
    lastState = line.n
    states.append(line.n, place)
    if line.isWhole { wholeStates.append(line.n, place) }
    return nil
  }

  private mutating func addGap(_ n: Int, _ place: Int) -> SessionError.Cause? {
    guard n >= lastAction else { return .jump(kind: "gap", n: n, expected: lastAction) }
    guard n - lastAction <= Self.longestGap else {
      return .gapTooLong(n: n, limit: Self.longestGap)
    }
    // A later segment may begin with one; states before its first are another file's.
    let from = firstState == nil ? n : min(lastState + 1, n)
    // So are the actions that it counts there, which may be as many as there were.
    let room = firstState == nil ? n : n - lastAction
    gaps.append(Gap(from: from, to: n, room: room, entry: place))
    lastAction = n
    expectedAfterGap = n
    return nil
  }

  private func misplaced(_ kind: String, _ n: Int) -> SessionError.Cause {
    .misplaced(kind: kind, n: n)
  }

  /// The gap that swallowed state n.
  func gap(over n: Int) -> Gap? { gaps.first { $0.from <= n && n < $0.to } }

  /// The last state at or before n that a line gives whole.
  func wholeState(atOrBefore n: Int) -> Int? { wholeStates.last(atOrBefore: n) }

  /// The actions that have no state at the end of the file, and no gap that accounts for them.
  var openActions: ClosedRange<Int>? {
    guard firstState != nil, expectedAfterGap == nil, lastAction > lastState else { return nil }
    return lastState + 1...lastAction
  }
}
