public import SessionFormat

/// Drives a reducer host, one step at a time or several steps ahead of its answers.
///
/// It knows the state that the host sent last, so it takes whole states and patches alike. After a
/// host died it starts another with the next session. Not thread-safe.
public final class HostClient {
  /// What reducing one action gave.
  public struct Reduction: Equatable, Sendable {
    /// The action as the host encoded it again; nil if the host answers no actions.
    public var action: ActionLine?
    /// The inputs that the reducer drew.
    public var inputs: [InputLine]
    /// The state line as the host wrote it.
    public var line: StateLine
    /// The whole state.
    public var state: JSONValue
    /// The places of it that the host could not encode, so that they are only rendered.
    public var opaque: [JSONPointer] = []
    /// Whether the host has answered no input so far and, as it writes no checksums either, may be one
    /// that leaves them out.
    public var leavesOutInputs = false
  }

  /// The most lines in a row that no protocol of this version knows.
  static let chatterLimit = 10_000
  /// The most inputs of one action, far more than any reducer draws.
  static let inputLimit = 1_000_000

  /// Whether it has answered an input.
  private(set) var tellsInputs = false
  /// Whether a state that it answered had a checksum.
  var writesChecksums = false
  /// How the place of a trap is found out; nil if that is known without, or not at all.
  var autopsy: Autopsy?
  /// What the host that was started last is called.
  private(set) var lastName = ""
  /// The first line that the host was sent.
  private(set) var opening: [UInt8] = []

  /// Whether each host is known beforehand to be a process of its own.
  var isElsewhere = false

  /// Hears why the host may be the wrong one for the session; nil for a host that was named.
  package var misfit: HostMisfit?

  /// What the host says of an action before its state, and what comes of states that it says unasked.
  package var surplus = SurplusStates()
  /// What its processes, and those that it shares a host with, did beside their answers.
  private(set) var noteList = HostNotes()

  /// How many actions may be on their way to the host at once.
  var mostAhead = 4096

  private let connect: () throws(HostFailure) -> any HostConnection
  var connection: (any HostConnection)?
  /// The state that the host sent last; patches are made against it.
  var sent: JSONValue?
  /// The places of that state that are only rendered, as a patch leaves them.
  var sentOpaque: [JSONPointer] = []
  /// What is on its way to the host.
  var posted = PostedLines()
  /// Whether it has refused to keep a state that it was asked for ahead.
  var refusesHolding = false
  /// The host's own header, once a session is open.
  public private(set) var header: SessionHeader?
  /// The header of the host that was opened last, also once it is closed.
  package private(set) var lastHeader: SessionHeader?
  /// How many hosts were started.
  private(set) var openings = 0
  /// What it did between its last answer and its end, where it was seen to leave.
  var left: HostLeaving?
  /// What the host answered to the action that was awaited last.
  var lastLines = HostLines()
  /// Whether what ended the host, or keeps it silent, is the action that was awaited last: it was the
  /// only one on its way, or has begun.
  var isCertain = true

  /// A client of hosts that are made by the given function, when first needed.
  package init(connect: @escaping () throws(HostFailure) -> any HostConnection) {
    self.connect = connect
  }

  deinit { connection?.close() }

  package var notes: [HostNote] {
    get { noteList.all }
    set { noteList.all = newValue }
  }

  /// A client of a program that behaves as this one's does, and whose notes are noted with those of this
  /// one.
  func alike(
    _ command: HostCommand, patience: Int, interrupted: @escaping () -> Bool
  ) -> HostClient {
    let client = HostClient(command, patience: patience, interrupted: interrupted)
    client.surplus = SurplusStates(like: surplus)
    client.noteList = noteList
    return client
  }

  /// A client of further hosts of the same kind, with none open.
  func another() -> HostClient {
    let client = HostClient(connect: connect)
    client.surplus = SurplusStates(like: surplus)
    client.noteList = noteList
    return client
  }

