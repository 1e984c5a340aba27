import SessionFormat

/// The lines between actions and states.
extension SalvageWalk {
  mutating func accept(_ line: KeyframeLine, _ place: Int) throws(SessionError) {
    let n = line.n
    if n == lastState, hasState { return audit(line.state, n: n, place) }
    let cause = SessionError.Cause.misplaced(kind: "keyframe", n: n)
    guard n >= due, mayJump(to: n, from: place) else { throw fault(cause, place) }
    if !explainsState { note(fault(cause, place)) }
    reach(n)
    trail.begin(line.state, at: place)
  }

  /// Compares the last state with a line that repeats it whole.
  ///
  /// - Parameter isRepeated: Whether the line is the next segment's first state, not a keyframe.
  mutating func audit(_ whole: JSONValue, n: Int, _ place: Int, isRepeated: Bool = false) {
    guard let (path, doubtful) = trail.audit(whole, at: place) else { return findState() }
    for line in doubtful { verdicts[line] = .unknown }
    drop(
      place, fault(isRepeated ? .repeated(n: n, path: path) : .keyframe(n: n, path: path), place))
  }

  mutating func accept(_ line: OutsideLine, _ place: Int) throws(SessionError) {
    guard line.n == lastState, hasState else {
      strayOutsides.append(line.n)
      loseState()
      throw fault(.misplaced(kind: "outside", n: line.n), place)
    }
    do {
      if try !trail.takeOutside(line.content) { verdicts[place] = .unknown }
    } catch {
      loseState()
      throw fault(.patch(n: line.n, error), place)
    }
  }

  /// Marks the patches as unknown that follow a misplaced outside change, up to a whole state.
  ///
  /// Complexity: O(lines) if there is such a change.
  mutating func distrustPatches() {
    guard !strayOutsides.isEmpty else { return }
    let strays = Set(strayOutsides).sorted()
    var whole = 0
    var next = 0
    for place in lines.indices where verdicts[place] != .skipped {
      let line = lines.withBytes(of: place, LineIndex.place)
      switch line.kind {
      case .state where line.isWhole, .keyframe:
        whole = line.n
        while next < strays.count, strays[next] < whole { next += 1 }
      case .state where next < strays.count && strays[next] < line.n: verdicts[place] = .unknown
      default: break
      }
    }
    doubtful = Set(doubtful + strays).sorted()
  }

  mutating func accept(input n: Int, _ place: Int) throws(SessionError) {
    guard actions[n] == nil else { return }
    guard isDamaged else { throw fault(.misplaced(kind: "input", n: n), place) }
    verdicts[place] = .orphan
  }

  mutating func accept(event n: Int, _ place: Int) throws(SessionError) {
    guard n > lastAction else { return }
    guard isDamaged else {
      throw fault(.misplaced(kind: "the mark or dispatched action of", n: n), place)
    }
    verdicts[place] = .orphan
    // It follows actions up to its number, which are all lost.
    if explainsAction, mayJump(to: n, from: place) {
      lastAction = n
      loseState()
    }
  }

  mutating func accept(_ line: GapLine, _ place: Int) throws(SessionError) {
    let n = line.n
    guard n >= lastAction else {
      throw fault(.jump(kind: "gap", n: n, expected: lastAction), place)
    }
    guard n - lastAction <= StepIndex.longestGap else {
      throw fault(.gapTooLong(n: n, limit: StepIndex.longestGap), place)
    }
    let room = hasState || actions.count > 0 ? n - lastAction : n
    guard line.lost <= room else {
      throw fault(.gapLost(n: n, lost: line.lost, room: room), place)
    }
    guard !isStray(n, at: place) else { throw fault(.misplaced(kind: "gap", n: n), place) }
    loseState()
    lastAction = n
    afterGap = n
    explainsAction = false
    explainsState = false
  }

  mutating func accept(end n: Int, _ place: Int) throws(SessionError) {
    if n > lastAction {
      let cause = SessionError.Cause.misplaced(kind: "the end after", n: n)
      let part = lines[place].part
      let isLast =
        place + 1 == lines.count || lines[place + 1].part != part
      guard explainsAction || isLast, mayJump(to: n, from: place) else {
        throw fault(cause, place)
      }
      if !explainsAction { note(fault(cause, place)) }
      lastAction = n
      loseState()
      explainsState = true
    }
    end = place
  }

  /// Judges whether the end is out of place, because a line follows it.
  ///
  /// It is, if the line continues what came before the end. If it brings a later action, the
  /// session was not closed there at all. After another header, all lines are another session's.
  mutating func accept(
    _ line: SessionLine, _ place: Int, behindEnd end: Int
  ) throws(SessionError) {
    if case .session = line { stranger = place }
    let isOfAnother = stranger.map { lines[$0].part == lines[place].part } ?? false
    guard !isOfAnother, goesOn(line) else {
      if case .outside(let line) = line, !isOfAnother { strayOutsides.append(line.n) }
      throw fault(.afterEnd, place)
    }
    if let n = line.n, n > lastAction {
      self.end = nil
      drop(end, fault(.misplaced(kind: "the end after", n: lastAction), end))
    } else if verdicts[end] != .early {
      verdicts[end] = .early
      note(fault(.afterEnd, place))
    }
  }

  /// Whether a line could come next if there were no end.
  private func goesOn(_ line: SessionLine) -> Bool {
    guard let n = line.n else { return false }
    switch line {
    case .action: return n == lastAction + 1
    case .state:
      let isRepeated = isAtBorder && hasState && n == lastState
      return isRepeated || (n == due && n <= lastAction)
    case .keyframe, .outside: return hasState && n == lastState
    // What an action before the last one drew stands before its state.
    case .input: return n == lastAction && actions[n] != nil
    case .mark, .dispatched: return n <= lastAction
    case .gap: return n >= lastAction && n - lastAction <= StepIndex.longestGap
    case .session, .end, .unknown: return false
    }
  }

  /// The number of the state that comes next.
  private var due: Int { afterGap ?? (hasState ? lastState + 1 : firstN) }
}
