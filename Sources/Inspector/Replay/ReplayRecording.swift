import SessionFormat

/// A replay as a session: what the host wrote, line by line.
struct ReplayRecording {
  private let session: Session
  /// The lines, without checksums.
  private(set) var lines: [SessionLine] = []
  private var reduced = 0
  private var given: [Int] = []
  private var refused: [(n: Int, error: HostError)] = []
  private var death: HostDeath?
  /// How many gaps were written, or end at the first state.
  private var gaps: Int

  init(_ session: Session) {
    self.session = session
    gaps = session.steps.firstGap(endingAtOrAfter: session.first + 1)
  }

  /// The bytes of the session file.
  var bytes: [UInt8] { lines.flatMap { LineCoding.bytes(of: $0.document) } }

  mutating func run(
    through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    try Replay(session, host: host, interrupted: interrupted).run { state throws(InspectorError) in
      lines.append(.session(host.header ?? session.header))
      lines.append(.state(StateLine(n: session.first, content: .whole(state))))
    } outside: { line, state in
      lines.append(.outside(OutsideLine(n: line.n, t: line.t, content: .whole(state))))
    } step: { n, outcome throws(InspectorError) in
      try add(n, outcome)
      return .goOn
    }
    if death == nil { try addGaps(upTo: session.last) }
    if death == nil, let fault = session.fault { throw .session(fault) }
    if session.ending == .closed, death == nil, case .end(let end)? = try lastLine() {
      lines.append(.end(EndLine(n: end.n, t: end.t)))
    }
  }

  private func lastLine() throws(InspectorError) -> SessionLine? {
    guard let entry = session.steps.end else { return nil }
    return try session.line(entry)
  }

  private mutating func add(_ n: Int, _ outcome: Replay.Outcome) throws(InspectorError) {
    try addGaps(upTo: n)
    switch outcome {
    case .reduced(let reduction):
      reduced += 1
      lines.append(.action(try answered(reduction.action, n)))
      lines += reduction.inputs.map(SessionLine.input)
      lines.append(.state(reduction.line))
    case .given(let state):
      given.append(n)
      if session.steps.actions[n] != nil { lines.append(.action(try session.action(n))) }
      lines.append(.state(StateLine(n: n, content: .whole(state))))
    case .refused(let error):
      refused.append((n, error))
      lines.append(.action(try session.action(n)))
      if session.hasState(n) {
        lines.append(.state(StateLine(n: n, content: .whole(try session.state(n)))))
      }
    case .missing: break
    case .spared: lines.append(.action(try session.action(n)))
    case .died(let death, let action, let inputs):
      self.death = death
      lines.append(.action(try answered(action, n)))
      lines += inputs.map(SessionLine.input)
    }
  }

  /// The action as the host encoded it again, or as it was recorded.
  private func answered(_ action: ActionLine?, _ n: Int) throws(InspectorError) -> ActionLine {
    if let action { return action }
    return try session.action(n)
  }

  /// Adds the gaps that end with state n or before.
  private mutating func addGaps(upTo n: Int) throws(InspectorError) {
    let all = session.steps.gaps
    while gaps < all.count, all[gaps].to <= n {
      lines.append(.gap(try session.line(of: all[gaps])))
      gaps += 1
    }
  }

  func report(file: String?) -> ReplayReport {
    var isRecorded = false
    var missed: Int?
    if death == nil, case .died(let actions) = session.ending { missed = actions.lowerBound }
    if let died = death?.action, case .died(let actions) = session.ending {
      isRecorded = actions.contains(died)
    }
    return ReplayReport(
      store: session.header.store, reduced: reduced, given: given, refused: refused,
      death: death, isRecordedCrash: isRecorded, missedCrash: missed,
      file: file == "-" ? nil : file)
  }
}
