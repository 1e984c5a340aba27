import Inspector
import SessionFormat

/// A host in the same process whose state depends on the order of all actions.
///
/// Actions: `add` and `times` NUMBER, `push` VALUE, `draw` adds an input, `throw` throws and adds
/// one, `trap` dies, `gamble` draws and dies, `hang` is never answered, `babble` is answered with
/// nonsense.
final class LedgerHost: DocumentHost {
  struct Manners: Sendable {
    /// Whether it keeps states.
    var holds = true
    /// Whether it does not know the request, and does not answer or answers in another way.
    var isDeaf = false
    var complains = false
    var answersWholeOnly = false
    var answersActions = true
    /// Added by every `add`.
    var error = 0
    /// The number of the answer before which it is killed.
    var killedAt: Int?
    /// The first fresh value; else it depends on the state.
    var fresh: (@Sendable () -> Int)?
    var runsInOwnProcess = true
    /// How many states it keeps; it refuses further ones.
    var mostHeld = Int.max
    var hasChecksums = true
    /// Whether it answers actions by their numbers alone if requested.
    var knowsBrief = true
    /// Whether it refuses that, although an unknown request should not be refused.
    var refusesBrief = false
    /// Whether it names the action that it refuses.
    var namesRefused = true
    /// Its message when it traps.
    var lastWords = "trapped"
    /// The migrations that it announces for values of the session.
    var migrates: [String] = []
  }

  /// Counts events in all hosts of a client.
  final class Account {
    var hosts = 0
    var reduced = 0
    var held = 0
    var back = 0
    var resets = 0
  }

  let name = "ledger-host"
  var runsInOwnProcess: Bool { manners.runsInOwnProcess }
  var hasChecksums: Bool { manners.hasChecksums }
  private let manners: Manners
  private let account: Account
  private var replies: [HostReply] = []
  private var n = 0
  private var state: JSONValue?
  private var sent: JSONValue?
  private var kept: (ActionLine, [InputLine])?
  private var held: [String: (Int, JSONValue)] = [:]
  private var ending: HostFailure?
  private var answers = 0
  private var isBrief = false

  init(_ manners: Manners = Manners(), _ account: Account = Account()) {
    (self.manners, self.account) = (manners, account)
    account.hosts += 1
  }

  func reply() throws(HostFailure) -> HostReply {
    answers += 1
    if let last = manners.killedAt, answers >= last {
      throw .died(
        HostDeath(command: name, action: nil, ending: .signal(9), standardError: []))
    }
    if !replies.isEmpty { return replies.removeFirst() }
    throw ending ?? .silent(command: name, seconds: 1)
  }

  func close() {}

  func take(_ line: SessionLine) {
    if ending != nil { return }
    if case .input = line {} else if let (action, inputs) = kept { reduce(action, inputs) }
    if ending != nil { return }
    switch line {
    case .session(var own):
      own.id = "host"
      if !manners.migrates.isEmpty {
        let steps = manners.migrates.map(JSONValue.string)
        own.extra.append(Member(name: "migrates", value: .array(steps)))
      }
      replies.append(.line(.session(own)))
    case .action(let action): kept = (action, [])
    case .input(let input): if input.n == kept?.0.n { kept?.1.append(input) }
    case .unknown(let unknown):
      if let request = try? HostRequest(unknown) { take(request) }
    default: break
    }
  }

  private func take(_ request: HostRequest) {
    switch request {
    case .reset(let n, let state):
      account.resets += 1
      (self.n, self.state) = (n, state)
      sent = nil
      answer(n, state)
    case .hold where manners.isDeaf: break
    case .hold where manners.complains: refuse(nil, .noState, "what is hold?")
    case .hold(let key):
      guard manners.holds, held.count < manners.mostHeld, let state else {
        return refuse(nil, .notHeld, "nothing is kept")
      }
      // A state kept only to see when the host reaches it is dropped at once.
      if key != InFlightRequests.barrier { account.held += 1 }
      held[key] = (n, state)
      replies.append(.answer(.held(key: key, n: n)))
    case .back(let key):
      guard let (n, state) = held[key] else { return refuse(nil, .notHeld, key) }
      account.back += 1
      (self.n, self.state, sent) = (n, state, state)
      replies.append(.answer(.back(key: key, n: n)))
    case .drop(let key): held[key] = nil
    case .brief where manners.refusesBrief:
      let error = HostError(n: nil, reason: "unknown-line", message: "what is brief?")
      replies.append(.answer(.error(error)))
    case .brief(let isBrief): self.isBrief = isBrief && manners.knowsBrief
    case .reuse: break
    case .go: break
    }
  }

