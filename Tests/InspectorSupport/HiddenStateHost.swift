import Inspector
import SessionFormat

/// A host in the same process that holds more than its encoded state, or varies by its mood.
///
/// Its state is `{"total":…}`. `arm` sets a value outside the state; `fire` makes the total 99 if
/// that is set; `add` adds one.
final class HiddenStateHost: DocumentHost {
  let name = "hidden-host"
  private var replies: [HostReply] = []
  private var total = 0
  private var isArmed = false
  private var kept: ActionLine?
  /// Added by every `add`.
  private let mood: Int

  init(mood: Int = 0) { self.mood = mood }

  func take(_ line: SessionLine) {
    if let action = kept { reduce(action) }
    switch line {
    case .session(var own):
      own.id = "host"
      replies.append(.line(.session(own)))
    case .action(let action): kept = action
    case .unknown(let unknown):
      guard case .reset(let n, let state)? = try? HostRequest(unknown) else { return }
      total = state["total"]?.int ?? 0
      answer(n)
    default: break
    }
  }

  func reply() throws(HostFailure) -> HostReply {
    guard !replies.isEmpty else { throw .silent(command: name, seconds: 1) }
    return replies.removeFirst()
  }

  func close() {}

  private func reduce(_ action: ActionLine) {
    kept = nil
    switch action.type {
    case "arm": isArmed = true
    case "fire": if isArmed { total = 99 }
    default: total += 1 + mood
    }
    replies.append(.line(.action(action)))
    answer(action.n)
  }

  private func answer(_ n: Int) {
    let line = StateLine(n: n, content: .whole(["total": .number(total)]))
    replies.append(.line(.state(line)))
  }
}

extension SessionBuilder {
  /// A session of that host.
  ///
  /// - Parameter lastTotal: The recorded total of the last action, in place of the actual one.
  static func hidden(_ types: [String], lastTotal: Int? = nil) -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    var (total, isArmed) = (0, false)
    for (place, type) in types.enumerated() {
      switch type {
      case "arm": isArmed = true
      case "fire": if isArmed { total = 99 }
      default: total += 1
      }
      if let lastTotal, place == types.count - 1 { total = lastTotal }
      builder.action(place + 1, type, .string(type))
      builder.patch(place + 1, to: ["total": .number(total)])
    }
    builder.end(types.count)
    return builder
  }
}
