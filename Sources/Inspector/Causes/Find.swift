public import Query
public import SessionFormat

/// Finds the steps of a timeline for which a condition holds.
public struct StepSearch {
  private let timeline: Timeline
  private let condition: Condition
  private let interrupted: () -> Bool

  /// A search for steps.
  ///
  /// - Parameters:
  ///   - timeline: The timeline to search.
  ///   - condition: The condition on the step's document (``document(_:)``).
  ///   - interrupted: Called at each step; true ends the search.
  public init(
    _ timeline: Timeline, where condition: Condition,
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.timeline = timeline
    self.condition = condition
    self.interrupted = interrupted
  }

  /// The numbers of the steps for which the condition holds, in ascending order.
  ///
  /// If an action was lost in a gap but its state is known, the step is tested only if the
  /// condition reads nothing but the state.
  /// If the condition names the places that it reads, only lines that can touch them are parsed,
  /// and damage elsewhere goes unnoticed. If it may read anything (`$..x`), each state is made.
  /// Complexity: O(bytes of the lines + changes of what is read × nodes that the condition visits).
  ///
  /// - Parameter limit: The number of steps to find, counted from the first; nil for all.
  /// - Throws: Damage found on the way, a fault of the condition, or
  ///   ``InspectorError/interrupted``.
  public func matches(limit: Int? = nil) throws(InspectorError) -> [Int] {
    var found = Found()
    try match(limit: limit, &found)
    return found.steps
  }

  /// The result of a search.
  package struct Found: Equatable, Sendable {
    /// The steps for which the condition holds, in ascending order.
    package var steps: [Int] = []
    /// The tested steps for which omitted parts of states or actions decide, in ascending order.
    package var unknown: [Int] = []

    package init() {}
  }

  /// The same as ``matches(limit:)``, but an error keeps what was found before it.
  package func match(limit: Int?, _ found: inout Found) throws(InspectorError) {
    if !timeline.mayBeCut,
      var search = PlacedSearch(condition, timeline, asksStates: asksStates)
    {
      let asked = { (n: Int) throws(InspectorError) in try truth(n) }
      try search.run(interrupted: interrupted, unplaced: asked) { n, isSure in
        if !isSure { found.unknown.append(n) } else { found.steps.append(n) }
        return limit.map { found.steps.count < $0 } ?? true
      }
      return
    }
    var memo = ConditionMemo(condition)
    for n in timeline.recorded where asks(n) {
      try checkInterruption()
      switch try truth(n, &memo) {
      case true?:
        found.steps.append(n)
        if found.steps.count == limit { return }
      case false?: break
      case nil: found.unknown.append(n)
      }
    }
  }

  /// Whether the condition reads only the state, so that it can be tested on a state whose action
  /// was lost in a gap.
  var asksStates: Bool {
    guard let members = condition.referencedMembers else { return false }
    return members.contains("state") && members.isSubset(of: ["n", "state"])
  }

  /// Whether the condition can be tested on step `n`.
  private func asks(_ n: Int) -> Bool {
    timeline.hasAction(n) || (asksStates && timeline.hasState(n))
  }

  /// The stretches of steps up to `n` on which the condition cannot be tested, because they are lost;
  /// none for a condition on numbers of steps alone.
  package func untested(through n: Int) -> [ClosedRange<Int>] {
    if condition.referencedMembers?.isSubset(of: ["n"]) == true { return [] }
    return timeline.lostActions(orStates: asksStates, after: timeline.first, through: n)
  }

  /// The first step for which the condition holds; nil if there is none.
  ///
  /// Reads no step after it. Complexity and errors as for ``matches(limit:)``.
  public func first() throws(InspectorError) -> Int? {
    try matches(limit: 1).first
  }

  /// Whether the condition holds for step `n`; false also if that depends on parts left out of its
  /// states when they were recorded.
  public func matches(_ n: Int) throws(InspectorError) -> Bool { try truth(n) ?? false }

  /// Whether the condition holds for step `n`; nil if that depends on parts left out of its states
  /// or its action when they were recorded.
  func truth(_ n: Int) throws(InspectorError) -> Bool? {
    var memo = ConditionMemo(condition)
    return try truth(n, &memo)
  }

  /// Whether the condition reads only the state, and holds for the first state, before any action;
  /// false also if that depends on omitted parts.
  ///
  /// A condition that reads a member of an action (`type`, `action`, `before`, `patch`) needs an
  /// action, and there is none. One that does not read the state does not count either. One that
  /// may read anything, as `$..x` does, must hold because of the state: it must be false without
  /// it.
  public func holdsAtStart() throws(InspectorError) -> Bool { try truthAtStart() ?? false }

