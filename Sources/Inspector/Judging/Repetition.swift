import SessionFormat

/// The comparison of two replays of one recording, in processes with different hash seeds.
package struct Repetition: Equatable, Sendable {
  /// How many steps had the same result in both.
  package internal(set) var equal = 0
  /// The first step at which they diverge, with the first replay's value as expected and the
  /// second's as actual; nil if they do not.
  package internal(set) var difference: Divergence?
  /// The step at which a value was drawn that is not recorded.
  ///
  /// From there on each replay has its own values, so nothing after it was compared.
  package internal(set) var drawsAfresh: Int?
}

/// Compares two replays of a session, step by step.
struct RepeatedReplay {
  private let session: Session
  private var judge: StepJudge
  private(set) var repetition = Repetition()
  /// Whether nothing more must be compared.
  var isOver: Bool { repetition.difference != nil || repetition.drawsAfresh != nil }

  init(_ session: Session, ignoring: [IgnoredPlaces]) {
    self.session = session
    judge = StepJudge(session, ignoring: ignoring)
  }

  /// Compares the two outcomes of a step; called in ascending order.
  ///
  /// The outcome of the first state is how the hosts encoded it.
  mutating func compare(
    _ n: Int, _ left: StepOutcome, _ right: StepOutcome
  ) throws(InspectorError) {
    try judge.pass(n)
    if !left.isOwn, !right.isOwn {
      // Steps that were not reduced are not compared.
      if case .same = right, !judge.opaque.isWhole { repetition.equal += 1 }
      return
    }
    let recorded = try session.outcome(of: n)
    guard let left = left.isOwn ? left : recorded, let right = right.isOwn ? right : recorded
    else { return }
    if left.drawsAfresh || right.drawsAfresh {
      repetition.drawsAfresh = n
      return
    }
    let verdict = judge.compare(n, left, right)
    if let kind = verdict.kind {
      repetition.difference = Divergence(n: n, type: try session.type(n), kind: kind)
      return
    }
    var isEqual = verdict.isEqual
    if case .refused = left { isEqual = try !session.action(n).opaque }
    if n > session.first, isEqual { repetition.equal += 1 }
  }
}