  /// A client of a program.
  ///
  /// - Parameters:
  ///   - command: What to start.
  ///   - patience: How many seconds an answer may take.
  ///   - memory: How many bytes of memory the program may take; as many as there are if left out.
  ///   - interrupted: Asked while an answer is awaited; true ends the wait.
  public convenience init(
    _ command: HostCommand, patience: Int = 60, memory: Int? = nil,
    interrupted: @escaping () -> Bool = { false }
  ) {
    #if os(macOS) || os(Linux)
      self.init { () throws(HostFailure) in
        try HostProcess(
          command, patience: patience, memory: memory, interrupted: interrupted)
      }
      isElsewhere = true
      autopsy = Autopsy(command, patience: patience, memory: memory, interrupted: interrupted)
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
    openings += 1
    let connection = try connect()
    lastName = connection.name
    self.connection = connection
    (posted, refusesHolding) = (PostedLines(), false)
    (left, surplus.lastGiven) = (nil, nil)
    let document = SessionLine.session(header).document
    opening = LineCoding.bytes(of: document, crc: false)
    let reply = try ask(document)
    guard case .line(.session(let own)) = reply, own.store.hasSameBytes(as: header.store),
      own.version <= SessionHeader.version
    else { throw refusal(reply) }
    if let needed = own.requires, !needed.isEmpty {
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

  /// Whether a host is running and has a session.
  public var isOpen: Bool { header != nil }

  /// Whether a trap of the reducer ends the host alone; false also if none is running.
  public var isSeparate: Bool { connection?.isSeparate ?? false }

  /// Makes a state the host's current one.
  ///
  /// - Returns: The state as the host encoded it again.
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
  /// - Returns: False if the host keeps nothing.
  public func hold(_ key: String) throws(HostFailure) -> Bool {
    let reply = try ask(HostRequest.hold(key: key).document)
    switch reply {
    case .answer(.held(key, _)): return true
    case .answer(.error(let error)) where error.reason == HostError.Reason.notHeld.rawValue:
      return false
    default: throw refusal(reply)
    }
  }

  /// Makes a kept state the host's current one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - state: The kept state, against which the host's next patch is made.
  ///   - opaque: The places of it that are only rendered.
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

  /// Lets the host forget a kept state.
  public func drop(_ key: String) throws(HostFailure) {
    try send(LineCoding.bytes(of: HostRequest.drop(key: key).document, crc: false))
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
    post(action.n) { out in
      out += LineCoding.bytes(of: SessionLine.action(action).document, crc: false)
      for input in inputs {
        out += LineCoding.bytes(of: SessionLine.input(input).document, crc: false)
      }
    }
    return try reduction(of: try answer(), action.n)
  }

  // MARK: Ahead of the answers

  /// How many actions were posted and not answered yet.
  var aheadCount: Int { posted.count }

  /// The action whose answer comes next.
  var nextAnswered: Int? { posted.next }

  /// Puts an action on its way, without waiting for its answer.
  ///
  /// - Parameters:
  ///   - key: The key under which the host is to keep the state before it.
  ///   - isBrief: Whether the host need not say how the action encodes.
  ///   - isGiven: Whether it is no action but a state that the host is given.
  ///   - write: Appends its line and those of its inputs, with their line feeds.
  /// - Returns: How many bytes were put on their way; none if the closure throws.
  @discardableResult
  func post<E>(
    _ n: Int, behind key: String? = nil, isBrief: Bool = false, isGiven: Bool = false,
    _ write: (inout [UInt8]) throws(E) -> Void
  ) throws(E) -> Int {
    try posted.add(n, behind: key, isBrief: isBrief, isGiven: isGiven, write)
  }

  /// What the host answers to the first action that it has not answered yet.
  ///
  /// - Throws: ``HostFailure``; after `refused` the host goes on with what was posted.
  func answer() throws(HostFailure) -> HostLines {
    guard let n = posted.next else { return HostLines() }
    isCertain = posted.count == 1
    let unsent = posted.takeUnsent(thenGo: isCertain)
    if !unsent.isEmpty { try send(unsent) }
    let asked = posted.nextAsked
    lastLines = HostLines()
    var passed = PassedOver()
    while true {
      // All that is said of one action must come in the time of one answer.
      let (line, kind) = try receive(isNew: lastLines.isEmpty, for: n)
      if let number = kind.number ?? VerbatimLine.number(line), number != n {
        if kind.isBeginning, surplus.tookTooEarly(line, due: n) {
          throw surplus.failure(of: name)
        }
        try pass(line, number, due: n, &passed)
        continue
      }
      switch kind {
      // It says so once, or it might never come to an end.
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

  /// What becomes of a reply that is no part of an answer.
  private func refuse(_ reply: HostReply, due n: Int) throws(HostFailure) {
    guard case .answer(.error(let error)) = reply else { throw refusal(reply) }
    if posted.isBriefDue, error.n == nil, !error.isNamed {
      // A host that should have passed over a word that it does not know, and for which the protocol
      // has no reason.
      return posted.refuseBrief()
    }
    posted.endNext()
    try endBarrier()
    throw .refused(command: name, error)
  }

  /// Passes over the answers to all that was posted.
  func dropAhead() throws(HostFailure) {
    while posted.count > 0 {
      do throws(HostFailure) { _ = try answer() } catch {
        guard case .refused = error else { throw error }
      }
    }
    posted.forget()
  }

  /// What answered lines mean, against the state that the host sent last.
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
    // Hosts of this project answer all that they may, and write checksums.
    let isFull = tellsInputs || VerbatimLine.withoutChecksum(lines.state) != nil
    return Reduction(
      action: action, inputs: inputs, line: line, state: state, opaque: sentOpaque,
      leavesOutInputs: !isFull)
  }
}