  /// The same; nil if it depends on parts left out of the first state.
  package func truthAtStart() throws(InspectorError) -> Bool? {
    let n = timeline.first
    guard asksOfStateAlone, timeline.hasState(n) else { return false }
    return try truth(in: try timeline.state(n), try timeline.cuts(n), n, t: 0)
  }

  /// Whether the condition holds after the outside changes of the last known state, tested as on
  /// the first state; the truth is nil if that depends on omitted parts.
  ///
  /// - Returns: nil if there is no such change, or if the condition already holds before it.
  package func truthAtEnd() throws(InspectorError) -> (n: Int, truth: Bool?)? {
    guard asksOfStateAlone, let n = timeline.state(atOrBefore: timeline.last),
      timeline.hasOutsides(n), let line = try timeline.session.outsides(n).last,
      let (state, cuts) = try timeline.cutLeavings(n).last
    else { return nil }
    let before = try truth(in: try timeline.state(n), try timeline.cuts(n), n, t: line.t)
    return before == true ? nil : (n, try truth(in: state, cuts, n, t: line.t))
  }

  /// Whether the condition may be tested on a state without an action.
  private var asksOfStateAlone: Bool {
    guard let members = condition.referencedMembers else { return true }
    return members.contains("state") && members.isSubset(of: ["n", "t", "state"])
  }

  /// Whether the condition holds for a state without an action, and because of that state.
  private func truth(
    in state: JSONValue, _ cuts: CutPlaces, _ n: Int, t: Int
  ) throws(InspectorError) -> Bool? {
    try checkInterruption()
    let rest: [(name: String, value: JSONValue)] = [("n", .number(n)), ("t", .number(t))]
    let document = JSONValue.object(rest + [("state", cuts.marked(state))])
    let truth = try self.truth(in: document, hasMarks: timeline.mayBeCut)
    guard truth == true, condition.referencedMembers == nil else { return truth }
    return try self.truth(in: .object(rest), hasMarks: false).map { !$0 }
  }

  /// Whether the condition holds for a document; nil if that depends on marks in it.
  private func truth(in document: JSONValue, hasMarks: Bool) throws(InspectorError) -> Bool? {
    do throws(QueryError) {
      return hasMarks
        ? try condition.truth(in: document, interrupted: interrupted)
        : try condition.holds(in: document, interrupted: interrupted)
    } catch {
      throw failure(error)
    }
  }

  /// The actions that were dispatched but not reduced for which the condition holds, in order.
  ///
  /// They are tested if the condition reads only what they have (`n`, `t`, `type`, `action`), and
  /// reads the type or the action: they have no state of their own.
  /// Complexity: O(such lines), and the first time as for ``Session/onlyDispatched(_:)``.
  ///
  /// - Parameter found: Gets the steps before dispatched actions whose omitted parts decide.
  package func onlyDispatched(_ found: inout Found) throws(InspectorError) -> [FoundDispatch] {
    guard let members = condition.referencedMembers,
      members.isSubset(of: ["n", "t", "type", "action"]),
      !members.isDisjoint(with: ["type", "action"])
    else { return [] }
    var dispatches: [FoundDispatch] = []
    for dispatch in try timeline.session.allOnlyDispatched() where dispatch.n <= timeline.fork {
      try checkInterruption()
      switch try truth(of: try timeline.session.dispatched(dispatch)) {
      case true?: dispatches.append(dispatch)
      case false?: break
      case nil: found.unknown.append(dispatch.n)
      }
    }
    return dispatches
  }

  /// Whether the condition holds for a dispatched action; nil if that depends on omitted parts.
  private func truth(of line: DispatchedLine) throws(InspectorError) -> Bool? {
    let cuts = CutPlaces(of: line)
    let document: JSONValue = [
      "n": .number(line.n), "t": .number(line.t), "type": .string(line.type),
      "action": cuts.marked(line.action),
    ]
    return try truth(in: document, hasMarks: !cuts.isEmpty)
  }

  /// The error of an evaluation; an interrupted one ends as if it exceeded its limit.
  private func failure(_ error: QueryError) -> InspectorError {
    interrupted()
      ? .interrupted : .query(condition.description, error)
  }

