import SessionFormat

/// Brings a host to a recorded step by all actions up to it, for hosts that a recorded state does
/// not bring there: what they hold beside their state, or lose of it in coding, counts as well.
struct PrefixReplay {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  private static let mostAhead = 1024

  init(_ session: Session, _ host: HostClient, _ interrupted: @escaping () -> Bool) {
    (self.session, self.host, self.interrupted) = (session, host, interrupted)
  }

  /// Reduces all recorded actions up to one; the state that the host then has.
  func run(through last: Int) throws(HostFailure) -> JSONValue {
    var state = try host.reset(
      n: session.first,
      to: try read { () throws(InspectorError) in try session.state(session.first) }
    )
    var (n, posted) = (session.first, session.first)
    while n < last {
      if interrupted() { throw .interrupted }
      if posted == n {
        let changes = try read { () throws(InspectorError) in try session.leavings(n) }
        for change in changes { state = try host.reset(n: n, to: change.state) }
      }
      while posted < last, posted - n < Self.mostAhead,
        posted == n || session.steps.outsides[posted] == nil
      {
        var lines: [UInt8] = []
        try read { () throws(InspectorError) in
          try session.addLines(ofAction: posted + 1, as: posted + 1, to: &lines)
        }
        posted += 1
        host.post(posted) { $0 += lines }
      }
      n += 1
      state = try host.reduction(of: try host.answer(), n).state
    }
    return state
  }

  private func read<T>(_ body: () throws(InspectorError) -> T) throws(HostFailure) -> T {
    do throws(InspectorError) { return try body() } catch {
      throw .nonsense(command: "recording", line: "action", reason: error.description)
    }
  }
}
