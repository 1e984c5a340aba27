import SessionFormat

/// The way from one segment of a session to the next.
extension SalvageWalk {
  /// Goes on with the next segment, which begins with a whole state.
  ///
  /// - Parameter isExplained: Whether it is known already that something before it is lost.
  mutating func beginSegment(isExplained: Bool) {
    end = nil
    isAtBorder = true
    if isExplained { loseEnd() }
  }

  /// Takes what the end of a segment that is lost may have held.
  mutating func loseEnd() {
    explainsAction = true
    explainsState = true
    loseInputs()
    loseState()
  }

  /// Ends a segment: the faults from one on are brought into the order of its lines.
  mutating func endSegment(faultsFrom first: Int) { faults.sort(from: first) }

  /// Goes on where a segment does not begin with its first state.
  mutating func passBorder(_ line: SessionLine, _ place: Int) {
    switch line {
    case .session, .unknown, .mark, .dispatched, .end: return
    case .gap, .keyframe: break
    case .state(let state) where state.content.isWhole: return
    case .action, .input, .outside, .state:
      if !explainsState {
        note(fault(.misplaced(kind: Self.words(line), n: line.n ?? 0), place))
        explainsState = true
      }
      loseState()
    }
    isAtBorder = false
  }

  /// Compares the state with which a segment begins with that at the end of the one before it.
  mutating func accept(
    repeated whole: JSONValue, n: Int, _ place: Int
  ) {
    // A change from outside may be lost between the two, so that neither tells of the other.
    guard trail.mayGoOn(with: whole) else {
      verdicts[place] = .unknown
      return
    }
    explainsState = false
    explainsAction = false
    audit(whole, n: n, place, isRepeated: true)
    if verdicts[place] == .kept { verdicts[place] = .repeated }
  }

  private static func words(_ line: SessionLine) -> String {
    switch line {
    case .action: "action"
    case .input: "input"
    case .outside: "outside"
    default: "the patch of state"
    }
  }
}
