import SessionFormat

/// Reduces the actions of a plan from its first change on, several ahead of the host's answers.
package struct Recomputation {
  /// The most actions in flight, and the most bytes sent at once, as the host may wait for them.
  private static let (mostSteps, mostBytes) = (4096, 1 << 15)

  let host: HostClient
  let session: Session
  let interrupted: () -> Bool
  package private(set) var reduced = 0
  /// The requested own action, which must not be refused.
  let asked: Int?
  /// Whether the host reaches the fork by reducing all actions before it, not by the recorded state.
  private let replaysAll: Bool

  var queue: StepQueue<BranchSource>
  var own = OwnSteps()
  var stop: BranchStop?
  /// The state before the next step, and the number of that step.
  var state = StateCursor(.null)
  var n = 0
  /// Whether the host's encoding of its state differs from the known state, so that no patch applies.
  var isEncodedAnew = false
  /// The places of that state that are only rendered, as the branch lists them.
  var opaque: [JSONPointer] = []
  private var renderings = RenderedValues()

  package init(
    _ plan: BranchPlan, of session: Session, host: HostClient, checkpoints: HostCheckpoints,
    asked: Int? = nil, replaysAll: Bool = false, interrupted: @escaping () -> Bool
  ) {
    (self.session, self.host, self.asked) = (session, host, asked)
    (self.replaysAll, self.interrupted) = (replaysAll, interrupted)
    queue = StepQueue(
      BranchSource(plan, of: session, checkpoints), to: host, mostBytes: Self.mostBytes,
      leastSteps: 2)
  }

  var plan: BranchPlan { queue.source.plan }
  package var checkpoints: HostCheckpoints {
    get { queue.source.checkpoints }
    set { queue.source.checkpoints = newValue }
  }

  /// Computes the branch, reusing the steps that an earlier branch shares.
  ///
  /// - Throws: Damage in the recording, a refusal of the requested action, a host that cannot be
  ///   started, or ``InspectorError/interrupted``.
  package mutating func branch(
    named name: String, keeping earlier: Timeline? = nil
  ) throws(InspectorError) -> Timeline {
    let fork = plan.fork
    var start = fork
    if let earlier, earlier.fork == fork {
      start = max(fork, min(plan.shared(with: earlier.plan), earlier.last))
      // A host cannot continue from a state that it only rendered, either.
      while start > fork {
        if earlier.hasState(start), try earlier.opaquePlaces(start).isEmpty { break }
        start -= 1
      }
      own = earlier.own.prefix(start - fork)
    }
    let before = Timeline(session, name: name, plan: plan, own: own)
    if start < plan.last {
      do {
        start = try begin(at: start, before)
        own = own.prefix(start - fork)
        opaque = try before.opaquePlaces(start)
        renderings.give(state.reached(), opaque)
        try run(from: start)
      } catch {
        // Answers may still be in flight.
        if host.posted.count > 0 || error == .interrupted { host.close() }
        throw error
      }
    }
    if host.tellsInputs { own.dropUntold() }
    return Timeline(session, name: name, plan: plan, own: own, stop: stop)
  }

  /// Gives the host a state that it needs; returns the place after which it reduces.
  private mutating func begin(at start: Int, _ known: Timeline) throws(InspectorError) -> Int {
    let (wasOpen, heldBefore) = (host.isOpen, checkpoints.isOn)
    do throws(InspectorError) {
      return try reach(start, known)
    } catch {
      let isLate = wasOpen || checkpoints.isOn != heldBefore
      guard isLate, case .host(let failure) = error else { throw error }
      if case .refused = failure { throw error }
    }
    // The host may have died or hung since its last answer, or it keeps no states.
    host.close()
    return try reach(start, known)
  }

  private mutating func reach(_ start: Int, _ known: Timeline) throws(InspectorError) -> Int {
    if replaysAll {
      state.become(
        try HostWalk.state(
          of: session, reachedBy: host, through: start, interrupted: interrupted))
      checkpoints.begin(with: host)
      return start
    }
    do throws(HostFailure) {
      if let kept = try reachKept(start) { return kept }
    } catch {
      throw error.trouble(interrupted)
    }
    let before = try known.state(start)
    do throws(HostFailure) {
      state.become(before)
      let answered = try giveState(start)
      try checkpoints.hold(start, of: plan, in: session, answered, host)
      return start
    } catch {
      throw error.trouble(interrupted)
    }
  }

  /// Gives the host the state before the next step, with that number; returns its answer.
  mutating func giveState(_ n: Int) throws(HostFailure) -> JSONValue {
    let before = state.reached()
    let answered = try host.give(n, before, of: session)
    checkpoints.begin(with: host)
    isEncodedAnew = answered != before
    return answered
  }

  /// Brings an open host to a state that it kept; nil if it must be given one.
  private mutating func reachKept(_ start: Int) throws(HostFailure) -> Int? {
    // A verification that ended early may have left some in flight.
    if host.posted.count > 0 { try host.dropAhead() }
    if !host.isOpen { try host.open(session.header) }
    checkpoints.begin(with: host)
    while checkpoints.isOn,
      let checkpoint = checkpoints.nearest(to: start, from: plan.fork, of: plan, in: session)
    {
      if try host.back(to: checkpoint.key, checkpoint.state, opaque: checkpoint.opaque) {
        state.become(checkpoint.state)
        isEncodedAnew = true
        return checkpoint.n
      }
      checkpoints.lose(checkpoint)
    }
    return nil
  }
}

