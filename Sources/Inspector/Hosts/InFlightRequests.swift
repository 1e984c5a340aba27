import SessionFormat

/// What is in flight to a host: unsent lines, and unanswered actions.
///
/// Answers come in the order of the requests.
package struct InFlightRequests {
  /// What a host has to answer.
  enum Asked {
    /// A given state, answered only by that state.
    case given
    /// An action, answered by its encoding and by the resulting state.
    case action
    /// An action whose encoding may be left out.
    case briefAction
  }

  private var unsent: [UInt8] = []
  /// The actions since everything was last answered, and the kind of request for each of them.
  private var actions: [(n: Int, asked: Asked)] = []
  private var answered = 0
  /// The keys of states to be kept, each with the action posted next.
  private var holds: [(key: String, before: Int)] = []
  /// Whether the host is asked for brief answers, with action numbers only.
  private var isBrief = false
  /// The actions posted next after requests to change that, while unanswered.
  private var briefs: [Int] = []
  private var takesBrief = true

  private static let go = LineCoding.bytes(of: HostRequest.go.document, crc: false)

  var count: Int { actions.count - answered }

  var unanswered: [Int] { actions[answered...].map(\.n) }

  var next: Int? { answered < actions.count ? actions[answered].n : nil }

  var nextAsked: Asked { answered < actions.count ? actions[answered].asked : .action }

  /// The key of the state whose answer comes before that of the next action.
  var dueHold: String? {
    guard let hold = holds.first, hold.before <= answered else { return nil }
    return hold.key
  }

  /// Whether a request about brief answers was sent since the last answer.
  var isBriefDue: Bool { briefs.first.map { $0 <= answered } ?? false }

  /// Adds an action, which is sent without waiting for the answers to those before.
  ///
  /// - Parameters:
  ///   - key: The key under which to keep the state before it.
  ///   - isBrief: Whether the host may leave out how it encodes.
  ///   - isGiven: Whether it is a state given to the host, not an action.
  ///   - write: Appends its line and those of its inputs, with their line feeds.
  /// - Returns: The number of bytes added; none if the closure throws.
  @discardableResult
  mutating func add<E>(
    _ n: Int, behind key: String? = nil, isBrief: Bool = false, isGiven: Bool = false,
    _ write: (inout [UInt8]) throws(E) -> Void
  ) throws(E) -> Int {
    let start = unsent.count
    let changes = isBrief != self.isBrief && takesBrief
    if changes { request(.brief(isBrief)) }
    if let key { request(.hold(key: key)) }
    do throws(E) { try write(&unsent) } catch {
      unsent.removeLast(unsent.count - start)
      throw error
    }
    if changes {
      self.isBrief = isBrief
      briefs.append(actions.count)
    }
    if let key { holds.append((key, before: actions.count)) }
    actions.append((n, isGiven ? .given : self.isBrief ? .briefAction : .action))
    return unsent.count - start
  }

  private mutating func request(_ request: HostRequest) {
    unsent += LineCoding.bytes(of: request.document, crc: false)
  }

  /// Takes the unsent lines; they count as sent from now on.
  mutating func takeUnsent(thenGo: Bool) -> [UInt8] {
    if thenGo { unsent += Self.go }
    var lines: [UInt8] = []
    swap(&lines, &unsent)
    return lines
  }

  /// The key of a state that is kept only to see when the host reaches that request.
  package static let barrier = "barrier"

  /// Whether the host has such a request to answer.
  var hasBarrier: Bool { holds.contains { $0.key == Self.barrier } }

  /// Adds such a request after everything posted, which must have been sent; returns its lines.
  mutating func addBarrier() -> [UInt8] {
    holds.append((Self.barrier, before: actions.count))
    return [HostRequest.hold(key: Self.barrier), .drop(key: Self.barrier)].flatMap { request in
      LineCoding.bytes(of: request.document, crc: false)
    }
  }

  /// Notes that the next action was answered.
  mutating func endNext() {
    while isBriefDue { briefs.removeFirst() }
    answered += 1
    if answered == actions.count { forget() }
  }

  /// Notes that the host has kept the due state, or refused to.
  mutating func endHold() { holds.removeFirst() }

  /// Notes that the host refuses brief answers; it is not asked again.
  mutating func refuseBrief() {
    if !briefs.isEmpty { briefs.removeFirst() }
    (takesBrief, isBrief) = (false, false)
  }

  /// Forgets what is unanswered or unsent.
  mutating func forget() {
    for place in holds.indices { holds[place].before -= actions.count }
    briefs.removeAll()
    actions.removeAll(keepingCapacity: true)
    answered = 0
    unsent.removeAll(keepingCapacity: true)
  }
}
