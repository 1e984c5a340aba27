import Inspector
import SessionFormat

extension Workspace {
  /// Changes the actions of the branch, or of a new branch.
  ///
  /// - Throws: If the change cannot be made; then nothing has changed.
  mutating func change(_ change: PastChange) throws(InspectorError) -> ChangeResult {
    let old = timeline
    var plan = old.plan
    let own = try apply(change, to: &plan)
    let isSame = plan.pieces == old.plan.pieces
    let forks = !old.isBranch || isDispatchInside(change)
    if isSame { return ChangeResult(forked: false, reduced: 0, isIdle: true) }
    let name = forks ? nextBranchName : old.name
    let host = try hostIfNeeded(for: plan, old)
    let (branch, reduced) = try recomputed(
      plan, old, host, named: name, asked: own?.id, keeping: old)
    let place = placeAfter(change, own, from: old, to: branch)
    if forks {
      add(branch, of: current)
      current = timelines.count - 1
    } else {
      timelines[current] = branch
    }
    n = min(max(place, branch.first), branch.last)
    return ChangeResult(
      forked: forks, reduced: reduced, isIdle: false,
      notes: newNotes(of: host))
  }

  private var nextBranchName: String { "branch-\(branchCount + 1)" }

  private mutating func add(_ branch: Timeline, of timeline: Int) {
    branchCount += 1
    timelines.append(branch)
    focus.share(timeline, with: timelines.count - 1)
  }

  /// Makes a branch of the shortest session that was found, unless there is one that equals it, and stays
  /// where it is.
  ///
  /// - Returns: Its name; nil if the result is no branch, or only the first recorded actions.
  mutating func addBranch(of found: MinimizedSession) throws(InspectorError) -> String? {
    guard let plan = found.plan, plan.fork < plan.last else { return nil }
    if let equal = timelines.dropFirst().first(where: { $0.plan.pieces == plan.pieces }) {
      return equal.name
    }
    let branch = try recomputed(plan, timelines[0], try host(), named: nextBranchName).branch
    add(branch, of: 0)
    // Nothing of it was typed, and the same search finds it again, unless that was stopped.
    if found.stopped == nil { saved[branch.name] = branch.plan.pieces }
    return branch.name
  }

  /// The branch of a plan, and how many actions were reduced for it.
  ///
  /// States that the host sends without being asked are skipped, and noted.
  mutating func recomputed(
    _ plan: BranchPlan, _ old: Timeline, _ host: HostClient, named name: String,
    asked: Int? = nil, keeping earlier: Timeline? = nil
  ) throws(InspectorError) -> (branch: Timeline, reduced: Int) {
    defer { host.noteSurplus() }
    return try host.passingOverSurplus { () throws(InspectorError) in
      var run = Recomputation(
        plan, of: old.session, host: host, checkpoints: checkpoints, asked: asked,
        interrupted: context.interrupted)
      defer { checkpoints = run.checkpoints }
      let branch = try run.branch(named: name, keeping: earlier)
      if run.reduced > 0, run.checkpoints.isOn { host.settle() }
      return (branch, run.reduced)
    }
  }

  /// How the host of the branches reads recorded states; nil if unchanged, or if the host was asked
  /// nothing yet.
  func migratedStates() -> MigratedStates? {
    guard let client, let header = client.lastHeader else { return nil }
    return MigratedStates(
      session, SessionTypes(session.header, header), through: client,
      interrupted: context.interrupted)
  }

  /// Ends the host of the branches, because nothing more is asked.
  ///
  /// - Returns: The notes about it that no answer reported.
  package mutating func leaveHost() -> [String] {
    guard let client else { return [] }
    _ = client.leave()
    return newNotes(of: client).listed
  }

  /// The notes about a host that were not reported yet.
  mutating func newNotes(of host: HostClient) -> [HostNote] {
    let new = Array(host.notes.dropFirst(notesReported))
    notesReported = host.notes.count
    return new
  }

  private func isDispatchInside(_ change: PastChange) -> Bool {
    if case .dispatch = change { n < timeline.last } else { false }
  }