// MARK: - Steps

extension Recomputation {
  private mutating func run(from start: Int) throws(InspectorError) {
    n = start + 1
    queue.source.runsInOwnProcess = host.runsInOwnProcess
    queue.source.begin(behind: start)
    queue.restart()
    defer {
      tellState()
      checkpoints.heed(host)
    }
    while let (_, isPlanned) = try queue.first() {
      if interrupted() { throw .interrupted }
      guard isPlanned else {
        stop = queue.source.stop(at: n)
        return
      }
      try queue.fill(from: n, upTo: Self.mostSteps)
      guard try answer() else { return }
    }
  }

  /// Continues with the next step, and notes the state before it if the host was asked to keep it.
  mutating func pass() throws(InspectorError) -> Bool {
    queue.pass(n)
    n += 1
    guard !queue.source.held.isEmpty, let key = queue.source.held.removeValue(forKey: n - 1)
    else { return true }
    do throws(HostFailure) {
      try checkpoints.keep(key, n - 1, of: plan, in: session, state.reached(), host)
      return true
    } catch {
      return try restart(after: error)
    }
  }

  /// Gives the client the host's state, the base of the next patch, if steps were added as they
  /// were written.
  private mutating func tellState() {
    if host.isOpen, !isEncodedAnew { host.sent = state.reached() }
  }

  /// Reads the answer to the next step; false if the branch ends with it.
  private mutating func answer() throws(InspectorError) -> Bool {
    guard let element = queue.source.runs[n] else { return false }
    var reduction: HostClient.Reduction?
    var answersActions = false
    var text: ArraySlice<UInt8>?
    do throws(HostFailure) {
      var lines = try host.answer()
      try noteType(of: lines, element)
      if !addAsWritten(lines, element) {
        answersActions = lines.hasBegun
        if element.isRecorded { lines.action = nil }
        tellState()
        reduction = try host.reduction(of: lines, n)
        if !isEncodedAnew { text = VerbatimLine.withoutChecksum(lines.state) }
      }
    } catch {
      return try fail(error, element)
    }
    if let reduction { try add(reduction, text, element, answersActions) }
    return try pass()
  }

