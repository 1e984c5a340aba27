import Inspector
import SessionFormat

/// The host of a ``DamageSample`` in the same process, which may go wrong on purpose.
final class SampleHost: DocumentHost {
  struct Habits: Sendable {
    /// Adds one more to the sum from this action on.
    var errsFrom: Int?
    /// Ends in the reducer of this action, in all hosts or only in the first.
    var diesIn: Int?
    /// Whether it dies only once, killed from outside.
    var diesOnce = false
    /// Refuses this action as unknown.
    var refuses: Int?
    /// Draws one more input in this action.
    var drawsMoreIn: Int?
    var answersActions = true
    var answersWholeOnly = false
    /// Leaves the names out of the states that it is given.
    var losesNames = false
  }

  /// Counts the hosts.
  final class Account { var hosts = 0 }

  let name = "sample-host"
  private let habits: Habits
  private let isFirst: Bool
  private var out: [HostReply] = []
  private var state: JSONValue = .null
  private var sent: JSONValue?
  private var kept: (ActionLine, [InputLine])?
  private var isDead = false

  init(_ habits: Habits, _ account: Account) {
    account.hosts += 1
    (self.habits, isFirst) = (habits, account.hosts == 1)
  }

  func take(_ line: SessionLine) {
    if isDead { return }
    if case .input = line {} else { reduce() }
    if isDead { return }
    switch line {
    case .session(var header):
      header.id = "host"
      out.append(.line(.session(header)))
    case .action(let action): kept = (action, [])
    case .input(let input): kept?.1.append(input)
    case .unknown(let unknown):
      guard case .reset(let n, let given)? = try? HostRequest(unknown) else { return }
      state = given
      if habits.losesNames { state = ["n": given["n"] ?? 0, "sum": given["sum"] ?? 0] }
      sent = state
      out.append(.line(.state(StateLine(n: n, content: .whole(state)))))
    default: break
    }
  }

  func reply() throws(HostFailure) -> HostReply {
    guard !out.isEmpty else {
      throw .died(
        HostDeath(
          command: name, action: nil, ending: .signal(habits.diesOnce ? 9 : 4), standardError: []))
    }
    return out.removeFirst()
  }

  func close() {}

  private func reduce() {
    guard let (action, inputs) = kept else { return }
    kept = nil
    let n = action.n
    if habits.refuses == n {
      out.append(.answer(.error(HostError(n: n, .unknownAction, "no such action"))))
      return
    }
    if habits.answersActions { out.append(.line(.action(action))) }
    if habits.diesIn == n, isFirst || !habits.diesOnce {
      isDead = true
      return
    }
    draw(n, inputs)
    let name = action.action["add"]?.string ?? ""
    let names = (state["names"]?.array ?? []).suffix(6).map { $0 } + [.string("\(name) \(n)")]
    var sum = n * n
    if let from = habits.errsFrom, n >= from { sum += 1 }
    let next: JSONValue = ["names": .array(names), "n": .number(n), "sum": .number(sum)]
    let content: StateContent =
      habits.answersWholeOnly ? .whole(next) : .patch(JSONPatch(from: sent ?? .null, to: next))
    (state, sent) = (next, next)
    out.append(.line(.state(StateLine(n: n, content: content))))
  }

  private func draw(_ n: Int, _ inputs: [InputLine]) {
    var count = n % 3 == 0 ? 1 : 0
    if habits.drawsMoreIn == n { count += 1 }
    guard habits.answersActions else { return }
    for place in 0..<count {
      var drawn = InputLine(n: n, name: "random", value: 4)
      drawn.fresh = place >= inputs.count
      if place < inputs.count { drawn.value = inputs[place].value }
      out.append(.line(.input(drawn)))
    }
  }
}

extension HostClient {
  /// A client of hosts of a sample in the same process.
  static func sample(
    _ account: SampleHost.Account = SampleHost.Account(),
    _ alter: (inout SampleHost.Habits) -> Void = { _ in }
  ) -> HostClient {
    var habits = SampleHost.Habits()
    alter(&habits)
    let final = habits
    return HostClient { () throws(HostFailure) in SampleHost(final, account) }
  }
}
