import SessionFormat

#if DEBUG
  extension Recording {
    /// The invariants that do not hold between two calls, each in words; none if all is well.
    ///
    /// The tests ask; a release build has none of it.
    func checkInvariants() -> [String] {
      var broken: [String] = []
      if lastState > lastAction { broken.append("state \(lastState) before its action") }
      if segmentStart > lastState { broken.append("a segment from \(segmentStart) on") }
      if openSteps < 0 || openSteps > lastAction { broken.append("\(openSteps) open steps") }
      if waitingLines.count > Self.keptLines { broken.append("\(waitingLines.count) lines wait") }
      for n in finished.keys where n <= lastState + 1 || n > lastAction {
        broken.append("state \(n) waits behind \(lastState)")
      }
      if interruption != nil {
        if !finished.isEmpty { broken.append("states wait while nothing is written") }
      } else {
        if !waitingLines.isEmpty { broken.append("lines wait while lines are written") }
        if segment == 0 { broken.append("lines are written before a segment") }
        if let states, let written {
          if !states.last.hasSameBytes(as: written.text) {
            broken.append("the next patch does not begin with the last state written")
          }
        } else {
          broken.append("lines are written without a state")
        }
      }
      return broken
    }
  }
#endif
