import SessionFormat

/// Where two reducer hosts part that reduce the same session, each as a chain of its own.
struct HostParting {
  /// What a host made of the step.
  enum Side: Sendable {
    /// A value, or nothing at that place.
    case value(JSONValue?)
    /// What its reducer threw, or nothing.
    case threw(String?)
    case refused(HostError)
    case died(HostDeath)
    /// A state, where the other host has none.
    case reduced
    /// The recording died in it.
    case crashed
  }

  /// The first step at which they part.
  struct Parting: Sendable {
    let n: Int
    /// The type of the action; nil for the first state.
    let type: String?
    /// What they part in: `state`, `type`, `action`, `input`, `threw` or `outcome`.
    let kind: String
    /// The place in the state, and at how many others they part too.
    var path: JSONPointer?
    var others = 0
    /// The name of the input.
    var input: String?
    let good: Side
    let bad: Side
    /// What was recorded, where that is known.
    var recorded: Side?
  }

  /// What came of the comparison.
  struct Result: Sendable {
    /// How many steps came to the same in both.
    var equal = 0
    /// The steps of which nothing that can be compared differs, but something that cannot, or of which
    /// nothing can be.
    var notComparable = StepNumbers()
    /// The first that did not; nil if there is none.
    var parting: Parting?
    /// The step at which both drew a value that is not recorded, so that nothing after it can be
    /// compared.
    var drawsAfresh: Int?
    /// How both hosts died in the same action, after which nothing was compared.
    var death: HostDeath?
    /// Hosts that ended, or fell silent, for nothing that came again; of either of the two.
    var restarts: [HostRestart] = []
    /// What either did beside its answers.
    var notes: (good: [HostNote], bad: [HostNote]) = ([], [])
    /// The first value that the recorder or one of them could not encode, and that is not compared.
    var opaque: Verdict.Opaque?
    /// How many actions both refused, each in the same way.
    var refused = 0
    /// The step after which nothing was compared, as too much differed from the recording.
    var cutAfter: Int?
    /// Which of the two changes values of the recording that the other does not; nil if both do, or
    /// do not, in the same way.
    var migrating: Migrating?

    /// Whether they do not part, but no step is known to be the same either.
    var isUnknown: Bool { parting == nil && equal == 0 && !notComparable.isEmpty }
  }

  /// Which of two hosts migrates a session.
  enum Migrating: String, Sendable {
    case good, bad
    /// Each in a way of its own.
    case both
  }

  private let session: Session
  private let interrupted: () -> Bool
  /// What the first host made of steps, where that is not what was recorded.
  private var first: [Int: StepResult] = [:]
  private var result = Result()
  /// What the first host says that it does to values of the recording.
  private var migrates: [String] = []
  private var opaque: OpaqueParts

  /// So many steps that differ from the recording are kept.
  private static let mostKept = 100_000

  init(_ session: Session, interrupted: @escaping () -> Bool = { false }) {
    (self.session, self.interrupted) = (session, interrupted)
    opaque = OpaqueParts(session)
  }

  /// Runs the session through both.
  ///
  /// - Throws: Damage but for a torn last line, a failure of a host other than its death in an
  ///   action, or ``InspectorError/interrupted``.
  mutating func run(good: HostClient, bad: HostClient) throws(InspectorError) -> Result {
    defer {
      good.close()
      bad.close()
    }
    let faults = try SessionCheck(session, interrupted: interrupted).faults
    if let fault = faults.first(where: { !$0.isTorn }), session.mode != .salvage {
      throw .session(fault)
    }
    self = try good.passingOverSurplus { () throws(InspectorError) in
      var run = self
      try run.note(good)
      return run
    }
    result.notes.good = good.leave()
    good.close()
    self = try bad.passingOverSurplus { () throws(InspectorError) in
      var run = self
      try run.compare(bad)
      return run
    } isInDoubt: {
      $0.result.parting != nil
    }
    result.opaque = opaque.first
    result.notes.bad = bad.leave()
    return result
  }

  private func replay(_ host: HostClient) -> Replay {
    Replay(
      session, host: host, isChecked: session.mode != .salvage, interrupted: interrupted)
  }

  private mutating func note(_ host: HostClient) throws(InspectorError) {
    try replay(host).run { state throws(InspectorError) in
      migrates = SessionTypes(session.header, host.header).migrates
      first[session.first] = StepResult(given: session.first, state, opaque: host.sentOpaque)
    } restarted: {
      result.restarts.append($0)
    } step: { n, outcome throws(InspectorError) in
      guard let made = StepResult(outcome) else { return .goOn }
      if first.count == Self.mostKept {
        result.cutAfter = n - 1
        return .stop
      }
      first[n] = made
      return .goOn
    }
  }

  private mutating func compare(_ host: HostClient) throws(InspectorError) {
    var isOver = false
    try replay(host).run { state throws(InspectorError) in
      result.migrating = migrating(SessionTypes(session.header, host.header).migrates)
      let given = StepResult(given: session.first, state, opaque: host.sentOpaque)
      isOver = try !compare(session.first, given)
    } restarted: {
      result.restarts.append($0)
    } step: { n, outcome throws(InspectorError) in
      if isOver || n > result.cutAfter ?? .max { return .stop }
      return try compare(n, StepResult(outcome)) ? .goOn : .stop
    }
  }

