import Inspector
import SessionFormat

/// A host in the same process that cannot encode a part of its state, like a type that lost its coding.
///
/// Its state is `{"client":…,"total":…}`. Every action NUMBER is added to the total. The client in a
/// range of states is only rendered. As the format requires, a patch lists its opaque places if they
/// differ from those of the state before.
final class RenderingHost: DocumentHost {
  struct Habits: Sendable {
    /// The states whose client is only rendered.
    var renders: ClosedRange<Int>
    var answersWholeOnly = false
    /// Added to the total by every action.
    var error = 0
  }

  let name = "rendering-host"
  private let habits: Habits
  private var replies: [HostReply] = []
  private var state: JSONValue = .null
  private var sent: (state: JSONValue, opaque: [String])?
  private var kept: ActionLine?
  private var held: [String: (state: JSONValue, sent: (state: JSONValue, opaque: [String])?)] = [:]

  init(_ habits: Habits) { self.habits = habits }

  func reply() throws(HostFailure) -> HostReply {
    guard !replies.isEmpty else { throw .silent(command: name, seconds: 1) }
    return replies.removeFirst()
  }

  func close() {}

  func take(_ line: SessionLine) {
    reduce()
    switch line {
    case .session(var header):
      header.id = "host"
      replies.append(.line(.session(header)))
    case .action(let action): kept = action
    case .unknown(let unknown):
      switch try? HostRequest(unknown) {
      case .reset(let n, let state)?:
        sent = nil
        self.state = state
        answer(n)
      case .hold(let key)?:
        held[key] = (state, sent)
        replies.append(.answer(.held(key: key, n: 0)))
      case .back(let key)?:
        guard let found = held[key] else { return }
        (state, sent) = found
        replies.append(.answer(.back(key: key, n: 0)))
      default: break
      }
    default: break
    }
  }

  private func reduce() {
    guard let action = kept else { return }
    kept = nil
    replies.append(.line(.action(action)))
    let total = (state["total"]?.int ?? 0) + (action.action.int ?? 0) + habits.error
    state = ["client": state["client"] ?? .null, "total": .number(total)]
    answer(action.n)
  }

  private func answer(_ n: Int) {
    var shown = state
    let opaque = habits.renders.contains(n) ? ["/client"] : []
    if !opaque.isEmpty {
      shown = ["client": .string("Client(0x\(n))"), "total": state["total"] ?? .null]
    }
    var line = StateLine(n: n, content: .whole(shown))
    if !opaque.isEmpty { line.opaque = opaque }
    if let sent, !habits.answersWholeOnly {
      line.content = .patch(JSONPatch(from: sent.state, to: shown))
      line.opaque = opaque == sent.opaque ? nil : opaque
    }
    sent = (shown, opaque)
    replies.append(.line(.state(line)))
  }
}

extension HostClient {
  /// A client of hosts that only render the client of some states.
  static func rendering(
    _ renders: ClosedRange<Int>, _ alter: (inout RenderingHost.Habits) -> Void = { _ in }
  ) -> HostClient {
    var habits = RenderingHost.Habits(renders: renders)
    alter(&habits)
    let final = habits
    return HostClient { () throws(HostFailure) in RenderingHost(final) }
  }
}