  private func reduce(_ action: ActionLine, _ inputs: [InputLine]) {
    kept = nil
    let known = ["add", "times", "push", "draw", "throw", "trap", "gamble", "hang", "babble"]
    guard known.contains(action.type) else {
      let told = manners.namesRefused ? action.n : nil
      return refuse(told, .unknownAction, "no action \(action.type)")
    }
    if manners.answersActions {
      replies.append(isBrief ? .answer(.began(n: action.n)) : .line(.action(action)))
    }
    switch action.type {
    case "trap", "gamble":
      if action.type == "gamble" { _ = draw(inputs, action.n) }
      ending = .died(
        HostDeath(
          command: name, action: nil, ending: .signal(4), standardError: [manners.lastWords]))
      return
    case "hang":
      ending = .silent(command: name, seconds: 1)
      return
    case "babble":
      ending = .nonsense(command: name, line: "la la", reason: "a value is missing")
      return
    default: break
    }
    account.reduced += 1
    var total = state?["total"]?.int ?? 0
    var log = state?["log"]?.array.map(Array.init) ?? []
    let amount = action.action.int ?? 0
    switch action.type {
    case "add": total += amount + manners.error
    case "times": total = (total * amount) % 1009
    case "push": log = (log + [action.action]).suffix(4)
    case "draw": total += draw(inputs, action.n)
    default: total += 1
    }
    n = action.n
    let next: JSONValue = ["log": .array(log), "total": .number(total)]
    state = next
    answer(n, next, threw: action.type == "throw" ? "Refused" : nil)
  }

  private func draw(_ inputs: [InputLine], _ n: Int) -> Int {
    let total = state?["total"]?.int ?? 0
    let fresh = { [manners] in JSONValue.number(manners.fresh?() ?? total % 7 + 1) }
    var drawn = inputs.first ?? InputLine(n: n, name: "random", value: fresh())
    drawn.fresh = inputs.isEmpty
    if manners.answersActions { replies.append(.line(.input(drawn))) }
    return drawn.value.int ?? 0
  }

  private func answer(_ n: Int, _ state: JSONValue, threw: String? = nil) {
    var line = StateLine(n: n, content: .whole(state))
    if let sent, !manners.answersWholeOnly {
      line.content = .patch(JSONPatch(from: sent, to: state))
    }
    line.threw = threw
    sent = state
    replies.append(.line(.state(line)))
  }

  private func refuse(_ n: Int?, _ reason: HostError.Reason, _ message: String) {
    replies.append(.answer(.error(HostError(n: n, reason, message))))
  }
}

extension HostClient {
  /// A client of ledgers in the same process.
  static func ledger(
    _ account: LedgerHost.Account = LedgerHost.Account(),
    _ alter: (inout LedgerHost.Manners) -> Void = { _ in }
  ) -> HostClient {
    var manners = LedgerHost.Manners()
    alter(&manners)
    let final = manners
    return HostClient { () throws(HostFailure) in LedgerHost(final, account) }
  }

  /// The result of these actions in a ledger, one at a time from a state on.
  func plain(
    _ header: SessionHeader, from start: (n: Int, state: JSONValue),
    _ steps: [(action: ActionLine, inputs: [InputLine])]
  ) throws -> [Reduction] {
    try open(header)
    _ = try reset(n: start.n, to: start.state)
    var reductions: [Reduction] = []
    for step in steps { reductions.append(try reduce(step.action, inputs: step.inputs)) }
    return reductions
  }
}

extension SessionBuilder {
  /// A session of a ledger as its host answers it.
  static func ledger(
    _ actions: [(type: String, value: JSONValue)], closed: Bool = true
  ) throws -> SessionBuilder {
    var builder = SessionBuilder { $0.store = "ledger" }
    let start: JSONValue = ["log": [], "total": 1]
    builder.whole(0, start)
    let client = HostClient.ledger()
    try client.open(SessionHeader(id: Self.id, started: "2026-01-02T03:04:05Z", store: "ledger"))
    _ = try client.reset(n: 0, to: start)
    for (place, action) in actions.enumerated() {
      let n = place + 1
      let line = ActionLine(n: n, t: n * 1_000_000, type: action.type, action: action.value)
      builder.add(.action(line))
      let reduction = try client.reduce(line, inputs: [])
      for input in reduction.inputs { builder.input(n, input.name, input.value) }
      builder.patch(n, to: reduction.state) { $0.threw = reduction.line.threw }
    }
    if closed { builder.end(actions.count) }
    return builder
  }
}
