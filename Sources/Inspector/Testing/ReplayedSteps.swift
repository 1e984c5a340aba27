import SessionFormat

/// The lines of a replay that replace recorded ones.
struct ReplayedSteps {
  private let session: Session
  /// The lines of each step that changes, and of the first state.
  private(set) var steps: [Int: (action: ActionLine?, inputs: [InputLine], state: StateLine?)] = [:]
  /// The states after changes from outside, in order, by the number of the state.
  private(set) var outsides: [Int: [JSONValue]] = [:]
  private(set) var changes = AcceptedChanges()
  /// The reason why the replay cannot replace the recording.
  private(set) var refusal: String?

  private let host: HostClient
  private var opaque: OpaqueMember
  /// Whether the host may read recorded values in another form than the written one.
  private(set) var isMigrated = false

  init(_ session: Session, host: HostClient) {
    self.session = session
    self.host = host
    opaque = OpaqueMember(session)
  }

  mutating func begin(_ given: HostClient.Reduction) throws(InspectorError) {
    isMigrated = SessionTypes(session.header, host.header).areOther
    let recorded = try session.state(session.first)
    try opaque.give(session.first, recorded)
    guard given.state != recorded || !given.opaque.isEmpty else { return }
    try lookForLoss(session.first, recorded, given.opaque, isGiven: true)
    var line = try session.stateLine(session.first)
    line.content = .whole(given.state)
    try opaque.tell(given.opaque, of: given.state, in: &line)
    steps[session.first] = (nil, [], line)
    guard given.state != recorded else { return }
    changes.note(session.first, state: true)
    try noteLast(session.first, given.state)
  }

  mutating func add(_ change: HostWalk.Outside) throws(InspectorError) {
    let n = change.line.n
    let place = outsides[n]?.count ?? 0
    outsides[n, default: []].append(change.state)
    let recorded = try session.outsideChanges(n).map(\.state)
    guard place < recorded.count else { return }
    try opaque.give(n, recorded[place])
    try lookForLoss(n, recorded[place], change.opaque, isGiven: true)
  }

  mutating func add(_ n: Int, _ outcome: StepOutcome) throws(InspectorError) {
    switch outcome {
    case .skippedInProcess where isMigrated:
      refusal = "action \(n), in which the recording died, cannot be read in this process"
    case .same, .notRecorded, .skippedInProcess, .crashed: break
    case .reduced(let reduction): try add(n, reduction)
    case .usedRecorded(let state):
      // A patch would be against a state that differs now.
      guard session.hasState(n) else { return }
      var line = try session.stateLine(n)
      let recorded = try session.state(n)
      var (told, places) = (recorded, try session.opaquePlaces(n))
      if isMigrated {
        (told, places) = (state, host.sentOpaque)
        try lookForLoss(n, recorded, places, isGiven: true)
      }
      line.content = .whole(told)
      try opaque.give(n, recorded)
      try opaque.tell(places, of: told, in: &line)
      steps[n] = (nil, try session.inputs(n), line)
    case .refused(let error):
      refusal = "the host refused action \(n): \(error.reason): \(error.message)"
    case .died(let death, let words):
      if session.died(in: n) {
        guard isMigrated, let answered = words.action else { return }
        if answered.opaque { return refuse(action: n) }
        var action = try session.action(n)
        (action.action, action.type) = (answered.action, answered.type)
        steps[n] = (action, try session.inputs(n), nil)
        return
      }
      refusal = death.description
    }
  }

  private mutating func add(
    _ n: Int, _ reduction: HostClient.Reduction
  ) throws(InspectorError) {
    var action = try session.action(n)
    let recorded = try session.inputs(n)
    // An action that the host only renders never replaces the recorded one.
    let answered = reduction.action?.opaque == true ? nil : reduction.action
    if answered == nil, reduction.action != nil, isMigrated { return refuse(action: n) }
    if let answered, refuses(answered, of: action) { return }
    let encoded = answered?.action ?? action.action
    let tellsInputs = reduction.action != nil && !reduction.leavesOutInputs
    let inputs = tellsInputs ? reduction.inputs.map(Self.recorded) : recorded
    var (isOther, threwOther) = (true, false)
    var took = reduction.line.took
    var extra: [Member] = []
    if session.hasState(n) {
      let state = try session.state(n)
      isOther = reduction.state != state
      try lookForLoss(n, state, reduction.opaque, isGiven: false)
      let line = try session.stateLine(n)
      if took == nil { took = line.took }
      extra = line.extra
      threwOther = !reduction.line.throwsSame(as: line)
    }
    changes.note(
      n, state: isOther,
      action: encoded != action.action
        || answered.map { !$0.type.hasSameBytes(as: action.type) } ?? false,
      inputs: !inputs.elementsEqual(recorded) { $0.name == $1.name && $0.value == $1.value },
      threw: threwOther)
    action.action = encoded
    action.type = answered?.type ?? action.type
    var line = reduction.line
    // A host's remarks on its own work do not belong in a session; those of others on the state do.
    line.extra = extra
    line.took = took
    try opaque.tell(reduction.opaque, of: reduction.state, in: &line)
    steps[n] = (action, inputs, line)
    if isOther { try noteLast(n, reduction.state) }
  }

  /// Refuses if a host's rendering would replace a recorded value.
  ///
  /// - Parameter isGiven: Whether a replay gives the host this state, which it could no longer decode.
  private mutating func lookForLoss(
    _ n: Int, _ recorded: JSONValue, _ places: [JSONPointer], isGiven: Bool
  ) throws(InspectorError) {
    guard refusal == nil, !places.isEmpty else { return }
    let known = try session.opaquePlaces(n)
    let lost = places.first { place in
      guard let value = place.value(in: recorded), value != .null || isGiven else { return false }
      return !known.contains { place.isAtOrBelow($0) }
    }
    guard let lost else { return }
    let place = (lost.description.isEmpty ? "" : "\(lost) of ") + "state \(n)"
    refusal = "the host cannot encode \(place), but the recording has its value"
  }

  /// Refuses if an action in the current form cannot be written.
  private mutating func refuse(action n: Int) {
    refusal = refusal ?? "the host cannot encode action \(n) in today's form"
  }

  /// Refuses an action that the host answers under another type than the given one.
  ///
  /// The type is what was recorded, and what breakpoints and conditions name; no reducer makes it.
  /// A host must answer it as it was read, unless it migrates the action and says so. Any other
  /// type is a fault of the host, not an intended change of the reducer.
  private mutating func refuses(_ answered: ActionLine, of recorded: ActionLine) -> Bool {
    guard !answered.type.hasSameBytes(as: recorded.type),
      !(isMigrated && answered.isMigrated)
    else { return false }
    refusal =
      refusal
      ?? "the host answers action \(recorded.n) under the type \(answered.type), recorded is "
      + "\(recorded.type)"
    return true
  }

  /// Records an input from now on that was drawn afresh.
  private static func recorded(_ line: InputLine) -> InputLine {
    var line = line
    line.fresh = false
    return line
  }

  private mutating func noteLast(_ n: Int, _ state: JSONValue) throws(InspectorError) {
    guard n == session.last, session.hasState(n) else { return }
    let differing = Difference.list(from: try session.state(n), to: state)
    changes.pathCount = differing.count
    changes.paths = differing.prefix(AcceptedChanges.mostPaths).map(\.path)
  }
}
