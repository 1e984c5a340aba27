import Inspector
import SessionFormat

/// A host in the same process that goes wrong at a chosen step.
///
/// Its state is `{"value":…,"pad":…}`; every action `{"add":…}` adds.
final class DriftingHost: DocumentHost {
  struct Habits {
    /// Adds one more from this action on.
    var driftsFrom: Int?
    /// Ends in the reducer of this action.
    var diesIn: Int?
    /// Refuses this action as unknown.
    var refuses: Int?
    /// Cannot decode this state.
    var refusesState: Int?
    /// Throws in this action.
    var throwsIn: Int?
  }

  let name = "counter host"
  var hasChecksums: Bool { true }
  private let habits: Habits
  private var out: [HostReply] = []
  private var state: JSONValue = .null
  private var kept: ActionLine?
  private(set) var isDead = false

  init(_ habits: Habits = Habits()) { self.habits = habits }

  func take(_ line: SessionLine) {
    if isDead { return }
    reduce()
    if isDead { return }
    switch line {
    case .session(var header):
      header.id = "host"
      out.append(.line(.session(header)))
    case .action(let action): kept = action
    case .unknown(let unknown):
      if case .reset(let n, let state)? = try? HostRequest(unknown) {
        if habits.refusesState == n {
          let message = "state \(n): /token: no such token"
          out.append(.answer(.error(HostError(n: n, .undecodableState, message))))
          return
        }
        self.state = state
        let answered = StateLine(n: n, content: .whole(state))
        out.append(.line(.state(answered)))
      }
    default: break
    }
  }

  func reply() throws(HostFailure) -> HostReply {
    guard !out.isEmpty else {
      let death = HostDeath(
        command: name, action: nil, ending: .signal(4), standardError: ["last words"])
      throw isDead ? .died(death) : .silent(command: name, seconds: 1)
    }
    return out.removeFirst()
  }

  func close() {}

  private func reduce() {
    guard let action = kept else { return }
    kept = nil
    if habits.refuses == action.n {
      out.append(.answer(.error(HostError(n: action.n, .unknownAction, "no such action"))))
      return
    }
    out.append(.line(.action(action)))
    if habits.diesIn == action.n {
      isDead = true
      return
    }
    var value = (state["value"]?.int ?? 0) + (action.action["add"]?.int ?? 0)
    if let from = habits.driftsFrom, action.n >= from { value += 1 }
    state = ["value": .number(value), "pad": state["pad"] ?? .null]
    var line = StateLine(n: action.n, content: .whole(state))
    if habits.throwsIn == action.n { line.threw = "overflow" }
    out.append(.line(.state(line)))
  }
}
