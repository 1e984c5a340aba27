import SessionFormat

/// What is on its way to a host: lines that it was not sent yet, and actions that it has not answered.
///
/// Answers come in the order of what was asked.
package struct PostedLines {
  /// What the host is to answer.
  enum Asked {
    /// A state that it is given, which it answers by that state alone.
    case given
    /// An action, which it answers as it encodes, and by the state that it leads to.
    case action
    /// An action that it need not say the encoding of.
    case briefAction
  }

  private var unsent: [UInt8] = []
  /// The actions from the first on that was not answered when all before were.
  private var actions: [Int] = []
  /// What is asked for by each of them.
  private var asked: [Asked] = []
  private var answered = 0
  /// The keys of states that the host is to keep, and which action was posted next behind each.
  private var holds: [(key: String, before: Int)] = []
  /// Whether the host is asked to answer actions by their numbers alone.
  private var isBrief = false
  /// Which actions were posted next behind requests for that, and are not answered yet.
  private var briefs: [Int] = []
  private var takesBrief = true

  private static let go = LineCoding.bytes(of: HostRequest.go.document, crc: false)

  /// How many actions are not answered yet.
  var count: Int { actions.count - answered }

  /// The actions and given states that are not answered yet.
  var unanswered: ArraySlice<Int> { actions[answered...] }

  /// The action whose answer comes next.
  var next: Int? { answered < actions.count ? actions[answered] : nil }

  /// What is asked for by what is answered next.
  var nextAsked: Asked { answered < asked.count ? asked[answered] : .action }

  /// The key of the state whose answer comes before that of the next action.
  var dueHold: String? {
    guard let hold = holds.first, hold.before <= answered else { return nil }
    return hold.key
  }

  /// Whether the host has been asked for brief answers since it answered the action before the next.
  var isBriefDue: Bool { briefs.first.map { $0 <= answered } ?? false }

  /// Adds an action.
  ///
  /// - Parameters:
  ///   - key: The key under which the state before it is to be kept.
  ///   - isBrief: Whether the host need not say how it encodes.
  ///   - isGiven: Whether it is no action but a state that the host is given.
  /// - Returns: How many bytes were added; none if the closure throws.
  mutating func add<E>(
    _ n: Int, behind key: String?, isBrief: Bool, isGiven: Bool,
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
    actions.append(n)
    asked.append(isGiven ? .given : self.isBrief ? .briefAction : .action)
    return unsent.count - start
  }

  private mutating func request(_ request: HostRequest) {
    unsent += LineCoding.bytes(of: request.document, crc: false)
  }

  /// The lines that were not sent yet, which then are.
  mutating func takeUnsent(thenGo: Bool) -> [UInt8] {
    if thenGo { unsent += Self.go }
    var lines: [UInt8] = []
    swap(&lines, &unsent)
    return lines
  }

  /// The key of a state that is kept only to see when the host comes to that request.
  package static let barrier = "barrier"

  /// Whether the host has such a request to answer.
  var hasBarrier: Bool { holds.contains { $0.key == Self.barrier } }

  /// Puts such a request behind all that was posted, which must have been sent; its lines.
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

  /// Notes that the host has kept the state that is due, or refused to.
  mutating func endHold() { holds.removeFirst() }

  /// Notes that the host refuses to answer briefly, for which it is not asked again.
  mutating func refuseBrief() {
    if !briefs.isEmpty { briefs.removeFirst() }
    (takesBrief, isBrief) = (false, false)
  }

  /// Forgets what was not answered, and what was not sent.
  mutating func forget() {
    for place in holds.indices { holds[place].before -= actions.count }
    briefs.removeAll()
    actions.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
    answered = 0
    unsent.removeAll(keepingCapacity: true)
  }
}
