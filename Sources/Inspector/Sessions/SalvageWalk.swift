import SessionFormat

/// The verdict on a line of a damaged file.
enum LineVerdict: UInt8, Sendable {
  /// It is kept as it is.
  case kept
  /// It is readable, but the state that it gives depends on something lost.
  case unknown
  /// It belongs to a lost action.
  case orphan
  /// It repeats the last state of the segment before it.
  case repeated
  /// It is the end, but stands before lines that belong before the end.
  case early
  /// It is damaged and left out.
  case skipped
}

/// Reads a session line by line, judges each line, and resumes after damage.
///
/// A line is kept if its number fits the lines before it. If numbers are missing, earlier damage
/// explains them or a fault is reported. If later lines contradict a number, that number is the
/// damage.
struct SalvageWalk {
  let reader: LineReader
  let lines: LineIndex
  var verdicts: [LineVerdict]
  var faults = FaultList()
  var trail: DamageCursor

  let firstN: Int
  var lastAction: Int
  var lastState: Int
  /// Whether a state line was read.
  var hasState = false
  private var hasAction = false
  /// The number of the state with which the recording resumes after a gap.
  var afterGap: Int?
  /// The line that closed the session, or its segment.
  var end: Int?
  var actions = StepTable()
  /// The states after which an outside change may be lost.
  var doubtful: [Int] = []
  /// The actions that may have lost an input, in ascending order.
  private(set) var lacking: [Int] = []

  /// Whether damage explains a jump of the next action, or of the next state.
  var explainsAction: Bool
  var explainsState: Bool
  /// The number of damaged lines since the last action that certainly were actions.
  private var lostActions = 0
  private var jumped = 0
  /// The numbers of states whose outside change is out of place.
  var strayOutsides: [Int] = []
  /// Whether a patch has a splice.
  private(set) var hasSplices = false
  /// The header of another session after the end; its lines could be mistaken for this session's.
  var stranger: Int?
  /// Whether a segment has begun and its first state is still to come.
  var isAtBorder = false
  /// Whether anything was damaged so far, or may be.
  var isDamaged: Bool { faults.count > 0 || explainsState }

  init(_ reader: LineReader, _ lines: LineIndex, firstN: Int, isHeaderLost: Bool) {
    self.reader = reader
    self.lines = lines
    trail = DamageCursor(reader.patchLimits)
    self.firstN = firstN
    verdicts = Array(repeating: .kept, count: lines.count)
    lastAction = firstN
    lastState = firstN
    explainsAction = isHeaderLost
    explainsState = isHeaderLost
  }

  /// Judges the next line.
  mutating func take(_ place: Int) {
    let entry = lines[place]
    do throws(SessionError) {
      try accept(try reader.line(entry), place)
    } catch {
      skip(place, error)
      loseUnread(entry)
    }
  }

  private mutating func accept(_ line: SessionLine, _ place: Int) throws(SessionError) {
    if case .unknown = line { return }
    if line.hasSplice { hasSplices = true }
    if let end { try accept(line, place, behindEnd: end) }
    if isAtBorder { passBorder(line, place) }
    switch line {
    case .action(let line): try accept(action: line.n, place)
    case .state(let line): try accept(line, place)
    case .keyframe(let line): try accept(line, place)
    case .outside(let line): try accept(line, place)
    case .input(let line): try accept(input: line.n, place)
    case .mark(let line): try accept(event: line.n, place)
    case .dispatched(let line): try accept(event: line.n, place)
    case .gap(let line): try accept(line, place)
    case .end(let line): try accept(end: line.n, place)
    case .session: throw fault(.misplaced(kind: "session", n: 0), place)
    case .unknown: break
    }
  }

  // MARK: Damage

  /// Leaves a line out.
  mutating func skip(_ place: Int, _ error: SessionError) {
    drop(place, error)
    explainsAction = true
    explainsState = true
  }

  /// Leaves out a line whose number is still right.
  mutating func drop(_ place: Int, _ error: SessionError) {
    note(error)
    verdicts[place] = .skipped
  }

  mutating func note(_ error: SessionError) { faults.append(error) }

  /// Allows for what an unreadable line may have done to the state.
  private mutating func loseUnread(_ entry: LineIndex.Entry) {
    let kind = reader.withBytes(of: entry) { try? JSONParser().parse($0) }?["kind"]?.string
    switch kind.flatMap(LineFront.kind) {
    // It is one complete value of this kind, so it hides no other line and changed nothing.
    case .keyframe, .mark, .dispatched, .end, .session: break
    case .input: loseInputs()
    case .action: lostActions += 1
    case .state, .outside, .gap: loseState()
    // In an open step it can hide an outside change only together with the state, and then the
    // numbers show that.
    default:
      loseInputs()
      if lastAction == lastState || kind != nil { loseState() }
    }
  }