  /// Adds a step of a recorded action if its state line can be kept as the host wrote it; false if
  /// the line must be parsed.
  private mutating func addAsWritten(_ lines: HostLines, _ element: PlaceRuns.Element) -> Bool {
    guard !isEncodedAnew, host.sentOpaque == opaque, case .recorded(let origin) = element,
      lines.hasBegun,
      lines.inputs.isEmpty, VerbatimLine.isPatch(lines.state, n: n),
      let text = VerbatimLine.withoutChecksum(lines.state),
      lines.state.withUnsafeBufferPointer({ state.gather($0, hasCRC: true) })
    else { return false }
    own.append(patch: text, origin: origin) { state.reached() }
    reduced += 1
    return true
  }

  /// Notes if the host answers the action under another type.
  private func noteType(
    of lines: HostLines, _ element: PlaceRuns.Element
  ) throws(HostFailure) {
    guard let line = lines.action,
      case .line(.action(let answered)) = try HostReply(line, from: host.name)
    else { return }
    switch element {
    case .own(let own): host.note(answered, asAnswerTo: queue.source.line(own, n))
    case .recorded(let origin):
      guard var given = try? session.action(origin) else { return }
      given.n = n
      host.note(answered, asAnswerTo: given)
    }
  }

  private mutating func add(
    _ reduction: HostClient.Reduction, _ text: ArraySlice<UInt8>?, _ element: PlaceRuns.Element,
    _ answersActions: Bool
  ) throws(InspectorError) {
    // A host leaves inputs out for the whole run; an input that it reports was drawn.
    let isUntold = !host.tellsInputs && (!answersActions || reduction.leavesOutInputs)
    let inputs = try keptInputs(isUntold ? nil : reduction.inputs, of: element)
    var line = reduction.line
    let before = isEncodedAnew ? nil : state.reached()
    if isEncodedAnew { line.content = .whole(reduction.state) }
    isEncodedAnew = false
    // The host may be able to encode other parts of the given state than the recorder could.
    let places = renderings.places(of: reduction.state, told: reduction.opaque)
    let isWhole = line.content.isWhole
    let tellsOpaque =
      places != reduction.opaque
      || (line.opaque == nil && (places != opaque || (isWhole && !places.isEmpty)))
    if tellsOpaque { line.opaque = places.map(\.description) }
    opaque = places
    var step = OwnSteps.Added(
      inputs: inputs, isUntold: isUntold, line: line, text: tellsOpaque ? nil : text,
      state: reduction.state)
    name(&step, element, reduction.action)
    own.append(step, after: before)
    state.become(reduction.state)
    reduced += 1
  }

  /// The inputs of the next step, as reported by the host, or as sent to it if it reports none.
  ///
  /// An input drawn without a recorded value is drawn again.
  mutating func keptInputs(
    _ told: [InputLine]?, of element: PlaceRuns.Element
  ) throws(InspectorError) -> [InputLine] {
    guard let told else { return try sentInputs(element) }
    var inputs = told
    for place in inputs.indices { inputs[place].fresh = false }
    let fresh = zip(inputs, told).filter { $1.fresh }.map(\.0)
    if !fresh.isEmpty { queue.source.plan.drawn[element.owner, default: []] += fresh }
    return inputs
  }

  private func sentInputs(
    _ element: PlaceRuns.Element
  ) throws(InspectorError) -> [InputLine] {
    var recorded: [InputLine] = []
    if case .recorded(let origin) = element { recorded = try session.inputs(origin) }
    return recorded.map { input in
      var input = input
      input.n = n
      return input
    } + queue.source.inputs(drawnBy: element, n)
  }

  func name(
    _ step: inout OwnSteps.Added, _ element: PlaceRuns.Element, _ answered: ActionLine?
  ) {
    switch element {
    case .recorded(let origin): step.origin = origin
    case .own(let own):
      var line = queue.source.line(own, n)
      if let answered, !answered.opaque { line.action = answered.action }
      step.action = line
    }
  }
}
