import SessionFormat

/// The transition from one segment of a session to the next.
extension SalvageWalk {
  /// Begins the next segment, which starts with a whole state.
  ///
  /// - Parameter isExplained: Whether something before it is already known to be lost.
  mutating func beginSegment(isExplained: Bool) {
    end = nil
    isAtBorder = true
    guard isExplained else { return }
    (explainsAction, explainsState) = (true, true)
    loseInputs()
    loseState()
  }

  /// Goes on if a segment does not begin with its first state.
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

  /// Compares the first state of a segment with the last state of the one before it.
  mutating func accept(
    repeated whole: JSONValue, n: Int, _ place: Int
  ) {
    // If an outside change between the two may be lost, they cannot be compared.
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
