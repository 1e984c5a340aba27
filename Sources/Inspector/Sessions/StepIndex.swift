import SessionFormat

/// The lines of each step, and the places at which the order of numbers breaks.
///
/// Entries are indexes into the lines of a ``LineIndex``.
package struct StepIndex: Sendable {
  /// A range of states that are not recorded.
  package struct Gap: Sendable {
    /// The first state that is missing.
    package let from: Int
    /// The state with which the recording resumes.
    package let to: Int
    /// The most actions that can be lost: those up to `to` without a line.
    let room: Int
    let entry: Int
    /// The reason, if no line gives it: a segment is missing or damaged.
    var reason: String?
  }

  /// A range of lines that belong to no step, because their order is broken.
  struct Fault: Sendable {
    let entry: Int
    /// What is wrong with the line; nil if it cannot be read at all.
    let cause: SessionError.Cause?
    /// The beginning of the next segment, with which the steps resume; nil if there is none.
    var end: Int?
  }

  /// The number of the first state; nil if the file has none.
  private(set) var firstState: Int?
  /// The number of the last action, or of the first state if there is no action.
  private(set) var lastAction = 0
  /// The number of the last state.
  package private(set) var lastState = 0
  package private(set) var actions = StepTable()
  package private(set) var states = StepTable()
  private(set) var keyframes = StepTable()
  /// The states of a damaged file that only a keyframe gives, because their own line changes a state that
  /// is lost.
  private var rebased: [Int] = []
  private(set) var inputs = StepList()
  private(set) var outsides = StepList()
  /// The last state with an outside change.
  private var lastOutside: Int?
  /// Marks and dispatched lines, by the last action before them.
  package private(set) var events = StepList()
  package private(set) var gaps: [Gap] = []
  /// The states that a line gives whole, each with that line.
  private var wholeStates = StepTable()
  private(set) var end: Int?
  /// The place from which on the order is broken: nothing after it is indexed.
  private(set) var fault: Fault?
  /// The places at which the order was broken up to the next segment.
  private(set) var mended: [Fault] = []

  private var expectedAfterGap: Int?
  /// The header of the segment whose first state is due, and why states before it may be missing.
  private var border: (entry: Int, reason: String)?
  /// The state that its own line does not make known, and that line.
  private var unknown: (n: Int, entry: Int)?
  /// Whether damage may hide the state of an action without one.
  private var hidesStates = false
  /// The states after which an outside change may be lost, in ascending order.
  private var doubtful: [Int] = []
  /// The actions that may have lost an input, in ascending order.
  private(set) var lacking: [Int] = []

  /// The most actions that a gap may cover: an untrusted line must not stand for a billion.
  static let longestGap = 1_000_000

  /// An empty index of a session whose first number is `firstN`.
  init(firstN: Int) {
    lastAction = firstN
    lastState = firstN
  }

  /// Adds the next line after the header.
  mutating func take(_ line: LineIndex.Place, at place: Int) {
    guard fault == nil else { return }
    if let cause = add(line, at: place) {
      fault = Fault(entry: place, cause: cause)
    } else if line.kind == .damaged {
      fault = Fault(entry: place, cause: nil)
    }
  }

  /// Begins the next segment, which starts with a whole state of any number.
  ///
  /// - Parameters:
  ///   - place: The line of its header.
  ///   - reason: Why states are missing, if its first state is not the next one.
  mutating func takeSegment(at place: Int, _ reason: String) {
    if var broken = fault {
      broken.end = place
      mended.append(broken)
      fault = nil
    }
    end = nil
    border = (place, reason)
  }

  /// Whether the first state of the last segment was added.
  var isPastBorder: Bool { border == nil }

  /// Whether the order is intact at a line, so that it can be part of a step.
  func isInOrder(_ place: Int) -> Bool {
    if let fault, place >= fault.entry { return false }
    let behind = mended.indices.partitionPoint { mended[$0].entry > place }
    return behind == 0 || place >= mended[behind - 1].end ?? .max
  }

  /// Sorts what was added.
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
      guard border == nil, line.n == lastState, firstState != nil else {
        return misplaced("keyframe", line.n)
      }
      keyframes.append(line.n, place)
      wholeStates.append(line.n, place)
    case .outside:
      guard line.n == lastState, firstState != nil else { return misplaced("outside", line.n) }
      keepOutside(line.n, place)
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
    guard firstState != nil, border == nil else { return misplaced("action", n) }
    lastAction = n
    actions.append(n, place)
    return nil
  }

  private mutating func addState(_ line: LineIndex.Place, _ place: Int) -> SessionError.Cause? {
    if let border, line.isWhole {
      if line.n == lastState, firstState != nil {
        // A segment begins with the last state of the one before it.
        (self.border, expectedAfterGap) = (nil, nil)
        keepRepeated(line.n, place)
        return nil
      }
      bridge(to: line.n, from: border)
    }
    let expected = firstState == nil ? lastAction : expectedAfterGap ?? lastState + 1
    guard line.n == expected else {
      return .jump(kind: "state", n: line.n, expected: expected)
    }
    guard line.n <= lastAction else { return misplaced("state", line.n) }
    guard line.isWhole || (firstState != nil && expectedAfterGap == nil) else {
      return misplaced("the patch of state", line.n)
    }
    if firstState == nil { firstState = line.n }
    border = nil
    keepState(line, place, isKnown: true)
    return nil
  }

  /// A state repeated after an outside change is the result of that, not the state as its action
  /// left it.
  private mutating func keepRepeated(_ n: Int, _ place: Int) {
    guard lastOutside != n else { return }
    keyframes.append(n, place)
    wholeStates.append(n, place)
  }

  private mutating func keepOutside(_ n: Int, _ place: Int) {
    outsides.append(n, place)
    lastOutside = n
  }

  /// Makes a gap of the missing states before a segment whose first state is not the next one.
  private mutating func bridge(to n: Int, from border: (entry: Int, reason: String)) {
    guard firstState != nil else {
      // The earlier segments have no state: the session begins here.
      if n > lastAction { (lastAction, lastState) = (n, n) }
      return
    }
    guard n > lastState, n - lastState <= Self.longestGap else { return }
    if n == expectedAfterGap || (expectedAfterGap == nil && n == lastState + 1 && n <= lastAction) {
      return
    }
    addGap(to: n, before: border)
    lastAction = max(lastAction, n)
    expectedAfterGap = n
  }

  /// Adds a gap that no line tells of.
  private mutating func addGap(to n: Int, before border: (entry: Int, reason: String)) {
    gaps.append(
      Gap(
        from: lastState + 1, to: n, room: max(0, n - lastAction), entry: border.entry,
        reason: border.reason))
  }

  private mutating func addGap(_ n: Int, _ place: Int) -> SessionError.Cause? {
    guard n >= lastAction else { return .jump(kind: "gap", n: n, expected: lastAction) }
    guard n - lastAction <= Self.longestGap else {
      return .gapTooLong(n: n, limit: Self.longestGap)
    }
    // A later segment may begin with a gap; states before its first are in another file.
    let from = firstState == nil ? n : min(lastState + 1, n)
    // So are the actions that the gap counts, which may be any number.
    let room = firstState == nil ? n : n - lastAction
    gaps.append(Gap(from: from, to: n, room: room, entry: place))
    lastAction = n
    expectedAfterGap = n
    return nil
  }

  private func misplaced(_ kind: String, _ n: Int) -> SessionError.Cause {
    .misplaced(kind: kind, n: n)
  }

  /// The gap that covers state n.
  func gap(over n: Int) -> Gap? { gaps.first { $0.from <= n && n < $0.to } }

  /// The last state at or before n that a line gives whole.
  func wholeState(atOrBefore n: Int) -> Int? { wholeStates.last(atOrBefore: n) }

  /// The actions without a state at the end of the file, unless a gap explains that.
  var openActions: ClosedRange<Int>? {
    guard firstState != nil, expectedAfterGap == nil, lastAction > lastState, !hidesStates
    else { return nil }
    return lastState + 1...lastAction
  }

  // MARK: Damaged files

  /// Begins the next of several damaged segments.
  ///
  /// - Parameters:
  ///   - place: Its first line.
  ///   - reason: Why states before its first one are missing, if whole segments are.
  mutating func keepSegment(at place: Int, _ reason: String?) {
    end = nil
    border = reason.map { (place, $0) }
  }

  /// Adds a line of a damaged file; its order was already judged.
  mutating func keep(_ line: LineIndex.Place, at place: Int, _ verdict: LineVerdict) {
    guard line.kind != .session, line.kind != .unknown else { return }
    if firstState == nil { firstState = line.kind == .gap ? line.n : lastState }
    if let border { keepMissing(before: line, border) }
    switch line.kind {
    case .action: actions.append(line.n, place)
    case .state where verdict == .repeated && unknown?.n == line.n:
      keepKeyframe(line.n, place, isKnown: true)
    case .state where verdict == .repeated: keepRepeated(line.n, place)
    case .state: keepState(line, place, isKnown: verdict == .kept)
    case .keyframe: keepKeyframe(line.n, place, isKnown: verdict == .kept)
    case .outside: if verdict == .kept { keepOutside(line.n, place) }
    case .input: inputs.append(line.n, place)
    case .mark, .dispatched: events.append(line.n, place)
    case .gap:
      let from = min(lastState + 1, line.n)
      gaps.append(Gap(from: from, to: line.n, room: .max, entry: place))
      expectedAfterGap = line.n
    case .end: end = place
    case .session, .unknown, .damaged, .blank: break
    }
    lastAction = max(lastAction, line.n)
  }

  /// Makes a gap of what is missing before a segment, unless its first line is such a gap.
  private mutating func keepMissing(
    before line: LineIndex.Place, _ border: (entry: Int, reason: String)
  ) {
    self.border = nil
    let n = line.kind == .action || line.kind == .input ? line.n - 1 : line.n
    guard line.kind != .gap, n > lastState + 1 else { return }
    addGap(to: n, before: border)
  }

  private mutating func keepState(_ line: LineIndex.Place, _ place: Int, isKnown: Bool) {
    expectedAfterGap = nil
    lastState = line.n
    unknown = isKnown ? nil : (line.n, place)
    guard isKnown else { return }
    states.append(line.n, place)
    if line.isWhole { wholeStates.append(line.n, place) }
  }

  /// A keyframe gives a state that its own line does not, or that has no line.
  private mutating func keepKeyframe(_ n: Int, _ place: Int, isKnown: Bool) {
    expectedAfterGap = nil
    lastState = n
    guard isKnown else { return }
    if let unknown, unknown.n == n {
      states.append(n, unknown.entry)
      rebased.append(n)
    } else {
      states.append(n, place)
    }
    keyframes.append(n, place)
    wholeStates.append(n, place)
  }

  /// Ends the index of a damaged file.
  ///
  /// - Parameters:
  ///   - isTorn: Whether the end of the last file may be missing.
  ///   - losesEnd: Whether the session continues in a segment that cannot be read.
  mutating func finish(after walk: SalvageWalk, isTorn: Bool, losesEnd: Bool) {
    if losesEnd { end = nil }
    firstState = firstState ?? walk.firstN
    lastAction = walk.lastAction
    lastState = walk.lastState
    doubtful = walk.doubtful
    lacking = walk.lacking
    hidesStates = isTorn || walk.explainsState || walk.explainsAction
    finish()
  }

  /// Whether only a keyframe gives the state, as its own line changes a state that is lost.
  func isRebased(_ n: Int) -> Bool { Self.contains(n, in: rebased) }

  /// The line of which the bytes say how state n came of the last known one before it: its own, or the
  /// keyframe that gives it whole.
  func changeLine(_ n: Int) -> Int? { isRebased(n) ? keyframes[n] : states[n] }

  /// Whether an outside change may be lost after state n.
  func isDoubtful(_ n: Int) -> Bool { Self.contains(n, in: doubtful) }

  /// Whether an input of action n may be lost: by damage, or in a gap that covers its state or ends
  /// with it.
  func mayLackInputs(_ n: Int) -> Bool {
    if Self.contains(n, in: lacking) { return true }
    let place = firstGap(endingAtOrAfter: n)
    return place < gaps.count && gaps[place].from <= n
  }

  private static func contains(_ n: Int, in numbers: [Int]) -> Bool {
    let place = numbers.indices.partitionPoint { numbers[$0] >= n }
    return place < numbers.count && numbers[place] == n
  }
}
