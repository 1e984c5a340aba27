import SessionFormat

/// How two replays of one recording, in processes with different hash seeds, compare with each
/// other.
package struct Repetition: Equatable, Sendable {
  /// How many steps came to the same in both.
  package internal(set) var equal = 0
  /// The first step at which they part, with the value of the first as expected and of the second
  /// as actual; nil if they do not.
  package internal(set) var difference: Divergence?
  /// The step at which a value was drawn that is not recorded: each replay has its own from there
  /// on, so nothing after it was compared.
  package internal(set) var drawsAfresh: Int?
}

/// Compares two replays of a session, step by step.
struct RepeatedReplay {
  private let session: Session
  private var judge: StepJudge
  private(set) var repetition = Repetition()
  /// Whether nothing more is to be compared.
  private(set) var isOver = false

  init(_ session: Session, ignoring: [PathPattern]) {
    self.session = session
    judge = StepJudge(session, ignoring: ignoring)
  }

  /// Compares what both came to in a step, behind those before; that of the first state is what the hosts
  /// encoded of it.
  mutating func compare(
    _ n: Int, _ left: StepOutcome, _ right: StepOutcome
  ) throws(InspectorError) {
    try judge.pass(n)
    if !left.isOwn, !right.isOwn {
      // What was not reduced is not compared.
      if case .same = right, !judge.opaque.isWhole { repetition.equal += 1 }
      return
    }
    let recorded = try session.outcome(of: n)
    guard let left = left.isOwn ? left : recorded, let right = right.isOwn ? right : recorded
    else { return }
    if left.drawsAfresh || right.drawsAfresh {
      (repetition.drawsAfresh, isOver) = (n, true)
      return
    }
    let verdict = judge.compare(n, left, right)
    if let kind = verdict.kind {
      isOver = true
      repetition.difference = Divergence(n: n, type: try session.type(n), kind: kind)
      return
    }
    var isEqual = verdict.isEqual
    if case .refused = left { isEqual = try !session.action(n).opaque }
    if n > session.first, isEqual { repetition.equal += 1 }
  }
}
