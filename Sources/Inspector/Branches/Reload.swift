import SessionFormat

/// What another build of the reducer makes of the recording and of its branches.
struct Reload {
  /// How the steps of a timeline differ from what they were.
  struct Change {
    let name: String
    /// How many states were compared, and how many of them differ.
    var compared = 0
    var differing = 0
    /// The first that differs, and its action's type.
    var first: (n: Int, type: String)?
    /// Where a host ended or failed.
    var stop: String?
    /// How it died, where it did.
    var death: HostDeath?
    /// Whether it ends with a recorded crash.
    var isRecordedCrash = false

    mutating func note(_ n: Int, _ type: String, differs: Bool) {
      compared += 1
      guard differs else { return }
      differing += 1
      first = first ?? (n, type)
    }
  }

  private(set) var changes: [Change] = []
  /// What the host did that no comparison tells.
  private(set) var notes: [HostNote] = []
  private let interrupted: () -> Bool

  init(interrupted: @escaping () -> Bool) { self.interrupted = interrupted }

  /// Replays the recording through a host and compares each state.
  mutating func replay(_ session: Session, through host: HostClient) throws(InspectorError) {
    var change = Change(name: "recording")
    do throws(InspectorError) {
      try Replay(session, host: host, interrupted: interrupted).run {
        state throws(InspectorError) in
        let differs = try Self.isOther(state, session, session.first, opaque: host.sentOpaque)
        change.note(session.first, "start", differs: differs)
      } step: { n, outcome throws(InspectorError) in
        try Self.note(n, outcome, of: session, in: &change)
        if case .reduced(let reduction) = outcome,
          let note = reduction.typeNote(on: try session.action(n))
        {
          notes.add([note])
        }
        return .goOn
      }
    } catch {
      guard case .host(let failure) = error else { throw error }
      host.close()
      change.stop = "\(error)"
      change.death = failure.death
    }
    changes.append(change)
  }

  /// Lets the host leave, and notes how it does.
  mutating func end(_ host: HostClient) { notes.add(host.leave()) }

  private static func note(
    _ n: Int, _ outcome: Replay.Outcome, of session: Session, in change: inout Change
  ) throws(InspectorError) {
    switch outcome {
    case .same: change.note(n, "", differs: false)
    case .reduced(let reduction):
      guard session.hasState(n) else {
        change.stop = "action \(n) did not die, as it did in the recording"
        return
      }
      let threw = try !session.stateLine(n).throwsSame(as: reduction.line)
      let isOther = try isOther(reduction.state, session, n, opaque: reduction.opaque)
      let type = try session.action(n).type
      change.note(n, type, differs: threw || isOther)
    case .refused where try session.action(n).opaque: break
    case .refused(let error):
      change.note(n, try session.action(n).type, differs: true)
      change.stop = change.stop ?? "action \(n) was refused: \(error.reason): \(error.message)"
    case .died(let death, _, _):
      if case .died(let actions) = session.ending { change.isRecordedCrash = actions.contains(n) }
      change.stop = "it ends with \(n): \(death)"
      change.death = death
    case .given, .missing, .spared: break
    }
  }

  /// Whether a state is another than was recorded, beside what cannot be compared.
  private static func isOther(
    _ state: JSONValue, _ session: Session, _ n: Int, opaque: [JSONPointer]
  ) throws(InspectorError) -> Bool {
    if try session.state(n) == state { return false }
    var agreement = try StepAgreement(session, n: n, ignoring: [])
    agreement.leaveOut(opaque)
    return !agreement.differences(try session.state(n), state).isEmpty
  }

  /// Compares a branch with what it was before.
  mutating func compare(_ old: Timeline, _ new: Timeline) throws(InspectorError) {
    var change = Change(name: new.name)
    (change.stop, change.death) = (new.stop?.words, new.stop?.death)
    let (old, new) = (old.passing, new.passing)
    for n in stride(from: new.fork + 1, through: min(old.last, new.last), by: 1) {
      if interrupted() { throw .interrupted }
      guard old.hasState(n), new.hasState(n) else { continue }
      let differs = try !BranchComparison.changes(old, n, new, n).isEmpty
      change.note(n, differs && change.first == nil ? try new.step(n).type : "", differs: differs)
    }
    changes.append(change)
  }
}

extension Workspace {
  /// Starts the host anew, and reduces the recording and all branches again.
  mutating func reload() throws(InspectorError) -> Reload {
    let host = try host()
    host.close()
    // Another build may answer otherwise.
    host.surplus = SurplusStates()
    var reload = Reload(interrupted: surroundings.interrupted)
    try reload.replay(session, through: host)
    var anew = timelines
    for place in timelines.indices where timelines[place].isBranch {
      let old = timelines[place]
      var run = Recomputation(
        old.plan, of: old.session, host: host, checkpoints: checkpoints,
        interrupted: surroundings.interrupted)
      defer { checkpoints = run.checkpoints }
      anew[place] = try run.branch(named: old.name)
      try reload.compare(old, anew[place])
    }
    timelines = anew
    n = min(n, timeline.last)
    reload.end(host)
    return reload
  }
}
