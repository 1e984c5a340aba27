import SessionFormat

/// The states that a host computed again.
extension RepairWriter {
  /// Writes the computed states of the steps that end before a line.
  mutating func fill(before line: SessionLine) throws(InspectorError) {
    switch line {
    case .session, .input, .unknown: break
    case .action, .state, .keyframe, .outside, .mark, .dispatched, .gap, .end: try fill()
    }
  }

  /// Writes the computed states of the steps that have ended.
  mutating func fill() throws(InspectorError) {
    while hasState, afterGap == nil, lastState < lastAction,
      let line = repair.recovered?.made[lastState + 1]
    {
      try add(.state(line))
      account.recomputed.append(line.n)
      lastState = line.n
      isBroken = false
      try flush()
    }
  }

  /// Keeps a change from outside that was left out for its lost state, if that is known again.
  mutating func takeAgain(_ place: Int) throws(InspectorError) -> Bool {
    guard repair.recovered != nil,
      read.lines.withBytes(of: place, LineIndex.place).kind == .outside,
      let line = try? repair.session.line(place)
    else { return false }
    try fill(before: line)
    guard isKnownAgain(line) else { return false }
    account.takenAgain += 1
    account.bytesTakenAgain += read.lines[place].count
    note(line)
    try keep(place)
    return true
  }

  /// Whether the state that a line depends on is known again, so that the line yields the next one.
  func isKnownAgain(_ line: SessionLine) -> Bool {
    guard let recovered = repair.recovered, hasState, afterGap == nil else { return false }
    switch line {
    case .state(let line): return line.n == lastState + 1 && recovered.isProven(line.n)
    case .outside(let line): return line.n == lastState && recovered.isProven(line.n + 1)
    default: return false
    }
  }
}
