package import SessionFormat

/// A replay as a session: the lines that the host wrote.
package struct ReplayRecording {
  /// What the host did with the steps of a session.
  package struct Account: Sendable {
    package let session: Session
    package fileprivate(set) var reduced = 0
    package fileprivate(set) var given: [Int] = []
    package fileprivate(set) var refused: [(n: Int, error: HostError)] = []
    package fileprivate(set) var death: HostDeath?
    /// What it did that does not count against the replay.
    package fileprivate(set) var notes: [HostNote] = []
  }

  package private(set) var account: Account
  /// The destination of the lines; it is not finished.
  package private(set) var writer: SessionWriter
  /// How many gaps were written or end at the first state.
  private var gaps: Int
  private var opaque: OpaqueMember
  private var session: Session { account.session }

  /// Records the replay of a session through a host.
  ///
  /// - Parameter writer: Makes the destination of the lines; called for each attempt.
  /// - Throws: Damage in the session, a failure of the host other than its death in an action, an
  ///   error in writing the lines, or ``InspectorError/interrupted``.
  package static func made(
    of session: Session, through host: HostClient,
    into writer: () throws(InspectorError) -> SessionWriter = { () throws(InspectorError) in
      SessionWriter(to: nil)
    }, interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> ReplayRecording {
    var recording = try host.passingOverSurplus { () throws(InspectorError) in
      var recording = ReplayRecording(session, try writer())
      try recording.run(through: host, interrupted: interrupted)
      return recording
    }
    recording.account.notes = host.leave()
    return recording
  }

  init(_ session: Session, _ writer: SessionWriter = SessionWriter(to: nil)) {
    (account, self.writer) = (Account(session: session), writer)
    gaps = session.steps.firstGap(endingAtOrAfter: session.first + 1)
    opaque = OpaqueMember(session)
  }

  mutating func run(
    through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    var walk = try HostWalk(session, host, interrupted: interrupted)
    let first = try walk.begin()
    try writer.add(.session(header(of: host)))
    try add(session.first, first.state, opaque: first.opaque)
    while let step = try walk.next() {
      for change in step.outsides { try add(change.line, change.state) }
      try add(step.n, step.outcome, host)
    }
    if account.death == nil { try addGaps(upTo: session.last) }
    if account.death == nil, let fault = session.fault { throw .session(fault) }
    if session.ending == .closed, account.death == nil, case .end(let end)? = try lastLine() {
      try writer.add(.end(EndLine(n: end.n, t: end.t)))
    }
  }

  private mutating func add(_ line: OutsideLine, _ state: JSONValue) throws(InspectorError) {
    for change in try session.outsideChanges(line.n) { try opaque.give(line.n, change.state) }
    try writer.add(.outside(OutsideLine(n: line.n, t: line.t, content: .whole(state))))
  }

  private func lastLine() throws(InspectorError) -> SessionLine? {
    guard let entry = session.steps.end else { return nil }
    return try session.line(entry)
  }

  private mutating func add(
    _ n: Int, _ outcome: StepOutcome, _ host: HostClient
  ) throws(InspectorError) {
    try addGaps(upTo: n - 1)
    switch outcome {
    case .same(let answer):
      account.reduced += 1
      if answer.action == nil { try addRecorded(n, host) }
      for line in answer.all { try add(line) }
    case .reduced(let reduction):
      account.reduced += 1
      host.note(reduction.action, asAnswerTo: try session.action(n))
      if let action = reduction.action {
        try writer.add(own(action))
      } else {
        try addRecorded(n, host)
      }
      var inputs = reduction.inputs
      if reduction.action != nil, reduction.leavesOutInputs { inputs = try session.inputs(n) }
      for input in inputs { try writer.add(.input(input)) }
      var line = reduction.line
      line.extra.removeAll { $0.name == "migrated" }
      if try addGaps(upTo: n) { line.content = .whole(reduction.state) }
      try opaque.tell(reduction.opaque, of: reduction.state, in: &line)
      try writer.add(.state(line))
    case .usedRecorded(let state):
      account.given.append(n)
      if session.steps.actions[n] != nil { try writer.add(.action(try session.action(n))) }
      try addGaps(upTo: n)
      try add(n, state, opaque: host.sentOpaque)
    case .refused(let error):
      account.refused.append((n, error))
      try writer.add(.action(try session.action(n)))
      try addGaps(upTo: n)
      if session.hasState(n) {
        try add(
          n, try session.state(n), opaque: try session.opaquePlaces(n),
          as: try session.stateLine(n))
      }
    case .notRecorded, .crashed: try addGaps(upTo: n)
    case .skippedInProcess: try writer.add(.action(try session.action(n)))
    case .died(let death, let words):
      account.death = death
      if let action = words.action {
        try writer.add(own(action))
      } else {
        try writer.add(.action(try session.action(n)))
      }
      for input in words.inputs { try writer.add(.input(input)) }
    }
  }

  /// Ends the session; a file gets its name only now.
  package mutating func finish() throws(InspectorError) { try writer.finish() }

  /// Adds a state that the host was given, on a new line or with the rest of a recorded one.
  private mutating func add(
    _ n: Int, _ state: JSONValue, opaque places: [JSONPointer], as recorded: StateLine? = nil
  ) throws(InspectorError) {
    var line = recorded ?? StateLine(n: n, content: .whole(state))
    line.content = .whole(state)
    try opaque.give(n, try session.state(n))
    try opaque.tell(places, of: state, in: &line)
    try writer.add(.state(line))
  }

  /// Adds a line as a host wrote it, which may have no checksum.
  private mutating func add(_ line: [UInt8]) throws(InspectorError) {
    try writer.add(LineCoding.refreshed(SafeLine.bytes(of: line, hasCRC: false)))
    try writer.add(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Adds the recorded action if the host does not answer actions, and its inputs if the host does
  /// not answer those either.
  private mutating func addRecorded(_ n: Int, _ host: HostClient) throws(InspectorError) {
    try writer.add(.action(try session.action(n)))
    if host.tellsInputs { return }
    for input in try session.inputs(n) { try writer.add(.input(input)) }
  }

  /// The host's header, without what concerns only the recording and the replay.
  private func header(of host: HostClient) -> SessionHeader {
    var header = host.header ?? session.header
    header.extra.removeAll { $0.name == "migrates" }
    header.reusesStates = false
    // What was hidden at these places may be at them again.
    if let hidden = session.header.redactions, !hidden.isEmpty {
      header.redactions = hidden
      header.derived = session.header.derivation(["replayed"])
    }
    return header
  }

  /// An action as the host encoded it again.
  private func own(_ action: ActionLine) -> SessionLine {
    var action = action
    action.extra.removeAll { $0.name == "migrated" }
    return .action(action)
  }

  /// Adds the gaps that end at state `n` or before; returns whether there are any.
  ///
  /// The recorded action of such a step, if it has one, precedes the gap.
  @discardableResult
  private mutating func addGaps(upTo n: Int) throws(InspectorError) -> Bool {
    let all = session.steps.gaps
    let before = gaps
    while gaps < all.count, all[gaps].to <= n {
      try writer.add(.gap(try session.line(of: all[gaps])))
      gaps += 1
    }
    return gaps > before
  }
}

extension ReplayRecording.Account {
  /// Whether the recording died in the same action as the replay.
  package var isRecordedCrash: Bool {
    death?.action.map(session.died(in:)) ?? false
  }

  /// The action in which the recording died and the replay did not.
  package var missedCrash: Int? {
    death == nil ? session.fatalActions?.lowerBound : nil
  }
}