  /// Notes that an input of one of the open steps may be lost.
  mutating func loseInputs() {
    let first = max(lastState, lacking.last ?? 0) + 1
    if first <= lastAction { lacking += first...lastAction }
  }

  /// Notes that something that changed the state may be lost.
  mutating func loseState() {
    if lastAction == lastState, trail.beforeNext != nil, doubtful.last != lastState {
      doubtful.append(lastState)
    }
    trail.lose()
  }

  /// Clears the doubt about a lost outside change after the last state.
  mutating func findState() {
    if doubtful.last == lastState { doubtful.removeLast() }
  }

  func fault(_ cause: SessionError.Cause, _ place: Int) -> SessionError {
    reader.fault(cause, lines[place])
  }

  // MARK: Actions and states

  private mutating func accept(action n: Int, _ place: Int) throws(SessionError) {
    if n == lastAction + 1 {
      if !hasState, !hasAction, !explainsState {
        let fault = fault(.misplaced(kind: "action", n: n), place)
        guard !isStray(n, at: place) else { throw fault }
        note(fault)
        explainsState = true
      }
    } else {
      let cause = SessionError.Cause.jump(kind: "action", n: n, expected: lastAction + 1)
      guard n > lastAction, mayJump(to: n, from: place) else { throw fault(cause, place) }
      if !explainsAction { note(fault(cause, place)) }
      explainsState = true
      loseState()
    }
    lastAction = n
    lostActions = 0
    explainsAction = false
    hasAction = true
    actions.append(n, place)
  }

  private mutating func accept(_ line: StateLine, _ place: Int) throws(SessionError) {
    let n = line.n
    let isFirst = !hasState && !hasAction
    if isAtBorder {
      isAtBorder = false
      if n == lastState, hasState, afterGap == nil, case .whole(let whole) = line.content {
        return accept(repeated: whole, n: n, place)
      }
    }
    let expected = afterGap ?? (isFirst ? firstN : lastState + 1)
    guard n >= expected else {
      throw fault(.jump(kind: "state", n: n, expected: expected), place)
    }
    var (cause, isExplained): (SessionError.Cause?, Bool) = (nil, false)
    if n > expected {
      cause = .jump(kind: "state", n: n, expected: expected)
      isExplained = n > lastAction ? explainsAction : explainsState
    } else if n > lastAction {
      (cause, isExplained) = (.misplaced(kind: "state", n: n), explainsAction)
    } else if !line.content.isWhole, afterGap != nil || isFirst {
      cause = .misplaced(kind: "the patch of state", n: n)
    }
    if let cause {
      guard mayJump(to: n, from: place) else { throw fault(cause, place) }
      if !isExplained { note(fault(cause, place)) }
      // If the lost lines were exactly the missing actions, the state before is still known.
      let isKnown = n == expected && n > lastAction && n - lastAction == lostActions
      if !isKnown { loseState() }
    }
    reach(n)
    do {
      if try !trail.take(line.content, at: place) { verdicts[place] = .unknown }
    } catch {
      drop(place, fault(.patch(n: n, error), place))
    }
  }

  /// Counts a state as read, and all actions up to it.
  mutating func reach(_ n: Int) {
    if n > lastAction { lastAction = n }
    lastState = n
    hasState = true
    lostActions = 0
    explainsState = false
    afterGap = nil
  }

  /// Whether a line may stand here although its number is greater than the one due.
  mutating func mayJump(to n: Int, from place: Int) -> Bool {
    let way = max(0, n - lastAction)
    guard way <= StepIndex.longestGap - jumped, !isStray(n, at: place) else { return false }
    jumped += way
    return true
  }

  /// Whether the next line with the same numbering belongs before this one; then this line's number
  /// is the damaged one.
  func isStray(_ n: Int, at place: Int) -> Bool {
    let kind = lines[place].kind
    let other: LineIndex.Kind =
      switch kind {
      case .action, .mark, .dispatched: .action
      default: .state
      }
    let part = lines[place].part
    for next in lines[(place + 1)...].prefix(16) {
      guard next.part == part else { return false }
      guard let found = reader.withBytes(of: next, LineFront.place), found.kind == other
      else { continue }
      return found.n < n || (found.n == n && kind != .gap)
    }
    return false
  }
}
