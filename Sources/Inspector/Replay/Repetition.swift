import SessionFormat

/// How two replays of one recording, in processes with different hash seeds, compare with each
/// other.
public struct Repetition: Equatable, Sendable {
  /// How many steps came to the same in both.
  public internal(set) var equal = 0
  /// The first step at which they part, with the value of the first as expected and of the second
  /// as actual; nil if they do not.
  public internal(set) var difference: Verdict.Divergence?
  /// The step at which a value was drawn that is not recorded: each replay has its own from there
  /// on, so nothing after it was compared.
  public internal(set) var drawsAfresh: Int?
}

/// Compares two replays of a session, step by step.
struct RepeatedReplay {
  private let session: Session
  private let ignoring: [PathPattern]
  private var opaque: OpaqueParts
  private(set) var repetition = Repetition()
  /// Whether nothing more is to be compared.
  private(set) var isOver = false

  init(_ session: Session, ignoring: [PathPattern]) {
    self.session = session
    self.ignoring = ignoring
    opaque = OpaqueParts(session)
  }

  /// Compares what both came to in a step, behind those before; that of the first state is what the hosts
  /// encoded of it.
  mutating func compare(
    _ n: Int, _ left: StepOutcome, _ right: StepOutcome
  ) throws(InspectorError) {
    try opaque.pass(n)
    if !left.isOwn, !right.isOwn {
      // What was not reduced is not compared.
      if case .same = right, !opaque.isWhole { repetition.equal += 1 }
      return
    }
    let recorded = try session.outcome(of: n)
    guard let left = left.isOwn ? left : recorded, let right = right.isOwn ? right : recorded
    else { return }
    if left.drawsAfresh || right.drawsAfresh {
      (repetition.drawsAfresh, isOver) = (n, true)
      return
    }
    var judge = try StepJudge(session, n: n, ignoring: ignoring)
    guard judge.agree(left, right) else {
      isOver = true
      repetition.difference = Verdict.Divergence(
        n: n, type: session.hasAction(n) ? try session.action(n).type : nil,
        kind: judge.kind(left, right, EnumPlaces(session)))
      return
    }
    var isOpaque = judge.leavesOut || judge.leavesOutAll
    if case .refused = left { isOpaque = try session.action(n).opaque }
    if n > session.first, !isOpaque { repetition.equal += 1 }
  }
}
