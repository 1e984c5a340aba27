import SessionFormat

/// Finds where two reducer hosts diverge that reduce the same session, each as its own chain.
package struct HostComparison {
  package struct Result: Sendable {
    /// How many steps had the same result in both.
    package var equal = 0
    /// The steps that differ only in parts that cannot be compared, or that cannot be compared at all.
    package var notComparable = StepNumbers()
    /// The first divergence, with the good host's value as expected; nil if there is none.
    package var divergence: Divergence?
    /// What was recorded at the divergence, if known.
    package var recorded: Divergence.Side?
    /// The step at which both drew a value that is not recorded; nothing after it can be compared.
    package var drawsAfresh: Int?
    /// The death of both hosts in the same action, after which nothing was compared.
    package var death: HostDeath?
    /// What either host did besides answering.
    package var notes: (good: [HostNote], bad: [HostNote]) = ([], [])
    /// The first value that is not compared, as the recorder or a host could not encode it.
    package var opaque: Verdict.Opaque?
    /// How many actions both refused in the same way.
    package var refused = 0
    /// Which host alone changes values of the recording; nil if both do, or do not, in the same
    /// way.
    package var migrating: Migrating?

    /// Whether no divergence was found, but no step is known to be equal either.
    package var isUnknown: Bool { divergence == nil && equal == 0 && !notComparable.isEmpty }
  }

  /// Which of two hosts migrates a session.
  package enum Migrating: String, Sendable {
    case good, bad
    /// Each in its own way.
    case both
  }

  private let session: Session
  private let interrupted: () -> Bool
  private var result = Result()
  private var judge: StepJudge
  /// Whether nothing more must be compared.
  private var isOver: Bool { result.divergence != nil || result.drawsAfresh != nil }
  /// How each host reads recorded states; nil if it reads them as they are written.
  private var migrated: (good: MigratedStates?, bad: MigratedStates?)

  package init(_ session: Session, interrupted: @escaping () -> Bool = { false }) {
    (self.session, self.interrupted) = (session, interrupted)
    judge = StepJudge(session)
  }

  /// Runs the session through both, side by side.
  ///
  /// - Throws: Damage other than a torn last line, a failure of a host other than its death in an
  ///   action, or ``InspectorError/interrupted``.
  package mutating func run(good: HostClient, bad: HostClient) throws(InspectorError) -> Result {
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
        $0.result.divergence != nil
      }
    } isInDoubt: {
      $0.result.divergence != nil
    }
    result.opaque = judge.opaque.first
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
    try compare(session.first, .reduced(first), .reduced(second))
    while !isOver, let step = try left.next(), let other = try right.next() {
      try compare(step.n, step.outcome, other.outcome)
    }
  }

  /// How the migrations of the first host differ from those of the second.
  private static func migrating(_ good: [String], _ bad: [String]) -> Migrating? {
    if good == bad { return nil }
    return bad.isEmpty ? .good : good.isEmpty ? .bad : .both
  }

  private mutating func compare(
    _ n: Int, _ left: StepOutcome, _ right: StepOutcome
  ) throws(InspectorError) {
    try judge.pass(n)
    var isComparable = !judge.opaque.isWhole
    if left.isOwn || right.isOwn {
      let recorded = try session.outcome(of: n)
      guard
        let left = try left.isOwn ? left.inRecordedForm(n, migrated.good) : recorded,
        let right = try right.isOwn ? right.inRecordedForm(n, migrated.bad) : recorded
      else { return }
      if left.drawsAfresh, right.drawsAfresh, left.inputs.map(\.name) == right.inputs.map(\.name) {
        result.drawsAfresh = n
        return
      }
      if [left, right].contains(where: { $0.reduction?.action?.opaque == true }) {
        judge.opaque.pass(action: n, isInReplay: try !session.action(n).opaque)
      }
      let verdict = judge.compare(n, left, right.withMigratedAction(of: left))
      if let kind = verdict.kind {
        result.divergence = Divergence(n: n, type: try session.type(n), kind: kind)
        result.recorded = recorded?.side(comparedBy: kind)
        return
      }
      switch right {
      case .died(let death, _): result.death = death
      case .refused: result.refused += 1
      default: break
      }
      isComparable = verdict.isEqual
    }
    if n == session.first { return }
    if isComparable { result.equal += 1 } else { result.notComparable.append(n) }
  }
}

extension StepOutcome {
  /// The same, with the state as if the host read recorded states as they are written.
  fileprivate func inRecordedForm(
    _ n: Int, _ migrated: MigratedStates?
  ) throws(InspectorError) -> StepOutcome {
    guard let migrated, case .reduced(var reduction) = self else { return self }
    reduction.state = try migrated.inRecordedForm(n, reduction.state)
    return .reduced(reduction)
  }

  /// The same, with the action of the other run if only one of the two migrates it.
  fileprivate func withMigratedAction(of other: StepOutcome) -> StepOutcome {
    guard case .reduced(var reduction) = self, case .reduced(let known) = other,
      let action = reduction.action, let told = known.action,
      action.isMigrated != told.isMigrated
    else { return self }
    reduction.action = told
    return .reduced(reduction)
  }

  /// The part of this outcome in which two other runs of the step differ; nil if unknown.
  fileprivate func side(comparedBy kind: Divergence.Kind) -> Divergence.Side? {
    guard case .reduced(let known) = self else {
      if case .outcome = kind { return .outcome(self.kind) }
      return nil
    }
    switch kind {
    case .state(let path, _, _, _): return .value(path.value(in: known.state))
    case .actionType: return known.action.map { .type($0.type) }
    case .action: return known.action.map { .value($0.action) }
    case .threw: return .threw(known.line.threw)
    case .input(let name, _, _):
      return .value(known.inputs.first { $0.name.hasSameBytes(as: name) }?.value)
    case .outcome: return .outcome(.reduced)
    }
  }
}
