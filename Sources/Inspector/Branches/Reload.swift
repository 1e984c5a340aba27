import SessionFormat

/// The effect of another build of the reducer on the recording and its branches.
package struct Reload {
  /// How the steps of a timeline differ from before.
  package struct Change {
    package let name: String
    /// How many states were compared, and how many of them differ.
    package var compared = 0
    package var differing = 0
    /// After how many of these only what was thrown differs.
    package var throwing = 0
    /// The states that differ only where they cannot be compared, or that cannot be compared at all.
    package var notComparable = StepNumbers()
    /// The first place that one side could not encode.
    package var opaque: Verdict.Opaque?
    /// The first step that differs, and its action's type.
    package var first: (n: Int, type: String)?
    /// The reason if a host ended or failed.
    package var stop: String?
    package var death: HostDeath?
    package var isRecordedCrash = false
    /// Whether the host refused to begin, or answered with what is no answer.
    package var isUnanswered = false
    /// Whether the host migrates recorded values, so that its reading of them was compared.
    package var isMigrated = false

    /// Notes the comparison of a state; nil if it cannot be compared.
    mutating func note(_ n: Int, _ type: String, differs: Bool?) {
      compared += 1
      guard let differs else { return notComparable.append(n) }
      guard differs else { return }
      differing += 1
      first = first ?? (n, type)
    }
  }

  package private(set) var changes: [Change] = []
  /// What the host did that no comparison shows.
  package var notes: [HostNote] = []
  private let session: Session
  private var judge: StepJudge
  /// Recorded states as the host reads them; nil if it reads them as they are written.
  private var migrated: MigratedStates?
  private let interrupted: () -> Bool

  package init(_ session: Session, interrupted: @escaping () -> Bool) {
    (self.session, self.interrupted) = (session, interrupted)
    judge = StepJudge(session)
  }

  /// Replays the recording through a host and compares each state.
  package mutating func replay(through host: HostClient) throws(InspectorError) {
    var change = Change(name: "recording")
    do throws(InspectorError) {
      var walk = try HostWalk(session, host, interrupted: interrupted)
      let first = try walk.begin()
      migrated = MigratedStates(
        session, SessionTypes(session.header, host.header), through: host,
        interrupted: interrupted)
      try judge.pass(session.first)
      change.note(session.first, "start", differs: try differs(first, session.first))
      while let step = try walk.next() {
        try judge.pass(step.n)
        try note(step.n, step.outcome, host, in: &change)
        if case .reduced(let reduction) = step.outcome {
          host.note(reduction.action, asAnswerTo: try session.action(step.n))
        }
      }
    } catch {
      guard case .host(let failure) = error, !host.surplus.wasTaken else { throw error }
      host.close()
      change.isUnanswered = true
      change.stop = "\(error)"
      change.death = failure.death
    }
    change.opaque = judge.opaque.first
    change.isMigrated = migrated?.migration.isEmpty == false
    changes.append(change)
  }

  private mutating func note(
    _ n: Int, _ outcome: StepOutcome, _ host: HostClient, in change: inout Change
  ) throws(InspectorError) {
    switch outcome {
    case .same: change.note(n, "", differs: judge.opaque.isWhole ? nil : false)
    case .reduced(let reduction):
      guard session.hasState(n) else {
        change.stop = "action \(n) did not die, as it did in the recording"
        return
      }
      let threw = try !reduction.line.throwsSame(as: session.stateLine(n))
      let differs = try differs(reduction, n)
      let type = try session.action(n).type
      change.note(n, type, differs: threw ? true : differs)
      if threw, differs != true { change.throwing += 1 }
      if differs == true { host.misfit?.differs(after: n) }
    case .refused where try session.action(n).opaque: break
    case .refused(let error):
      change.note(n, try session.action(n).type, differs: true)
      change.stop = change.stop ?? "action \(n) was refused: \(error.reason): \(error.message)"
    case .died(let death, _):
      change.isRecordedCrash = session.died(in: n)
      change.stop = "it ends with \(n): \(death)"
      change.death = death
    case .usedRecorded, .notRecorded, .skippedInProcess, .crashed: break
    }
  }

  /// Whether a state differs from the recorded one; nil if it does so only where it cannot be
  /// compared.
  private mutating func differs(
    _ reduction: HostClient.Reduction, _ n: Int
  ) throws(InspectorError) -> Bool? {
    let expected =
      if let migrated { try migrated.expected(n) } else { try session.state(n) }
    let verdict = judge.compareStates(n, expected, reduction.state, opaque: reduction.opaque)
    return verdict.kind != nil ? true : verdict.isEqual ? false : nil
  }

  /// Compares a branch with its former self.
  package mutating func compare(_ old: Timeline, _ new: Timeline) throws(InspectorError) {
    var change = Change(name: new.name)
    (change.stop, change.death) = (new.stop?.words, new.stop?.death)
    let (old, new) = (old.passing, new.passing)
    for n in stride(from: new.fork + 1, through: min(old.last, new.last), by: 1) {
      if interrupted() { throw .interrupted }
      guard old.hasState(n), new.hasState(n) else { continue }
      let states = try EncodedStates(old, n, new, n)
      if change.opaque == nil { change.opaque = try states.opaque()?.place }
      let differs = try states.areOther()
      let isFirst = differs == true && change.first == nil
      change.note(n, isFirst ? try new.step(n).type : "", differs: differs)
    }
    changes.append(change)
  }
}
