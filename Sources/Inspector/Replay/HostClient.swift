public import SessionFormat

/// Drives a reducer host step by step.
///
/// It knows the state that the host sent last, so it takes whole states and patches alike. After a
/// host died it starts another with the next session. Not thread-safe.
public final class HostClient {
  /// What reducing one action gave.
  public struct Reduction: Equatable, Sendable {
    /// The action as the host encoded it again; nil where the host answers no actions.
    public var action: ActionLine?
    /// The inputs that the reducer drew.
    public var inputs: [InputLine]
    /// The state line as the host wrote it.
    public var line: StateLine
    /// The whole state.
    public var state: JSONValue
  }

  private let connect: () throws(HostFailure) -> any HostConnection
  private var connection: (any HostConnection)?
  private var sent: JSONValue?
  /// The host's own header, once a session is open.
  public private(set) var header: SessionHeader?
  /// What the host answered for the action that it died in, before it died.
  public private(set) var lastWords: [SessionLine] = []

  /// A client of hosts that are made by the given function, when first needed.
  public init(connect: @escaping () throws(HostFailure) -> any HostConnection) {
    self.connect = connect
  }

  deinit { connection?.close() }

  /// A client of a program.
  ///
  /// - Parameters:
  ///   - command: What to start.
  ///   - patience: How many seconds an answer may take.
  ///   - interrupted: Asked while an answer is awaited; true ends the wait.
  public convenience init(
    _ command: HostCommand, patience: Int = 60, interrupted: @escaping () -> Bool = { false }
  ) {
    #if os(macOS) || os(Linux)
      self.init { () throws(HostFailure) in
        try HostProcess(command, patience: patience, interrupted: interrupted)
      }
    #else
      self.init { () throws(HostFailure) in
        throw .cannotStart(
          command: command.description, reason: "there are no child processes on this system")
      }
    #endif
  }

  /// Starts over with a session: a new host, which must accept the header.
  public func open(_ header: SessionHeader) throws(HostFailure) {
    close()
    let connection = try connect()
    self.connection = connection
    try send([SessionLine.session(header).document])
    let reply = try receive(for: nil)
    guard case .line(.session(let own)) = reply, own.store.hasSameBytes(as: header.store),
      own.version <= SessionHeader.version
    else { throw refusal(reply, connection.name) }
    self.header = own
  }

  /// Ends the host.
  public func close() {
    connection?.close()
    connection = nil
    header = nil
    sent = nil
  }

  /// Whether a host is running and has a session.
  public var isOpen: Bool { header != nil }

  /// Whether a trap of the reducer ends the host alone; false also where none is running.
  public var isSeparate: Bool { connection?.isSeparate ?? false }

  /// Makes a state the host's current one.
  ///
  /// - Returns: The state as the host encoded it again.
  public func reset(n: Int, to state: JSONValue) throws(HostFailure) -> JSONValue {
    try send([HostRequest.reset(n: n, state: state).document])
    let reply = try receive(for: nil)
    let answer = try whole(after: reply)
    guard answer.line.n == n else { throw refusal(reply, connection?.name ?? "") }
    return answer.state
  }

  /// Reduces an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - inputs: The values for it to draw.
  /// - Returns: The result.
  /// - Throws: ``HostFailure``; `refused` leaves the host as it was, `died` ends it.
  public func reduce(
    _ action: ActionLine, inputs: [InputLine]
  ) throws(HostFailure) -> Reduction {
    lastWords = []
    let lines = [SessionLine.action(action)] + inputs.map(SessionLine.input)
    try send(lines.map(\.document) + [HostRequest.go.document])
    var answered: ActionLine?
    var drawn: [InputLine] = []
    while true {
      let reply = try receive(for: action.n)
      switch reply {
      case .line(.action(let line)):
        answered = line
        lastWords.append(.action(line))
      case .line(.input(let line)):
        drawn.append(line)
        lastWords.append(.input(line))
      default:
        let (line, state) = try whole(after: reply)
        guard line.n == action.n else { throw refusal(reply, connection?.name ?? "") }
        return Reduction(action: answered, inputs: drawn, line: line, state: state)
      }
    }
  }

  private func send(_ lines: [JSONValue]) throws(HostFailure) {
    guard let connection else {
      throw .cannotStart(command: "host", reason: "no session is open")
    }
    try connection.send(lines)
  }

  private func receive(for action: Int?) throws(HostFailure) -> HostReply {
    guard let connection else {
      throw .cannotStart(command: "host", reason: "no session is open")
    }
    do {
      while true {
        let reply = try connection.receive()
        // Kinds that this version does not know are skipped, as in a file.
        if case .line(.unknown) = reply { continue }
        return reply
      }
    } catch {
      if case .refused = error { throw error }
      close()
      guard case .died(let death) = error else { throw error }
      throw .died(
        HostDeath(
          command: death.command, action: action, ending: death.ending,
          standardError: death.standardError))
    }
  }

  private func whole(
    after reply: HostReply
  ) throws(HostFailure) -> (line: StateLine, state: JSONValue) {
    let name = connection?.name ?? ""
    guard case .line(.state(let line)) = reply else { throw refusal(reply, name) }
    do {
      let state = try line.content.state(after: sent ?? .null)
      sent = state
      return (line, state)
    } catch {
      throw .nonsense(command: name, line: "state \(line.n)", reason: error.description)
    }
  }

  private func refusal(_ reply: HostReply, _ name: String) -> HostFailure {
    switch reply {
    case .answer(.error(let error)): return .refused(command: name, error)
    case .answer(let answer): return unexpected(answer.document, name)
    case .line(let line): return unexpected(line.document, name)
    }
  }

  private func unexpected(_ document: JSONValue, _ name: String) -> HostFailure {
    .nonsense(
      command: name, line: String(document.description.prefix(80)),
      reason: "another answer was due")
  }
}
