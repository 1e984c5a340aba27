import SessionFormat

@testable import Inspector

/// A host for a counter in the same process, with faults to order.
final class CounterHost: HostConnection {
  struct Habits {
    /// Answers `action` and `input` lines, as a host of this project does.
    var answersActions = true
    /// Answers patches, not whole states.
    var patches = false
    /// Adds one more from this action on.
    var driftsFrom: Int?
    /// Ends in the reducer of this action.
    var diesIn: Int?
    /// Answers a reset with a number that is this much too high.
    var resetOffset = 0
    /// Says that it is for this store.
    var store: String?
    /// Says something of a later version before every answer.
    var chatters = false
    /// How it ends there.
    var endsWith = HostDeath.Ending.signal(4)
    /// Does not know this action.
    var refuses: Int?
    /// Cannot decode this state.
    var refusesState: Int?
    /// Draws the input `bonus` in every action.
    var draws = false
    /// Throws in this action.
    var throwsIn: Int?
  }

  let name = "counter host"
  private let habits: Habits
  private var out: [HostReply] = []
  private var state: JSONValue = .null
  private var kept: ActionLine?
  private var inputs: [InputLine] = []
  private(set) var isDead = false

  init(_ habits: Habits = Habits()) { self.habits = habits }

  func send(_ lines: [JSONValue]) throws(HostFailure) {
    for line in lines {
      guard let read = try? SessionLine(line) else { continue }
      if case .input(let input) = read {
        inputs.append(input)
        continue
      }
      reduce()
      switch read {
      case .session(var header):
        header.id = "host"
        header.store = habits.store ?? header.store
        out.append(.line(.session(header)))
      case .action(let action): kept = action
      case .unknown(let unknown):
        if case .reset(let n, let state)? = try? HostRequest(unknown) {
          if habits.refusesState == n {
            let message = "state \(n): /token: no such token"
            out.append(.answer(.error(HostError(n: n, .undecodableState, message))))
            continue
          }
          self.state = state
          let answered = StateLine(n: n + habits.resetOffset, content: .whole(state))
          if habits.chatters, let line = try? SessionLine(["kind": "future", "n": 1]) {
            out.append(.line(line))
          }
          out.append(.line(.state(answered)))
        }
      default: break
      }
    }
  }

  func receive() throws(HostFailure) -> HostReply {
    guard !out.isEmpty else {
      let death = HostDeath(
        command: name, action: nil, ending: habits.endsWith, standardError: ["last words"])
      throw isDead ? .died(death) : .silent(command: name, seconds: 1)
    }
    return out.removeFirst()
  }

  func close() {}

  private func reduce() {
    guard let action = kept else { return }
    defer {
      kept = nil
      inputs = []
    }
    if habits.refuses == action.n {
      out.append(.answer(.error(HostError(n: action.n, .unknownAction, "no such action"))))
      return
    }
    if habits.answersActions { out.append(.line(.action(action))) }
    if habits.diesIn == action.n {
      isDead = true
      return
    }
    var value = (state["value"]?.int ?? 0) + (action.action["add"]?.int ?? 0)
    if habits.draws {
      var input = InputLine(n: action.n, name: "bonus", value: inputs.first?.value ?? 100)
      input.fresh = inputs.isEmpty
      value += input.value.int ?? 0
      out.append(.line(.input(input)))
    }
    if let from = habits.driftsFrom, action.n >= from { value += 1 }
    let before = state
    state = ["value": .number(value), "pad": state["pad"] ?? .null]
    let content: StateContent =
      habits.patches ? .patch(JSONPatch(from: before, to: state)) : .whole(state)
    var line = StateLine(n: action.n, content: content)
    if habits.throwsIn == action.n { line.threw = "overflow" }
    out.append(.line(.state(line)))
  }
}