  /// How the first host differs in that from the second, which does this.
  private func migrating(_ other: [String]) -> Migrating? {
    if migrates == other { return nil }
    return other.isEmpty ? .good : migrates.isEmpty ? .bad : .both
  }

  /// Compares a step; false if nothing more is to be compared.
  private mutating func compare(
    _ n: Int, _ made: StepResult?
  ) throws(InspectorError) -> Bool {
    try opaque.pass(n)
    var isComparable = !opaque.isWhole
    if first[n] != nil || made != nil {
      let recorded = try session.result(of: n)
      guard let left = first[n] ?? recorded, let right = made ?? recorded else { return true }
      var agreement = try StepAgreement(session, n: n, ignoring: [])
      if left.hasOpaqueAction || right.hasOpaqueAction {
        opaque.pass(action: n, isInReplay: try !session.action(n).opaque)
      }
      opaque.pass(n, inHost: left.opaque + right.opaque)
      if left.drawsAfresh, right.drawsAfresh, left.inputs.map(\.name) == right.inputs.map(\.name) {
        result.drawsAfresh = n
        return false
      }
      guard agreement.agree(left, right) else {
        result.parting = try parting(n, left, right, recorded, &agreement)
        return false
      }
      switch right {
      case .died(let death): result.death = death
      case .refused: result.refused += 1
      case .reduced, .crashed: break
      }
      isComparable =
        opaque.lastAction != n && !agreement.leavesOut
        && (right.state == nil || !agreement.leavesOutAll)
    }
    if n == session.first { return true }
    if isComparable { result.equal += 1 } else { result.notComparable.append(n) }
    return true
  }

  private func parting(
    _ n: Int, _ left: StepResult, _ right: StepResult, _ recorded: StepResult?,
    _ agreement: inout StepAgreement
  ) throws(InspectorError) -> Parting {
    let type = session.steps.actions[n] == nil ? nil : try session.action(n).type
    func part(
      _ kind: String, _ good: Side, _ bad: Side, _ recorded: Side?
    ) -> Parting {
      Parting(n: n, type: type, kind: kind, good: good, bad: bad, recorded: recorded)
    }
    guard case .reduced(let good) = left, case .reduced(let bad) = right else {
      return part("outcome", left.side, right.side, recorded?.side)
    }
    var known: HostClient.Reduction?
    if case .reduced(let reduction)? = recorded { known = reduction }
    if let one = good.action?.type, let other = bad.action?.type, !one.hasSameBytes(as: other) {
      return part(
        "type", .value(.string(one)), .value(.string(other)),
        known?.action.map { .value(.string($0.type)) })
    }
    if let one = good.action?.action, let other = bad.action?.action, one != other {
      return part("action", .value(one), .value(other), known?.action.map { .value($0.action) })
    }
    if !good.line.throwsSame(as: bad.line) {
      return part(
        "threw", .threw(good.line.threw), .threw(bad.line.threw),
        known.map { .threw($0.line.threw) })
    }
    let differences = EnumPlaces(session).folding(
      agreement.differences(good, bad), from: good.state, to: bad.state)
    if let first = differences.first {
      var parting = part(
        "state", .value(first.old), .value(first.new),
        known.map { .value(first.path.value(in: $0.state)) })
      parting.path = first.path
      parting.others = differences.count - 1
      return parting
    }
    let place =
      zip(good.inputs, bad.inputs).enumerated()
      .first { $1.0.value != $1.1.value || $1.0.name != $1.1.name }?.offset
      ?? min(good.inputs.count, bad.inputs.count)
    func input(_ inputs: [InputLine]) -> InputLine? { place < inputs.count ? inputs[place] : nil }
    var parting = part(
      "input", .value(input(good.inputs)?.value), .value(input(bad.inputs)?.value),
      known.map { .value(input($0.inputs)?.value) })
    parting.input = (input(bad.inputs) ?? input(good.inputs))?.name
    return parting
  }
}

extension StepResult {
  /// What a step came to; nil if it is what was recorded, or was not reduced.
  fileprivate init?(_ outcome: Replay.Outcome) {
    switch outcome {
    case .same, .given, .missing, .spared: return nil
    case .reduced(let reduction): self = .reduced(reduction)
    case .refused(let error): self = .refused(error)
    case .died(let death, _, _): self = .died(death)
    }
  }

  /// The inputs that were drawn.
  fileprivate var inputs: [InputLine] {
    if case .reduced(let reduction) = self { reduction.inputs } else { [] }
  }

  /// Whether it drew a value that was not recorded.
  fileprivate var drawsAfresh: Bool { inputs.contains(where: \.fresh) }

  /// Whether its action was only rendered.
  fileprivate var hasOpaqueAction: Bool {
    if case .reduced(let reduction) = self { reduction.action?.opaque ?? false } else { false }
  }

  /// The places of its state that were only rendered.
  fileprivate var opaque: [JSONPointer] {
    if case .reduced(let reduction) = self { reduction.opaque } else { [] }
  }

  fileprivate var side: HostParting.Side {
    switch self {
    case .reduced: .reduced
    case .refused(let error): .refused(error)
    case .died(let death): .died(death)
    case .crashed: .crashed
    }
  }
}
