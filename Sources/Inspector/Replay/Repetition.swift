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
  /// The step after which nothing was compared, as too much differed from the recording to be kept.
  public internal(set) var cutAfter: Int?
}

/// Replays a session twice, and compares both replays.
struct RepeatedReplay {
  private let session: Session
  private let ignoring: [PathPattern]
  private let interrupted: () -> Bool
  /// What the first replay came to, where that is not what was recorded.
  private var first: [Int: StepResult] = [:]
  private var cutAfter: Int?
  /// The steps after which the first replay went on from the recorded state.
  private var rejoined: Set<Int> = []
  private var repetition = Repetition()
  private var opaque: OpaqueParts
  /// The hosts of the second replay that ended, or fell silent, for nothing that came again.
  private(set) var restarts: [HostRestart] = []

  /// So many steps that differ from the recording are kept of the first replay.
  private static let mostKept = 100_000

  init(_ session: Session, ignoring: [PathPattern], interrupted: @escaping () -> Bool) {
    self.session = session
    self.ignoring = ignoring
    self.interrupted = interrupted
    opaque = OpaqueParts(session)
  }

  /// Notes the first state of the first replay.
  mutating func noteFirst(_ state: JSONValue, opaque: [JSONPointer]) {
    first[session.first] = StepResult(given: session.first, state, opaque: opaque)
  }

  /// Notes what a step of the first replay came to; false if no more can be kept.
  mutating func note(_ n: Int, _ outcome: Replay.Outcome) -> Bool {
    guard let result = Self.result(outcome) else { return true }
    if first.count == Self.mostKept {
      cutAfter = n - 1
      return false
    }
    first[n] = result
    return true
  }

  /// Notes that the first replay goes on from the recorded state after a step, so that the second one
  /// must too.
  mutating func noteRejoining(after n: Int) { rejoined.insert(n) }

  /// Replays through another host, and compares with what was noted.
  mutating func compare(through host: HostClient) throws(InspectorError) -> Repetition {
    repetition.cutAfter = cutAfter
    var isOver = false
    try Replay(
      session, host: host, isChecked: session.mode != .salvage, interrupted: interrupted
    ).run { state throws(InspectorError) in
      let result = StepResult(given: session.first, state, opaque: host.sentOpaque)
      isOver = try !compare(session.first, result)
    } restarted: {
      restarts.append($0)
    } step: { n, outcome throws(InspectorError) in
      if isOver { return .stop }
      if let cutAfter, n > cutAfter { return .stop }
      guard try compare(n, outcome) else { return .stop }
      return rejoined.contains(n) ? .rejoin : .goOn
    }
    return repetition
  }

  /// Compares a step; false if nothing more is to be compared.
  private mutating func compare(
    _ n: Int, _ outcome: Replay.Outcome
  ) throws(InspectorError) -> Bool {
    try opaque.pass(n)
    let result = Self.result(outcome)
    if first[n] == nil, result == nil {
      // What was not reduced is not compared.
      if case .same = outcome, !opaque.isWhole { repetition.equal += 1 }
      return true
    }
    return try compare(n, result)
  }

  private mutating func compare(
    _ n: Int, _ result: StepResult?
  ) throws(InspectorError) -> Bool {
    let recorded = try session.result(of: n)
    guard let left = first[n] ?? recorded, let right = result ?? recorded else { return true }
    if left.drawsAfresh || right.drawsAfresh {
      repetition.drawsAfresh = n
      return false
    }
    var agreement = try StepAgreement(session, n: n, ignoring: ignoring)
    if agreement.agree(left, right) {
      var isOpaque = agreement.leavesOut || agreement.leavesOutAll
      if case .refused = left { isOpaque = try session.action(n).opaque }
      if n > session.first, !isOpaque { repetition.equal += 1 }
      return true
    }
    repetition.difference = Verdict.Divergence(
      n: n, type: session.steps.actions[n] == nil ? nil : try session.action(n).type,
      kind: agreement.kind(left, right, EnumPlaces(session)))
    return false
  }

  /// What a step came to; nil if it is what was recorded, or was not reduced.
  private static func result(_ outcome: Replay.Outcome) -> StepResult? {
    switch outcome {
    case .same, .given, .missing, .spared: nil
    case .reduced(let reduction): .reduced(reduction)
    case .refused(let error): .refused(error)
    case .died(let death, _, _): .died(death)
    }
  }
}

extension StepResult {
  /// Whether a value was drawn that is not recorded.
  fileprivate var drawsAfresh: Bool {
    if case .reduced(let reduction) = self {
      reduction.inputs.contains(where: \.fresh)
    } else {
      false
    }
  }
}

extension StepAgreement {
  /// In what two results differ that do not agree.
  fileprivate mutating func kind(
    _ left: StepResult, _ right: StepResult, _ enums: EnumPlaces
  ) -> Verdict.Divergence.Kind {
    guard case .reduced(let old) = left, case .reduced(let new) = right else {
      if case .died(let death) = right { return .died(death) }
      if case .refused(let error) = right { return .refused(error) }
      // The other one reduced it.
      if case .refused(let error) = left { return .refused(error) }
      return .survived
    }
    if let type = old.action?.type, let other = new.action?.type, !type.hasSameBytes(as: other) {
      return .actionType(expected: type, actual: other)
    }
    if let action = old.action?.action, let other = new.action?.action, action != other {
      return .action(expected: action, actual: other)
    }
    if !old.line.throwsSame(as: new.line) {
      return .threw(expected: old.line.threw, actual: new.line.threw)
    }
    let differences = differences(old, new)
    if let kind = Verdict.Divergence.Kind.states(differences, from: old.state, to: new.state, enums)
    {
      return kind
    }
    let place = zip(old.inputs, new.inputs).first { $0.value != $1.value || $0.name != $1.name }
    let input = place?.1 ?? new.inputs.last ?? old.inputs.last
    return .input(name: input?.name ?? "", expected: place?.0.value, actual: place?.1.value)
  }
}
