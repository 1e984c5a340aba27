import SessionFormat

/// The steps of a replay that are sent to the host ahead of its answers.
///
/// How many there may be doubles while answers come, and falls to one where the host refuses an
/// action: what was posted behind it was reduced from another state.
struct StepsAhead {
  /// The most bytes that are put together at once.
  private static let mostBytes = 1 << 18

  /// The state that the host has.
  enum HostState {
    /// A state that equals the recorded one of that number.
    case recorded(Int)
    /// Another, with the number of its step, and the places of it that are only rendered.
    case own(Int, JSONValue, opaque: [JSONPointer])
  }

  private let session: Session
  private let host: HostClient
  /// Whether all lines of the session are known to be sound.
  private let isChecked: Bool
  private let fatal: ClosedRange<Int>?
  /// Whether the host reads what was recorded as it is written, so that bytes can be compared.
  var isVerbatim = true
  /// The last action that was posted.
  private var posted: Int
  private var window = 1
  /// The hosts that were replaced.
  var restarts: HostRestarts
  /// The state that the host had after the last answer that was looked at.
  private(set) var state: HostState
  /// Whether the host has a state at all, and did not take its own with it when it died.
  private(set) var hasState = true

  init(_ session: Session, _ host: HostClient, isChecked: Bool, _ state: HostState) {
    self.session = session
    self.host = host
    self.isChecked = isChecked
    self.state = state
    posted = session.first
    restarts = HostRestarts(first: session.first)
    if case .died(let actions) = session.ending { fatal = actions } else { fatal = nil }
  }

  /// Whether the answer to a step is on its way, or it can be posted with those behind it.
  mutating func covers(_ n: Int) -> Bool {
    if n <= posted { return true }
    guard isPlain(n) else { return false }
    post(from: n)
    return true
  }

  /// Keeps the host busy while the answer to a step is awaited.
  mutating func post(from n: Int) {
    var bytes = 0
    posted = max(posted, n - 1)
    while posted - n + 1 < window, bytes < Self.mostBytes, posted < session.last,
      posted < n || isPlain(posted + 1)
    {
      bytes += post(posted + 1)
      posted += 1
    }
  }

  /// What the host answered next, after which it has another state.
  mutating func answer(_ n: Int) throws(HostFailure) -> HostLines {
    // In this process a trap of what was reduced from a wrong state would end more than a host.
    if window <= host.mostAhead / 2, !restarts.isAlone(n), host.isSeparate { window *= 2 }
    if posted - n < window / 2 { post(from: n) }
    return try host.answer()
  }

  /// Whether the host's answer to step `n` is, byte for byte, what was recorded; the host then has
  /// the recorded state.
  mutating func isSame(_ answer: HostLines, _ n: Int) -> Bool {
    guard isVerbatim, let entry = session.steps.states[n], session.lines.kind(of: entry) == .state,
      isKnown(n - 1) || !VerbatimLine.isPatch(answer.state),
      isRecorded(answer.state, entry), areActionAndInputsSame(answer, n)
    else { return false }
    state = .recorded(n)
    return true
  }

  /// Notes the state after a step that was not the same.
  mutating func reached(_ reduction: HostClient.Reduction, _ n: Int) {
    state = .own(n, reduction.state, opaque: reduction.opaque)
  }

  /// Notes that the host has the state that it answered last, and nothing is on its way.
  mutating func given(_ n: Int, _ answered: JSONValue) {
    state = .own(n, answered, opaque: host.sentOpaque)
    hasState = true
    posted = n
  }

  /// Notes that another host took the place of one that died in a step, and has no state yet.
  mutating func loseState(in n: Int) {
    hasState = false
    posted = n
    window = 1
  }

  /// Passes over the answers to what is on its way; the next step is posted alone.
  ///
  /// That was reduced from a state that no step has, so whatever the reducer did then tells nothing:
  /// where the host ended or fell silent, another one takes its place. It must be given a state.
  mutating func withdraw(after n: Int) throws(HostFailure) {
    do throws(HostFailure) { try host.dropAhead() } catch {
      if error == .interrupted { throw error }
      try host.open(session.header)
    }
    posted = n
    window = 1
  }

  /// Sends one action at a time, up to the last that was posted, after a host that ended or was silent
  /// in any of them.
  mutating func narrow(to n: Int, after failure: HostFailure) {
    restarts.begin(n, through: max(n, posted), after: failure)
    posted = n - 1
    window = 1
  }

  // MARK: Steps

  /// Whether the state of a step's host is the recorded one; a whole look at it, where that is not
  /// known yet.
  private mutating func isKnown(_ n: Int) -> Bool {
    switch state {
    case .recorded: return true
    case .own(let at, let value, let opaque):
      guard at == n, let recorded = try? session.state(n), value == recorded,
        let places = try? session.opaquePlaces(n), places == opaque
      else { return false }
      state = .recorded(n)
      return true
    }
  }

  /// Whether a step is an action that is reduced from the state before it, and no more.
  private func isPlain(_ n: Int) -> Bool {
    guard let entry = session.steps.actions[n], !session.overlaps(n), session.hasBefore(n),
      !session.steps.mayLackInputs(n), session.steps.outsides[n - 1] == nil,
      fatal?.contains(n) != true
    else { return false }
    let mayBeOpaque = session.withBytes(ofLine: entry, LineReader.mayTellOpaque)
    guard mayBeOpaque || !isChecked else { return true }
    // What is damaged is told when it is its turn.
    guard let action = try? session.action(n), (try? session.inputs(n)) != nil else { return false }
    return !action.opaque
  }

  /// Posts a step; how many bytes that takes.
  private func post(_ n: Int) -> Int {
    guard let action = session.steps.actions[n] else { return 0 }
    let entries = [action] + (session.steps.inputs[n] ?? [])
    var bytes = 0
    host.post(n) { out in
      for entry in entries {
        session.withBytes(ofLine: entry) { line in
          out += line
          out.append(UInt8(ascii: "\n"))
          bytes += line.count + 1
        }
      }
    }
    return bytes
  }

  private func isRecorded(_ line: [UInt8], _ entry: Int) -> Bool {
    session.withBytes(ofLine: entry) { VerbatimLine.isSame(line, $0) }
  }

  private func areActionAndInputsSame(_ answer: HostLines, _ n: Int) -> Bool {
    // A host that answers no actions is compared by states alone.
    guard let action = answer.action else { return true }
    guard let entry = session.steps.actions[n],
      session.withBytes(ofLine: entry, { VerbatimLine.isSameAction(action, $0) })
    else { return false }
    let inputs = session.steps.inputs[n] ?? []
    return inputs.count == answer.inputs.count
      && zip(answer.inputs, inputs).allSatisfy { isRecorded($0, $1) }
  }
}