  /// Whether the condition holds for step `n`, evaluated only if what it reads has changed; nil if
  /// that depends on omitted parts.
  func truth(_ n: Int, _ memo: inout ConditionMemo) throws(InspectorError) -> Bool? {
    let document = try document(n)
    if let marked = try marked(document, n) { return try truth(in: marked, hasMarks: true) }
    do throws(QueryError) {
      return try memo.holds(in: document, interrupted: interrupted)
    } catch {
      throw failure(error)
    }
  }

  /// The document of step `n` with marks in place of omitted values and unknown states; nil if all
  /// is known.
  private func marked(_ document: JSONValue, _ n: Int) throws(InspectorError) -> JSONValue? {
    let absent = absentMembers(of: n)
    guard let cut = try markingCuts(document, n)?.object ?? (absent.isEmpty ? nil : document.object)
    else { return nil }
    return .object(cut.map { ($0.name, $0.value) } + absent.map { ($0, CutMark.absent) })
  }

  /// The members that a condition reads of step `n` though nobody knows them.
  private func absentMembers(of n: Int) -> [String] {
    let (hasState, hasBefore) = (timeline.hasState(n), timeline.hasBefore(n))
    if hasState && hasBefore { return [] }
    let absent = [
      "state": !hasState, "before": !hasBefore, "patch": !hasState || !hasBefore,
    ]
    return condition.referencedMembers.map { members in
      ["state", "before", "patch"].filter { members.contains($0) && absent[$0] == true }
    } ?? ["state", "before", "patch"].filter { absent[$0] == true }
  }

  private func markingCuts(_ document: JSONValue, _ n: Int) throws(InspectorError) -> JSONValue? {
    guard timeline.mayBeCut, let members = document.object else { return nil }
    var cuts: [String: CutPlaces] = [:]
    // In this order, because the cuts of a state are often derived from those of the one before.
    if timeline.hasBefore(n) { cuts["before"] = try timeline.cutsBefore(n) }
    if timeline.hasState(n) { cuts["state"] = try timeline.cuts(n) }
    if timeline.hasAction(n) {
      cuts["action"] = timeline.cuts(of: try timeline.step(n).action)
    }
    cuts = cuts.filter { !$0.value.isEmpty }
    if cuts.isEmpty { return nil }
    let hidesChanges = cuts["state"] != nil || cuts["before"] != nil
    return .object(
      members.map { name, value in
        // The patch also has values that went behind a cut or came into view, and did not change.
        if name == "patch", hidesChanges { return (name, CutMark.value) }
        return (name, cuts[name]?.marked(value) ?? value)
      })
  }

  func checkInterruption() throws(InspectorError) {
    if interrupted() { throw .interrupted }
  }

  /// The most bytes of a patch; a longer one becomes one `replace` of the whole state, because a
  /// few copies can make millions of values differ.
  private static let longestPatch = 1 << 23

  /// What a condition reads of step `n`: `n`, `t`, `type`, `action`, `state`, `before`, `patch`.
  ///
  /// Members that the condition does not read are left out, as are unknown states.
  public func document(_ n: Int) throws(InspectorError) -> JSONValue {
    func reads(_ member: String) -> Bool { condition.referencedMembers?.contains(member) ?? true }
    guard timeline.hasAction(n) || !timeline.hasState(n) else {
      // The action is lost in a gap; the state after it is known.
      return .object([("n", .number(n)), ("state", try timeline.state(n))])
    }
    let step = try timeline.step(n)
    var members: [(name: String, value: JSONValue)] = [
      ("n", .number(n)), ("t", .number(step.action.t)), ("type", .string(step.type)),
      ("action", step.action.action),
    ]
    guard step.hasState else {
      // The action in which the app crashed began with a known state.
      if reads("before"), timeline.hasBefore(n) {
        members.append(("before", try timeline.before(n)))
      }
      return .object(members)
    }
    let state = try timeline.state(n)
    if reads("state") { members.append(("state", state)) }
    if timeline.isWhole(n), reads("before") || reads("patch") {
      let before = try timeline.before(n)
      if reads("before") { members.append(("before", before)) }
      if reads("patch") {
        let patch =
          JSONPatch(from: before, to: state, within: Self.longestPatch)
          ?? JSONPatch([.replace(.root, state)])
        members.append(("patch", patch.document))
      }
    }
    return .object(members)
  }
}

extension Condition {
  /// The condition that a person wrote.
  package init(typed text: String) throws(InspectorError) {
    do { try self.init(text) } catch { throw .query(text, error) }
  }
}
