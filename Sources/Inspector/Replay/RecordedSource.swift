import SessionFormat

/// The recorded steps of a session as the source of a walk.
struct RecordedSource: StepSource {
  /// How a host gets the state before each step.
  enum Start: Equatable {
    /// By the steps before, from the first state on.
    case chain
    /// From the recorded state before each step that can be judged alone, or before some of them.
    case eachFromRecorded(StepSample? = nil)
    /// From each recorded state; no action is sent.
    case statesOnly
    /// By the steps before, whose states are lost. The caller gives the host the state before the
    /// first of them, and the state after each of these changes from outside.
    case lostStates(changed: Set<Int>)

    /// Whether each step begins where the one before ended.
    var isChain: Bool {
      switch self {
      case .chain, .lostStates: true
      case .eachFromRecorded, .statesOnly: false
      }
    }
  }

  let session: Session
  let start: Start
  private let fatal: ClosedRange<Int>?
  /// Whether all lines of the session are known to be sound.
  private let isChecked: Bool
  /// Whether a trap ends the host alone.
  private let runsInOwnProcess: Bool
  private var steps: RecordedSteps

  init(
    _ session: Session, _ start: Start, from first: Int, through last: Int, isChecked: Bool,
    runsInOwnProcess: Bool
  ) {
    (self.session, self.start) = (session, start)
    (self.isChecked, self.runsInOwnProcess) = (isChecked, runsInOwnProcess)
    fatal = session.fatalActions
    steps = session.recorded(from: first, through: last)
  }

  mutating func next() -> Int? {
    guard start == .statesOnly else { return steps.next() }
    while let n = steps.next() { if session.hasState(n) { return n } }
    return nil
  }

  /// Whether a step is an action reduced from the state before it, and nothing else.
  func isPlain(_ n: Int) throws(InspectorError) -> Bool {
    switch start {
    case .statesOnly: return true
    case .lostStates(let changed):
      if changed.contains(n - 1) { return false }
      return try !session.isRendered(n)
    case .eachFromRecorded(let sample):
      if sample?.contains(n) == false { return false }
      return try session.isJudgedAlone(n, runsInOwnProcess: runsInOwnProcess)
    case .chain:
      guard session.isBeginningKnown(n), fatal?.contains(n) != true,
        session.steps.outsides[n - 1] == nil
      else { return false }
      // Damage is reported when its step is reached.
      guard let isRendered = try? session.isRendered(n), !isRendered else { return false }
      return isChecked || ((try? session.action(n)) != nil && (try? session.inputs(n)) != nil)
    }
  }

  func post(_ n: Int, to host: HostClient) throws(InspectorError) -> Int {
    switch start {
    case .statesOnly: return give(n, try session.state(n), to: host)
    case .eachFromRecorded:
      return give(n - 1, try session.before(n), to: host) + postLines(of: n, to: host)
    case .chain, .lostStates: return postLines(of: n, to: host)
    }
  }

  private func give(_ n: Int, _ state: JSONValue, to host: HostClient) -> Int {
    let request = LineCoding.bytes(of: HostRequest.reset(n: n, state: state).document, crc: false)
    return host.posted.add(n, isGiven: true) { $0 += request }
  }

  /// Posts the lines of an action and its inputs as they were recorded.
  private func postLines(of n: Int, to host: HostClient) -> Int {
    guard let action = session.steps.actions[n] else { return 0 }
    let entries = [action] + (session.steps.inputs[n] ?? [])
    return host.posted.add(n) { out in
      for entry in entries {
        session.lines.withBytes(of: entry) { line in
          out += line
          out.append(UInt8(ascii: "\n"))
        }
      }
    }
  }
}
