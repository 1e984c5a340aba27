public import SessionFormat

/// Drives a reducer host, one step at a time or several steps ahead of its answers.
///
/// It keeps the last state that the host sent, so it takes whole states and patches. After a host
/// crashed, it starts another with the next session. Not thread-safe.
public final class HostClient {
  /// The result of reducing one action.
  public struct Reduction: Equatable, Sendable {
    /// The action as the host encoded it; nil if the host does not return actions.
    public var action: ActionLine?
    /// The inputs that the reducer read.
    public var inputs: [InputLine]
    /// The state line as the host wrote it.
    public var line: StateLine
    /// The whole state.
    public var state: JSONValue
    /// The places of the state that the host could not encode, so that they are only rendered.
    public var opaque: [JSONPointer] = []
    /// Whether the host may be one that does not report inputs: it has reported none so far, and it
    /// writes no checksums either.
    public var leavesOutInputs = false
  }

  /// The most consecutive lines of kinds unknown to this version.
  static let chatterLimit = 10_000
  /// The most inputs of one action, far more than any reducer reads.
  static let inputLimit = 1_000_000

  private(set) var tellsInputs = false
  /// Whether a state from the host had a checksum.
  var writesChecksums = false
  /// Finds the place of a trap; nil if it is known anyway, or cannot be found.
  var crashBacktrace: CrashBacktrace?
  /// The host's name in messages.
  private(set) var name = ""
  /// The first line sent to the host.
  private(set) var opening: [UInt8] = []

  /// Whether every host is known in advance to be a separate process.
  var isOutOfProcess = false

  /// Gets reasons why the host may not fit the session; nil if the user named the host.
  package var misfit: HostMisfit?

  /// What the host writes for an action before its state, and the handling of unrequested states.
  package var surplus = SurplusStates()
  /// Notes on its processes, and on those of the clients that share its host.
  private(set) var noteList = HostNotes()

  /// The most actions that may be in flight at once.
  var mostAhead = 4096

  private let connect: () throws(HostFailure) -> any HostConnection
  var connection: (any HostConnection)?
  /// The last state from the host; patches are relative to it.
  var sent: JSONValue?
  /// The places of that state that are only rendered; a patch keeps them.
  var sentOpaque: [JSONPointer] = []
  /// The lines and actions in flight.
  var posted = InFlightRequests()
  /// Whether the host has refused a request, sent ahead, to keep a state.
  var refusesHolding = false
  /// Whether the host has answered a request to keep its state.
  private var knowsHolding = false
  /// The host's own header, once a session is open.
  public private(set) var header: SessionHeader?
  /// The header of the host opened last, even after it is closed.
  package private(set) var lastHeader: SessionHeader?
  private(set) var openings = 0
  /// What the host did between its last answer and its end, if it was left to exit.
  var left: HostLeaving?
  /// The host's answer to the last awaited action.
  var lastLines = HostLines()
  /// Whether the last awaited action is certainly what ended the host or keeps it silent: it was
  /// the only one in flight, or has begun.
  var isAttributable = true

  /// A client whose hosts are made by the given function when needed.
  package init(connect: @escaping () throws(HostFailure) -> any HostConnection) {
    self.connect = connect
  }

  deinit { connection?.close() }

  package var notes: [HostNote] {
    get { noteList.all }
    set { noteList.all = newValue }
  }

  /// A client of a program that behaves like this client's; both clients share their notes.
  func alike(
    _ command: HostCommand, patience: Int, interrupted: @escaping () -> Bool
  ) -> HostClient {
    HostClient(command, patience: patience, interrupted: interrupted).like(self)
  }

  /// A client of more hosts of the same kind; none is open yet.
  func another() -> HostClient { HostClient(connect: connect).like(self) }

  private func like(_ other: HostClient) -> HostClient {
    surplus = SurplusStates(like: other.surplus)
    noteList = other.noteList
    return self
  }

