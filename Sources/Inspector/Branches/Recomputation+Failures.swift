import SessionFormat

// How a branch continues if its host fails.

extension Recomputation {
  /// Handles a failure in the next step; false if the branch ends.
  mutating func fail(
    _ error: HostFailure, _ element: PlaceRuns.Element
  ) throws(InspectorError) -> Bool {
    // Ctrl-C at a terminal ends the host too; that is not reported as a death.
    if interrupted() || error == .interrupted { throw .interrupted }
    // Nothing that was built on its answers is valid then; it is asked again.
    if host.surplus.wasTaken { throw .host(error) }
    var isAsked = false
    if case .own(let own) = element { isAsked = own.id == asked }
    var step = OwnSteps.Added()
    name(&step, element, nil)
    if queue.asksAgain(after: error, in: n, isAttributable: host.isAttributable) {
      return try restart(after: error)
    }
    switch error {
    case .refused(_, let reason):
      if isAsked {
        // What a person typed may itself be what does not decode.
        if case .own(let own) = element, reason.reason == "unknown-action",
          try session.hasAction(like: own)
        {
          host.misfit?.refuses("an action of a recorded type", reason)
        }
        throw .host(error)
      }
      if case .recorded(let origin) = element, try !session.action(origin).opaque {
        host.misfit?.refuses("action \(origin)", reason)
      }
      step.refusal = reason
      own.append(step, after: state.reached())
      return try pass()
    case .died(let death):
      queue.noteRecurrence()
      step.inputs = try keptInputs(host.lastInputs, of: element)
      own.append(step, after: state.reached())
      var lines: [UInt8] = []
      try queue.source.addLines(of: element, n, to: &lines)
      let told = host.explained(death, from: state.reached(), n - 1, by: lines)
      stop = BranchStop(n: n, reason: .died(told))
      return false
    default:
      queue.noteRecurrence()
      host.close()
      if isAsked { throw .host(error) }
      stop = BranchStop(n: n, reason: .failed(error))
      return false
    }
  }

  /// Goes back to the last step whose state the host did not only render, if there is one.
  private mutating func goBackToEncoded() {
    guard !opaque.isEmpty else { return }
    let known = Timeline(session, name: "", plan: plan, own: own)
    var start = n - 1
    while start > plan.fork, (try? known.opaquePlaces(start).isEmpty) != true { start -= 1 }
    guard let before = try? known.state(start) else { return }
    own = own.prefix(start - plan.fork)
    state.become(before)
    opaque = (try? known.opaquePlaces(start)) ?? []
    n = start + 1
  }

  /// Starts another host with the state before the next step, which is then sent alone.
  mutating func restart(after error: HostFailure) throws(InspectorError) -> Bool {
    if interrupted() || error == .interrupted { throw .interrupted }
    queue.withdraw(from: n, after: error)
    do throws(HostFailure) {
      try host.open(session.header)
      goBackToEncoded()
      _ = try giveState(n - 1)
      queue.source.begin(behind: n - 1)
      queue.restart()
      return true
    } catch {
      if interrupted() || error == .interrupted { throw .interrupted }
      host.close()
      stop = BranchStop(n: n, reason: .failed(error))
      return false
    }
  }
}

extension Session {
  /// Whether an action of that type was recorded whose JSON has the same names: a person may have left
  /// out the name of the case, which says nothing of the host.
  ///
  /// Complexity: O(actions).
  fileprivate func hasAction(like own: OwnAction) throws(InspectorError) -> Bool {
    for n in recorded(from: first + 1, through: last) where hasAction(n) {
      let line = try action(n)
      guard line.type.hasSameBytes(as: own.type) else { continue }
      if line.action.object?.map(\.name) == own.action.object?.map(\.name) { return true }
    }
    return false
  }
}