  private func apply(
    _ change: PastChange, to plan: inout BranchPlan
  ) throws(InspectorError) -> OwnAction? {
    switch change {
    case .dispatch(let type, let action):
      _ = try timeline.state(n)
      plan.cut(after: n)
      return plan.insert(n + 1, type: type, action: action, t: time(at: n))
    case .skip(let places): for place in places.sorted(by: >) { plan.skip(place) }
    case .unskip(let numbers): _ = plan.unskip(numbers)
    case .edit(let place, let type, let action):
      let session = timeline.session
      let inputs = { (n: Int) in (try? session.inputs(n)) ?? [] }
      return plan.edit(place, type: type, action: action, t: time(at: place), inputs: inputs) { n in
        guard let line = try? session.action(n) else { return false }
        return !line.opaque && line.type.hasSameBytes(as: type) && line.action == action
      }
    case .insert(let place, let type, let action):
      return plan.insert(place, type: type, action: action, t: time(at: place - 1))
    case .move(let place, let target): plan.move(place, to: target)
    }
    return nil
  }

  /// The time of an action, for one that is added next to it.
  private func time(at n: Int) -> Int {
    guard n > timeline.first, timeline.hasAction(n) else { return 0 }
    return (try? timeline.step(n).action.t) ?? 0
  }

  /// The host; if there is nothing to reduce, one that is never started.
  private mutating func hostIfNeeded(
    for plan: BranchPlan, _ old: Timeline
  ) throws(InspectorError) -> HostClient {
    if plan.last > plan.fork || client != nil { return try host() }
    return HostClient { () throws(HostFailure) in
      throw .cannotStart(command: "host", reason: "there is nothing to reduce")
    }
  }

  /// The position after a change: the action that was put in, else the current action, or the one
  /// before it.
  private func placeAfter(
    _ change: PastChange, _ own: OwnAction?, from old: Timeline, to new: Timeline
  ) -> Int {
    switch change {
    case .dispatch: return n + 1
    case .insert(let place, _, _), .edit(let place, _, _): return place
    default: return samePlace(from: old, in: new)
    }
  }

  /// The place of the current action in another timeline, or that of the last one before it which
  /// is there.
  private func samePlace(from old: Timeline, in new: Timeline) -> Int {
    let runs = (PlaceRuns(old.plan), PlaceRuns(new.plan))
    var place = n
    while place > min(old.fork, new.fork) {
      if let element = runs.0[place], let found = runs.1.place(of: element) { return found }
      place -= 1
    }
    return place
  }

  /// Restarts the host, and reduces the recording and all branches again.
  mutating func reload() throws(InspectorError) -> Reload {
    let host = try host()
    host.close()
    // Another build may answer differently.
    host.forgetHabits()
    notesReported = 0
    let new = Reload(session, interrupted: context.interrupted)
    var reload = try host.passingOverSurplus { () throws(InspectorError) in
      var reload = new
      try reload.replay(through: host)
      return reload
    }
    // What it sends after its last answer is read as it ends, before the branches are reduced.
    _ = host.leave()
    var anew = timelines
    for place in timelines.indices where timelines[place].isBranch {
      let old = timelines[place]
      anew[place] = try recomputed(old.plan, old, host, named: old.name).branch
      try reload.compare(old, anew[place])
    }
    timelines = anew
    n = min(n, timeline.last)
    _ = host.leave()
    reload.notes = newNotes(of: host)
    return reload
  }

  /// Switches to another timeline, at the same action.
  mutating func switchTo(_ place: Int) {
    let same = samePlace(from: timeline, in: timelines[place])
    look(at: place)
    n = min(max(same, timeline.first), timeline.last)
  }

  /// Removes a branch; if it was the current one, the recording is.
  mutating func drop(_ place: Int) {
    timelines.remove(at: place)
    visited.forget(place)
    focus.forget(place)
    if current == place { look(at: 0) } else if current > place { current -= 1 }
  }

  /// The timeline with a name, or with a name that begins so.
  func timeline(named name: String) throws(InspectorError) -> Int {
    let names = timelines.map(\.name)
    let begun = names.indices.filter { names[$0].hasPrefix(name) }
    guard let place = names.firstIndex(of: name) ?? (begun.count == 1 ? begun[0] : nil) else {
      throw .noSuchBranch(name: name, known: names)
    }
    return place
  }
}
