import SessionFormat

/// The lines that stand between actions and states.
extension SalvageWalk {
  mutating func accept(_ line: KeyframeLine, _ place: Int) throws(SessionError) {
    let n = line.n
    if n == lastState, hasState { return audit(line.state, n: n, place) }
    let cause = SessionError.Cause.misplaced(kind: "keyframe", n: n)
    let due = afterGap ?? (hasState ? lastState + 1 : firstN)
    guard n >= due, mayJump(to: n, from: place) else { throw fault(cause, place) }
    if !explainsState { note(fault(cause, place)) }
    reach(n)
    trail.begin(line.state, at: place)
  }

  /// Compares the last state with a line that tells it again, whole.
  mutating func audit(_ whole: JSONValue, n: Int, _ place: Int) {
    switch trail.audit(whole, at: place) {
    case .agrees, .tells: findState()
    case .differs(let path, let doubtful):
      for line in doubtful { verdicts[line] = .unknown }
      drop(place, fault(.keyframe(n: n, path: path), place))
    }
  }

  mutating func accept(_ line: OutsideLine, _ place: Int) throws(SessionError) {
    guard line.n == lastState, hasState else {
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
    // It follows actions up to its number, all of which are lost.
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
        lines[(place + 1)...].first { $0.kind != .blank || $0.part != part }
        .map { $0.part != part } ?? true
      guard explainsAction || isLast, mayJump(to: n, from: place) else {
        throw fault(cause, place)
      }
      if !explainsAction { note(fault(cause, place)) }
      lastAction = n
      loseState()
      explainsState = true
    }
    hasEnded = true
  }
}
