import SessionFormat

/// What the steps before a step ask the system for, beyond time, chance and the like: what they may have kept.
enum EarlierRequests {
  /// None of them asks for more.
  case nothing
  /// The first that does, with what it asks for in words.
  case more(n: Int, words: String)
  /// What this step asks for was not seen: it could not be reduced again, its beginning is not known, it is not in the
  /// file, it asks too much, or it lies too far back.
  case unseen(n: Int)

  /// Why what was recorded may be what one of them kept; nil if none asks for more.
  var doubt: String? {
    switch self {
    case .nothing: nil
    case .more(let n, let words):
      "what was recorded may come from elsewhere: step \(n) asks for more (\(words)), and may have kept it where "
        + "nothing is seen"
    case .unseen(let n):
      "what was recorded may come from an earlier step: what step \(n) asks for was not seen"
    }
  }
}

extension StepPlan {
  /// The most steps before a step that are looked at, which takes the time of so many steps; the most of them that
  /// begin with a state of their own; and the most bytes of their actions.
  private static let (longestLook, mostStates, mostBytes) = (2_000, 100, 32 << 20)

  /// Makes a plan of the steps before one, and names the last, if any, that is not among them.
  static func look(
    before n: Int, _ session: Session
  ) throws(InspectorError) -> (plan: StepPlan, unseen: Int?) {
    var steps: [Step] = []
    let start = max(session.first + 1, n - longestLook)
    // A later segment, or an excerpt, has steps before it.
    var unseen = start > 1 ? start - 1 : nil
    var (states, bytes) = (0, 0)
    for other in start..<max(start, n) {
      let isChained = steps.last?.n == other - 1 && session.isUndisturbed(other - 1)
      guard let action = session.steps.actions[other], isChained || session.hasBefore(other),
        isChained || states < mostStates, bytes < mostBytes
      else {
        unseen = other
        continue
      }
      bytes += session.lines[action].count
      if !isChained { states += 1 }
      steps.append(try Step(other, from: isChained ? .none : session.before(other), session))
    }
    return (StepPlan(steps: steps, given: nil), unseen)
  }
}
