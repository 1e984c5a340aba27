import SessionFormat

// Lines that a host writes in addition to its answers.

extension HostClient {
  /// The lines skipped while one answer was awaited.
  struct PassedOver {
    fileprivate var count = 0
    /// The first line with a number that is not due yet.
    fileprivate(set) var early: [UInt8]?
    /// The first state with the due number that does not seem to be the answer.
    fileprivate(set) var seeming: [UInt8]?
    /// Whether the host may never answer what is due.
    fileprivate var isInDoubt: Bool { early != nil || seeming != nil }
  }

  /// Skips a line that does not answer what is due.
  ///
  /// After a line with a later number, the answer may still come, or not, if the host numbers its
  /// answers differently. It may not come either after a state with the due number that preceded
  /// the host's report that it has the action. So the host is sent a request that it answers after
  /// all earlier ones.
  ///
  /// - Parameter seems: Whether it is a state that may still be the answer.
  /// - Throws: ``HostFailure`` if the line is a failure.
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

  /// Notes the answer to a request to keep a state.
  ///
  /// - Returns: False if the reply is not such an answer.
  /// - Throws: ``HostFailure`` if the host has skipped something that was due before.
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
    if isRefusal, key != InFlightRequests.barrier { refusesHolding = true }
    posted.endHold()
    return true
  }

  /// Waits for the answer to the request after all others, if there is one.
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

  /// Waits until the host reaches a request after all others, so that lines after its last answer
  /// are seen.
  ///
  /// For hosts known to answer such a request, by keeping the state or refusing to. A host that
  /// fails at it is closed: it has answered everything that matters.
  package func settle() {
    guard isOpen, posted.count == 0 else { return }
    do throws(HostFailure) {
      if !posted.hasBarrier { try send(posted.addBarrier()) }
      try endBarrier()
    } catch { close() }
  }

  /// The reply to a line that is answered by state n, after skipping unrequested lines.
  func askForState(_ n: Int, _ document: JSONValue) throws(HostFailure) -> HostReply {
    var (line, kind) = try line(answering: document)
    var passed = PassedOver()
    while true {
      guard let number = kind.number, number != n else {
        let reply = try HostReply(line, from: name)
        guard let early = passed.early else { return reply }
        guard case .line(.state) = reply else {
          throw surplus.failure(of: name, early, n + 1, due: n)
        }
        try endBarrier()
        return reply
      }
      try pass(line, number, due: n, &passed)
      (line, kind) = try receive(isNew: false, for: nil)
    }
  }
}

extension HostError {
  /// Whether it refuses an action before what is due: an earlier one, or n if state n is due.
  func isOf(before due: Int, _ asked: InFlightRequests.Asked) -> Bool {
    guard let n, reason != Reason.notHeld.rawValue else { return false }
    let isOfAction =
      reason == Reason.unknownAction.rawValue || reason == Reason.undecodableAction.rawValue
    return n < due || (n == due && asked == .given && isOfAction)
  }
}