  /// A client of a program.
  ///
  /// - Parameters:
  ///   - command: The program to start.
  ///   - patience: The seconds that an answer may take.
  ///   - memory: The most bytes of memory for the program; unlimited if left out.
  ///   - interrupted: Called while an answer is awaited; true ends the wait.
  public convenience init(
    _ command: HostCommand, patience: Int = 60, memory: Int? = nil,
    interrupted: @escaping () -> Bool = { false }
  ) {
    #if os(macOS) || os(Linux)
      self.init { () throws(HostFailure) in
        try HostProcess(
          command, patience: patience, memory: memory, interrupted: interrupted)
      }
      isOutOfProcess = true
      crashBacktrace = CrashBacktrace(
        command, patience: patience, memory: memory, interrupted: interrupted)
    #else
      self.init { () throws(HostFailure) in
        throw .cannotStart(
          command: command.description, reason: "there are no child processes on this system")
      }
    #endif
  }

  /// Begins a session in a new host, which must accept the header.
  public func open(_ header: SessionHeader) throws(HostFailure) {
    // What a host that was left to exit did there is still to be noted.
    if left != nil { _ = leave() }
    close()
    openings += 1
    let connection = try connect()
    name = connection.name
    self.connection = connection
    (posted, refusesHolding) = (InFlightRequests(), false)
    (left, surplus.lastGiven) = (nil, nil)
    let document = SessionLine.session(header).document
    opening = LineCoding.bytes(of: document, crc: false)
    let reply = try ask(document)
    guard case .line(.session(let own)) = reply, own.store.hasSameBytes(as: header.store),
      own.version <= SessionHeader.version
    else { throw refusal(reply) }
    let needed = own.unknownRequirements
    if !needed.isEmpty {
      let names = ShortText.beginning(of: needed.joined(separator: ", "), 200)
      throw .nonsense(
        command: name, line: "session",
        reason: "it requires \(names) of its driver, which this version does not know")
    }
    (self.header, lastHeader) = (own, own)
    misfit?.look(at: own, for: header)
  }

  /// Ends the host.
  public func close() {
    connection?.close()
    connection = nil
    header = nil
    (sent, sentOpaque) = (nil, [])
    posted.forget()
  }

  /// Whether a host runs and has a session; a host that was left to exit takes no more requests.
  public var isOpen: Bool { header != nil && left == nil }

  /// Whether a trap of the reducer ends only the host; also false if none runs.
  public var runsInOwnProcess: Bool { connection?.runsInOwnProcess ?? false }

  /// Sets the host's current state.
  ///
  /// - Returns: The state as the host encoded it.
  public func reset(n: Int, to state: JSONValue) throws(HostFailure) -> JSONValue {
    let reply = try askForState(n, HostRequest.reset(n: n, state: state).document)
    if case .answer(.error(let error)) = reply { misfit?.refuses("state \(n)", error) }
    let answer = try whole(after: reply)
    guard answer.line.n == n else { throw refusal(reply) }
    (surplus.lastGiven, surplus.gaveBackOther) = (n, answer.state != state)
    misfit?.gaveBack(n, state, as: answer.state)
    return answer.state
  }

  /// Keeps the host's current state under a key.
  ///
  /// - Returns: False if the host keeps no states.
  public func hold(_ key: String) throws(HostFailure) -> Bool {
    // It takes no work; and a host that does not know the request may not answer at all.
    if !knowsHolding { connection?.hurry(within: 2) }
    defer { connection?.hurry(within: nil) }
    let reply = try ask(HostRequest.hold(key: key).document)
    knowsHolding = true
    switch reply {
    case .answer(.held(key, _)): return true
    case .answer(.error(let error)) where error.reason == HostError.Reason.notHeld.rawValue:
      return false
    default: throw refusal(reply)
    }
  }

  /// Makes a kept state the host's current one again.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - state: The kept state; the host's next patch is relative to it.
  ///   - opaque: Its places that are only rendered.
  /// - Returns: False if the host has no such state.
  public func back(
    to key: String, _ state: JSONValue, opaque: [JSONPointer] = []
  ) throws(HostFailure) -> Bool {
    let reply = try ask(HostRequest.back(key: key).document)
    switch reply {
    case .answer(.back(key, _)):
      (sent, sentOpaque) = (state, opaque)
      return true
    case .answer(.error(let error)) where error.reason == HostError.Reason.notHeld.rawValue:
      return false
    default: throw refusal(reply)
    }
  }

  /// Makes the host drop a kept state.
  public func drop(_ key: String) throws(HostFailure) {
    try send(LineCoding.bytes(of: HostRequest.drop(key: key).document, crc: false))
  }

