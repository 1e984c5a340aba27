import SessionFormat

extension BranchPlan {
  /// The recording reduced to some of its actions, some of them changed.
  ///
  /// - Parameters:
  ///   - session: The recording.
  ///   - kept: The actions; the first action of the session has place 0.
  ///   - edits: Other values of actions, by their recorded numbers; they draw the recorded inputs.
  init(
    _ session: Session, kept: KeptElements, edits: [Int: JSONValue] = [:]
  ) throws(InspectorError) {
    self.init(first: session.first, last: session.last)
    pieces = []
    let start = session.first + 1
    var next = start
    for run in kept.runs {
      let numbers = start + run.lowerBound...start + run.upperBound - 1
      add(next, numbers.lowerBound - 1, isSkipped: true)
      try add(numbers, session, edits)
      next = numbers.upperBound + 1
    }
    add(next, session.last, isSkipped: true)
  }

  /// Adds recorded actions, if there are any.
  private mutating func add(_ first: Int, _ last: Int, isSkipped: Bool) {
    guard first <= last else { return }
    pieces.append(Piece(item: .recorded(first...last), isSkipped: isSkipped))
  }

  private mutating func add(
    _ numbers: ClosedRange<Int>, _ session: Session, _ edits: [Int: JSONValue]
  ) throws(InspectorError) {
    var next = numbers.lowerBound
    for n in edits.keys.filter(numbers.contains).sorted() {
      guard let action = edits[n] else { continue }
      add(next, n - 1, isSkipped: false)
      let recorded = try session.action(n)
      nextID += 1
      let own = OwnAction(
        id: nextID, replaces: n, type: recorded.type, action: action, t: recorded.t)
      pieces.append(Piece(item: .own(own)))
      drawn[.own(nextID)] = try session.inputs(n)
      next = n + 1
    }
    add(next, numbers.upperBound, isSkipped: false)
  }
}
