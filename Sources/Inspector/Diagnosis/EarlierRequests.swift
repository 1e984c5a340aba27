import SessionFormat

/// What the steps before a step ask the system for, beyond time, chance and the like: what they may have kept.
enum EarlierRequests {
  /// None of them asks for more.
  case nothing
  /// The first that does, with what it asks for in words.
  case more(n: Int, words: String)
  /// What this step asks for was not seen: it could not be reduced again, or is too many steps before.
  case unseen(n: Int)

  /// Why what was recorded may be what one of them kept; nil if none can have kept anything.
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
  /// The most steps before a step that are looked at, which takes the time of so many steps.
  private static let longestLook = 2_000

  /// Makes a plan of the steps before one, and names the last before these, if any, that is not among them.
  static func look(
    before n: Int, _ session: Session
  ) throws(InspectorError) -> (plan: StepPlan, unseen: Int?) {
    var steps: [Step] = []
    let start = max(session.first + 1, n - longestLook)
    var unseen = start > session.first + 1 ? start - 1 : nil
    for other in start..<max(start, n) {
      let isChained = steps.last?.n == other - 1 && session.isUndisturbed(other - 1)
      guard session.steps.actions[other] != nil, isChained || session.hasBefore(other) else {
        unseen = other
        continue
      }
      steps.append(try Step(other, from: isChained ? .none : session.before(other), session))
    }
    return (StepPlan(steps: steps, given: nil), unseen)
  }
}
