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
    /// What either did beside its answers.
    var notes: (good: [HostNote], bad: [HostNote]) = ([], [])
    /// The first value that the recorder or one of them could not encode, and that is not compared.
    var opaque: Verdict.Opaque?
    /// How many actions both refused, each in the same way.
    var refused = 0
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
  private var result = Result()
  private var opaque: OpaqueParts
  /// Whether nothing more is to be compared.
  private var isOver = false
  /// How each reads recorded states; nil if as they are written.
  private var migrated: (good: MigratedStates?, bad: MigratedStates?)

  init(_ session: Session, interrupted: @escaping () -> Bool = { false }) {
    (self.session, self.interrupted) = (session, interrupted)
    opaque = OpaqueParts(session)
  }

  /// Runs the session through both, side by side.
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
      try bad.passingOverSurplus { () throws(InspectorError) in
        var run = self
        try run.compare(good, bad)
        return run
      } isInDoubt: {
        $0.result.parting != nil
      }
    } isInDoubt: {
      $0.result.parting != nil
    }
    result.opaque = opaque.first
    result.notes = (good.leave(), bad.leave())
    return result
  }

  private mutating func compare(_ good: HostClient, _ bad: HostClient) throws(InspectorError) {
    let isChecked = session.mode != .salvage
    var left = try HostWalk(session, good, isChecked: isChecked, interrupted: interrupted)
    var right = try HostWalk(session, bad, isChecked: isChecked, interrupted: interrupted)
    let (first, second) = (try left.begin(), try right.begin())
    let types = [good, bad].map { SessionTypes(session.header, $0.header) }
    result.migrating = Self.migrating(types[0].migrates, types[1].migrates)
    if result.migrating != nil {
      migrated.good = MigratedStates(session, types[0], through: good, interrupted: interrupted)
      migrated.bad = MigratedStates(session, types[1], through: bad, interrupted: interrupted)
    }
    try compare(
      session.first, StepOutcome(given: session.first, first, opaque: good.sentOpaque),
      StepOutcome(given: session.first, second, opaque: bad.sentOpaque))
    while !isOver, let step = try left.next(), let other = try right.next() {
      try compare(step.n, step.outcome, other.outcome)
    }
  }

  /// How the first host differs in what it migrates from the second.
  private static func migrating(_ good: [String], _ bad: [String]) -> Migrating? {
    if good == bad { return nil }
    return bad.isEmpty ? .good : good.isEmpty ? .bad : .both
  }

  private mutating func compare(
    _ n: Int, _ left: StepOutcome, _ right: StepOutcome
  ) throws(InspectorError) {
    try opaque.pass(n)
    var isComparable = !opaque.isWhole
    if left.isOwn || right.isOwn {
      let recorded = try session.outcome(of: n)
      guard
        let left = try left.isOwn ? left.inRecordedForm(n, migrated.good) : recorded,
        let right = try right.isOwn ? right.inRecordedForm(n, migrated.bad) : recorded
      else { return }
      var judge = try StepJudge(session, n: n, ignoring: [])
      if left.hasOpaqueAction || right.hasOpaqueAction {
        opaque.pass(action: n, isInReplay: try !session.action(n).opaque)
      }
      opaque.pass(n, inHost: left.opaque + right.opaque)
      if left.drawsAfresh, right.drawsAfresh, left.inputs.map(\.name) == right.inputs.map(\.name) {
        (result.drawsAfresh, isOver) = (n, true)
        return
      }
      guard judge.agree(left, right) else {
        result.parting = try parting(n, left, right, recorded, &judge)
        isOver = true
        return
      }
      switch right {
      case .died(let death, _): result.death = death
      case .refused: result.refused += 1
      default: break
      }
      isComparable =
        opaque.lastAction != n && !judge.leavesOut && (right.state == nil || !judge.leavesOutAll)
    }
    if n == session.first { return }
    if isComparable { result.equal += 1 } else { result.notComparable.append(n) }
  }

  private func parting(
    _ n: Int, _ good: StepOutcome, _ bad: StepOutcome, _ recorded: StepOutcome?,
    _ judge: inout StepJudge
  ) throws(InspectorError) -> Parting {
    let kind = judge.kind(good, bad, EnumPlaces(session))
    let type = session.hasAction(n) ? try session.action(n).type : nil
    var known: HostClient.Reduction?
    if case .reduced(let reduction)? = recorded { known = reduction }
    func part(
      _ kind: String, _ good: Side, _ bad: Side, _ recorded: Side?
    ) -> Parting {
      Parting(n: n, type: type, kind: kind, good: good, bad: bad, recorded: recorded)
    }
    switch kind {
    case .state(let path, let expected, let actual, let others):
      var parting = part(
        "state", .value(expected), .value(actual), known.map { .value(path.value(in: $0.state)) })
      (parting.path, parting.others) = (path, others)
      return parting
    case .actionType(let expected, let actual):
      return part(
        "type", .value(.string(expected)), .value(.string(actual)),
        known?.action.map { .value(.string($0.type)) })
    case .action(let expected, let actual):
      return part(
        "action", .value(expected), .value(actual), known?.action.map { .value($0.action) })
    case .threw(let expected, let actual):
      return part("threw", .threw(expected), .threw(actual), known.map { .threw($0.line.threw) })
    case .input(let name, let expected, let actual):
      let value = known?.inputs.first { $0.name.hasSameBytes(as: name) }?.value
      var parting = part(
        "input", .value(expected), .value(actual), known.map { _ in .value(value) })
      parting.input = name
      return parting
    case .refused, .died, .survived:
      return part("outcome", good.side, bad.side, recorded?.side)
    }
  }
}

extension StepOutcome {
  /// The same, with the state as it would be if the host read recorded states as they are written.
  fileprivate func inRecordedForm(
    _ n: Int, _ migrated: MigratedStates?
  ) throws(InspectorError) -> StepOutcome {
    guard let migrated, case .reduced(var reduction) = self else { return self }
    reduction.state = try migrated.inRecordedForm(n, reduction.state)
    return .reduced(reduction)
  }

  fileprivate var side: HostParting.Side {
    switch self {
    case .refused(let error): .refused(error)
    case .died(let death, _): .died(death)
    case .crashed: .crashed
    case .same, .reduced, .usedRecorded, .notRecorded, .skippedInProcess: .reduced
    }
  }
}
