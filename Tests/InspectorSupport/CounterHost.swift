import Inspector
import SessionFormat

/// A reducer host in the same process: a counter `{"total":…}` that can misbehave on purpose.
///
/// Actions: `add` NUMBER, `draw` adds an input `random`, `throw` throws, `trap` dies, `rich` dies
/// if the total is below 1000, `gamble` draws and dies if the total is then 50 or more, `outer` and
/// `inner` set 4 and 5. With a default, the value of `add` is `{"by":NUMBER}`.
final class CounterHost: DocumentHost {
  struct Manners: Sendable {
    var answersActions = true
    /// Whether it reports inputs although it answers no actions.
    var answersInputs = false
    var answersWholeOnly = false
    /// The actions whose inputs it does not report.
    var untoldInputs: Set<Int> = []
    /// Added to the total by every `add`.
    var error = 0
    /// What `add` adds if the action has no number; the host always encodes that.
    var byDefault: Int?
    /// The actions in which `draw` adds one too much.
    var errsIn: Set<Int> = []
    /// Whether `draw` draws.
    var draws = true
    var traps = true
    var throwsErrors = true
    /// Whether the action is answered as another one.
    var losesAction = false
    /// Replaces the answers from this one on by a failure.
    var failsAt: (answer: Int, HostFailure)?
    var store = "counter"
    /// Answers a reset with a number that is this much too high.
    var resetOffset = 0
    /// Writes a line of a later version before every state of a reset.
    var chatters = false
    /// Whether its lines have checksums, as those of hosts that answer everything allowed.
    var hasChecksums = true
    /// How it ends.
    var ending = HostDeath.Ending.signal(4)
    /// Answers the header of another store.
    var claims: String?
  }

  let name = "counter-host"
  var hasChecksums: Bool { manners.hasChecksums }
  private let manners: Manners
  private var replies: [HostReply] = []
  /// How many of them are taken: to remove each from the front would move all that wait.
  private var taken = 0
  private var state: JSONValue?
  private var sent: JSONValue?
  private var kept: (ActionLine, [InputLine])?
  private var answers = 0
  private var isDead = false

  init(_ manners: Manners = Manners()) { self.manners = manners }

  func reply() throws(HostFailure) -> HostReply {
    answers += 1
    if let failing = manners.failsAt, answers >= failing.answer { throw failing.1 }
    guard taken < replies.count else {
      throw .died(
        HostDeath(command: name, action: nil, ending: manners.ending, standardError: ["trapped"]))
    }
    taken += 1
    return replies[taken - 1]
  }

  func close() {}

  func take(_ line: SessionLine) {
    if isDead { return }
    if case .input = line {} else if let (action, inputs) = kept { reduce(action, inputs) }
    switch line {
    case .session(let header):
      guard header.store == manners.store else {
        refuse(nil, .wrongStore, "this is \(manners.store)")
        return
      }
      var own = header
      own.id = "host"
      own.store = manners.claims ?? own.store
      replies.append(.line(.session(own)))
    case .action(let action): kept = (action, [])
    case .input(let input): kept?.1.append(input)
    case .unknown(let unknown):
      switch try? HostRequest(unknown) {
      case .reset(let n, let state)?: reset(n, state)
      default: break
      }
    default: break
    }
  }

  private func reset(_ n: Int, _ state: JSONValue) {
    guard state["total"] != nil else {
      refuse(n, .undecodableState, "no total")
      return
    }
    self.state = state
    if manners.chatters, let line = try? SessionLine(["kind": "future", "n": 1]) {
      replies.append(.line(line))
    }
    answer(StateLine(n: n + manners.resetOffset, content: .whole(state)))
  }

  private func reduce(_ action: ActionLine, _ inputs: [InputLine]) {
    kept = nil
    guard let total = state?["total"]?.int else {
      refuse(action.n, .noState, "there is no state")
      return
    }
    var next = total
    var line = StateLine(n: action.n, content: .whole(.null))
    guard
      ["add", "draw", "gamble", "throw", "trap", "rich", "outer", "inner"].contains(action.type)
    else {
      refuse(action.n, .unknownAction, "no action \(action.type)")
      return
    }
    guard !action.opaque else {
      refuse(action.n, .undecodableAction, "opaque")
      return
    }
    var action = action
    if action.type == "add", let by = manners.byDefault {
      action.action = ["by": .number(action.action["by"]?.int ?? by)]
    }
    echo(action)
    switch action.type {
    case "add": next += ((action.action["by"] ?? action.action).int ?? 0) + manners.error
    case "draw", "gamble":
      if manners.errsIn.contains(action.n) { next += 1 }
      for _ in 0..<(manners.draws ? 1 : 0) {
        let recorded = inputs.first { $0.name == "random" }
        var drawn = recorded ?? InputLine(n: action.n, name: "random", value: 7)
        drawn.fresh = recorded == nil
        next += drawn.value.int ?? 0
        let answers = manners.answersActions || manners.answersInputs
        if answers, !manners.untoldInputs.contains(action.n) {
          replies.append(.line(.input(drawn)))
        }
      }
      isDead = action.type == "gamble" && next >= 50
      if isDead { return }
    case "throw": if manners.throwsErrors { line.threw = "Refused" }
    case "trap", "rich":
      if action.type == "rich" ? total < 1000 : manners.traps {
        isDead = true
        return
      }
    default: next = action.type == "outer" ? 4 : 5
    }
    let after: JSONValue = ["total": .number(next)]
    state = after
    line.content =
      manners.answersWholeOnly ? .whole(after) : .patch(JSONPatch(from: sent ?? .null, to: after))
    answer(line)
  }

  private func echo(_ action: ActionLine) {
    guard manners.answersActions else { return }
    var echoed = action
    if manners.losesAction { echoed.action = "lost" }
    replies.append(.line(.action(echoed)))
  }

  private func answer(_ line: StateLine) {
    sent = state
    replies.append(.line(.state(line)))
  }

  private func refuse(_ n: Int?, _ reason: HostError.Reason, _ message: String) {
    replies.append(.answer(.error(HostError(n: n, reason, message))))
  }
}

extension HostClient {
  /// A client of a counter in the same process.
  static func counter(_ alter: (inout CounterHost.Manners) -> Void = { _ in }) -> HostClient {
    var manners = CounterHost.Manners()
    alter(&manners)
    let final = manners
    return HostClient { () throws(HostFailure) in CounterHost(final) }
  }
}
