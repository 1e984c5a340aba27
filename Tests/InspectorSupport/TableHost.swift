import Inspector
import SessionFormat

/// A host in the same process with a table of states: whatever the action, it answers the state
/// under the action's number.
final class TableHost: DocumentHost {
  let name = "table host"
  private let states: [Int: JSONValue]
  private var replies: [HostReply] = []

  init(_ states: [Int: JSONValue]) { self.states = states }

  func take(_ line: SessionLine) {
    switch line {
    case .session(var header):
      header.id = "host"
      replies.append(.line(.session(header)))
    case .action(let action):
      replies.append(.line(.action(action)))
      let state = states[action.n] ?? .null
      replies.append(.line(.state(StateLine(n: action.n, content: .whole(state)))))
    case .unknown(let unknown):
      if case .reset(let n, let state)? = try? HostRequest(unknown) {
        replies.append(.line(.state(StateLine(n: n, content: .whole(state)))))
      }
    default: break
    }
  }

  func reply() throws(HostFailure) -> HostReply {
    guard !replies.isEmpty else { throw .silent(command: name, seconds: 1) }
    return replies.removeFirst()
  }

  func close() {}
}