  /// Reduces an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - inputs: The values that it reads.
  /// - Returns: The result.
  /// - Throws: ``HostFailure``; after `refused` the host is unchanged, after `died` it is gone.
  public func reduce(
    _ action: ActionLine, inputs: [InputLine]
  ) throws(HostFailure) -> Reduction {
    posted.add(action.n) { out in
      out += LineCoding.bytes(of: SessionLine.action(action).document, crc: false)
      for input in inputs {
        out += LineCoding.bytes(of: SessionLine.input(input).document, crc: false)
      }
    }
    return try reduction(of: try answer(), action.n)
  }

  // MARK: Ahead of the answers

  /// The host's answer to the first unanswered action.
  ///
  /// - Throws: ``HostFailure``; after `refused` the host continues with what was posted.
  func answer() throws(HostFailure) -> HostLines {
    guard let n = posted.next else { return HostLines() }
    isAttributable = posted.count == 1
    let unsent = posted.takeUnsent(thenGo: isAttributable)
    if !unsent.isEmpty { try send(unsent) }
    let asked = posted.nextAsked
    lastLines = HostLines()
    var passed = PassedOver()
    while true {
      // All lines for one action must come in the time of one answer.
      let (line, kind) = try receive(isNew: lastLines.isEmpty, for: n)
      if let number = kind.number, number != n {
        if let begun = kind.begun, begun < n, surplus.tookTooEarly(begun) {
          throw surplus.failure(of: name)
        }
        try pass(line, number, due: n, &passed)
        continue
      }
      switch kind {
      // It may say so only once, or it might never end.
      case .action where lastLines.hasBegun, .began where lastLines.hasBegun: throw repeated(line)
      case .action: (lastLines.action, lastLines.hasBegun) = (line, true)
      case .began: lastLines.hasBegun = true
      case .input:
        tellsInputs = true
        lastLines.inputs.append(line)
        guard lastLines.inputs.count < Self.inputLimit else { throw chatter(Self.inputLimit) }
      case .state where surplus.isSurplus(asked, hasBegun: lastLines.hasBegun):
        try pass(line, n, due: n, &passed, seems: true)
      case .state:
        surplus.took(line, n, asked, hasBegun: lastLines.hasBegun)
        lastLines.state = line
        let lines = lastLines
        posted.endNext()
        try endBarrier()
        return lines
      case .other(.answer(.error(let error))) where error.isOf(before: n, asked):
        try pass(line, error.n ?? n, due: n, &passed)
      case .other(let reply):
        if try !endHold(reply, due: n, passed) { try refuse(reply, due: n) }
      }
    }
  }

  /// Handles a reply that is not part of an answer.
  private func refuse(_ reply: HostReply, due n: Int) throws(HostFailure) {
    guard case .answer(.error(let error)) = reply else { throw refusal(reply) }
    if posted.isBriefDue, error.n == nil, !error.isNamed {
      // A host should have ignored the unknown request, and the protocol has no such reason.
      return posted.refuseBrief()
    }
    posted.endNext()
    try endBarrier()
    throw .refused(command: name, error)
  }

  /// Reads and ignores the answers to everything posted.
  func dropAhead() throws(HostFailure) {
    while posted.count > 0 {
      do throws(HostFailure) { _ = try answer() } catch {
        guard case .refused = error else { throw error }
      }
    }
    posted.forget()
  }

  /// Parses an answer, relative to the last state from the host.
  func reduction(of lines: HostLines, _ n: Int) throws(HostFailure) -> Reduction {
    var action: ActionLine?
    if let line = lines.action, case .line(.action(let read)) = try HostReply(line, from: name) {
      action = read
    }
    var inputs: [InputLine] = []
    for line in lines.inputs {
      if case .line(.input(let read)) = try HostReply(line, from: name) { inputs.append(read) }
    }
    let reply = try HostReply(lines.state, from: name)
    let (line, state) = try whole(after: reply)
    guard line.n == n else { throw refusal(reply) }
    // This project's hosts report everything optional, and write checksums.
    let isFull = tellsInputs || VerbatimLine.withoutChecksum(lines.state) != nil
    return Reduction(
      action: action, inputs: inputs, line: line, state: state, opaque: sentOpaque,
      leavesOutInputs: !isFull)
  }
}
