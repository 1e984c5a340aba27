import SessionFormat

// What a host writes beside its answers.

extension HostClient {
  /// What was passed over while one answer was awaited.
  struct PassedOver {
    fileprivate var count = 0
    /// The first line of a number that is not due yet.
    fileprivate(set) var early: [UInt8]?
    /// The first state with the number that is due which does not seem to answer it.
    fileprivate(set) var seeming: [UInt8]?
    /// Whether the host may not answer what is due at all.
    fileprivate var isInDoubt: Bool { early != nil || seeming != nil }
  }

  /// Passes over a line that does not answer what is due.
  ///
  /// Behind one of a later number the answer may come, or none if the host numbers its answers in
  /// another way; behind a state with the number that is due, which came before the host said that it
  /// has the action, none may come either. So it is asked for something that is answered behind all that
  /// it was asked before.
  ///
  /// - Parameter seems: Whether it is a state that may be the answer after all.
  /// - Throws: ``HostFailure`` if that is a failure.
  func pass(
    _ line: [UInt8], _ number: Int, due n: Int, _ passed: inout PassedOver, seems: Bool = false
  ) throws(HostFailure) {
    guard surplus.passesOver(number) else {
      throw surplus.failure(of: name, line, number, due: n)
    }
    surplus.first = surplus.first ?? line
    if number < n, n != .max, case .state? = try? VerbatimLine.kind(of: line, from: name) {
      surplus.noteAgain(number)
    }
    passed.count += 1
    guard passed.count < Self.chatterLimit else { throw chatter() }
    if number > n, passed.early == nil {
      passed.early = line
    } else if seems, passed.seeming == nil {
      passed.seeming = line
    } else {
      return
    }
    if !posted.hasBarrier { try send(posted.addBarrier()) }
  }

  /// Takes note of the answer to a request for a state to be kept.
  ///
  /// - Returns: False if the reply is no such answer.
  /// - Throws: ``HostFailure`` if the host has passed over what was due before.
  func endHold(
    _ reply: HostReply, due n: Int, _ passed: PassedOver
  ) throws(HostFailure) -> Bool {
    let isRefusal: Bool
    switch reply {
    case .answer(.held(let key, _)) where posted.dueHold == nil || posted.dueHold == key:
      isRefusal = false
    case .answer(.error(let error)) where error.n != n && posted.dueHold != nil:
      isRefusal = true
    case .answer(.error(let error))
    where passed.isInDoubt && error.reason == HostError.Reason.notHeld.rawValue:
      isRefusal = true
    default: return false
    }
    guard let key = posted.dueHold else {
      if let line = passed.seeming {
        surplus.noteUntold(line, n, posted.nextAsked)
        throw surplus.failure(of: name)
      }
      guard let early = passed.early else { return false }
      throw surplus.failure(of: name, early, n + 1, due: n)
    }
    if isRefusal, key != PostedLines.barrier { refusesHolding = true }
    posted.endHold()
    return true
  }

  /// Waits for the answer to the request that stands behind all that was asked, if there is one.
  func endBarrier() throws(HostFailure) {
    guard posted.count == 0 else { return }
    var passed = PassedOver()
    while posted.hasBarrier {
      let (line, kind) = try receive(isNew: false, for: nil)
      if case .other(let reply) = kind {
        guard try endHold(reply, due: .max, passed) else { throw refusal(reply) }
      } else {
        try pass(line, kind.number ?? 0, due: .max, &passed)
      }
    }
  }

  /// Waits until the host comes to a request behind all that it was asked, so that what it writes
  /// beyond its last answer is seen.
  ///
  /// For hosts that are known to answer such a request, by keeping the state or by refusing to. One that
  /// fails at it is closed: it has answered all that matters.
  package func settle() {
    guard isOpen, aheadCount == 0 else { return }
    do throws(HostFailure) {
      if !posted.hasBarrier { try send(posted.addBarrier()) }
      try endBarrier()
    } catch { close() }
  }

  /// The reply to a line that is answered by state n, among lines that were not asked for.
  func askForState(_ n: Int, _ document: JSONValue) throws(HostFailure) -> HostReply {
    var line = try line(answering: document)
    var passed = PassedOver()
    while true {
      let kind = try VerbatimLine.kind(of: line, from: name)
      guard let number = kind.number ?? VerbatimLine.number(line), number != n else {
        let reply = try HostReply(line, from: name)
        guard let early = passed.early else { return reply }
        guard case .line(.state) = reply else {
          throw surplus.failure(of: name, early, n + 1, due: n)
        }
        try endBarrier()
        return reply
      }
      try pass(line, number, due: n, &passed)
      line = try receive(isNew: false, for: nil).line
    }
  }
}

extension HostError {
  /// Whether it refuses an action that comes before what is due: that one, or a state behind it.
  func isOf(before due: Int, _ asked: PostedLines.Asked) -> Bool {
    guard let n, reason != Reason.notHeld.rawValue else { return false }
    let isOfAction =
      reason == Reason.unknownAction.rawValue || reason == Reason.undecodableAction.rawValue
    return n < due || (n == due && asked == .given && isOfAction)
  }
}
