public import SessionFormat

// Lines to and from the host.

extension HostClient {
  /// The reply to a line that is answered at once.
  func ask(_ document: JSONValue) throws(HostFailure) -> HostReply {
    try HostReply(try line(answering: document).line, from: name)
  }

  func line(
    answering document: JSONValue
  ) throws(HostFailure) -> (line: [UInt8], kind: VerbatimLine.Kind) {
    let request = LineCoding.bytes(of: document, crc: false)
    try send(request)
    do throws(HostFailure) { return try receive(isNew: true, for: nil) } catch {
      throw explained(error, by: request)
    }
  }

  func send(_ lines: [UInt8]) throws(HostFailure) { try opened().send(lines) }

  private func opened() throws(HostFailure) -> any HostConnection {
    guard let connection else {
      throw .cannotStart(command: "host", reason: "no session is open")
    }
    return connection
  }

  /// The next line of a kind that this version knows, and that kind.
  func receive(
    isNew: Bool, for action: Int?
  ) throws(HostFailure) -> (line: [UInt8], kind: VerbatimLine.Kind) {
    let connection = try opened()
    do throws(HostFailure) {
      var line = try connection.receive(isNew: isNew)
      var chatter = 0
      while true {
        // Blank lines and kinds that this version does not know are skipped, as in a file.
        if !line.isEmpty {
          let kind = try VerbatimLine.kind(of: line, from: name)
          if !writesChecksums, case .state = kind {
            writesChecksums = VerbatimLine.withoutChecksum(line) != nil
          }
          if !kind.isChatter { return (line, kind) }
        }
        chatter += 1
        guard chatter < Self.chatterLimit else { throw self.chatter() }
        line = try connection.receive(isNew: false)
      }
    } catch {
      close()
      guard case .died(let death) = error else { throw error }
      // A host's answers arrive even if it traps: it has begun with this action.
      if lastLines.hasBegun, death.isTrap { isAttributable = true }
      throw .died(
        HostDeath(
          command: death.command, action: action, ending: death.ending,
          standardError: death.standardError))
    }
  }

  /// The lines that the host wrote for the action in which it crashed.
  public var lastWords: [SessionLine] {
    ((lastLines.action.map { [$0] } ?? []) + lastLines.inputs).compactMap { line in
      if case .line(let line)? = try? HostReply(line, from: name) { line } else { nil }
    }
  }

  /// The inputs that the action read before the host crashed in it; nil if the host reports none.
  var lastInputs: [InputLine]? {
    let tellsAny = lastLines.hasBegun || !lastLines.inputs.isEmpty
    guard tellsAny, tellsInputs || writesChecksums else { return nil }
    return lastWords.compactMap { line in if case .input(let input) = line { input } else { nil } }
  }

  func chatter(_ limit: Int = chatterLimit) -> HostFailure {
    .nonsense(command: name, line: "", reason: "more than \(limit) lines that answer nothing")
  }

  /// The failure of a host that answers an action twice.
  func repeated(_ line: [UInt8]) -> HostFailure {
    .nonsense(
      command: name, line: String(decoding: line.prefix(80), as: UTF8.self),
      reason: "the action was answered before")
  }

  func whole(
    after reply: HostReply
  ) throws(HostFailure) -> (line: StateLine, state: JSONValue) {
    guard case .line(.state(let line)) = reply else { throw refusal(reply) }
    do {
      let state = try line.content.state(after: sent ?? .null)
      sent = state
      sentOpaque = line.opaquePlaces ?? sentOpaque
      return (line, state)
    } catch {
      throw .nonsense(command: name, line: "state \(line.n)", reason: error.description)
    }
  }

  func refusal(_ reply: HostReply) -> HostFailure {
    switch reply {
    case .answer(.error(let error)): .refused(command: name, error)
    case .answer(let answer): unexpected(answer.document)
    case .line(let line): unexpected(line.document)
    }
  }

  private func unexpected(_ document: JSONValue) -> HostFailure {
    .nonsense(
      command: name, line: String(document.description.prefix(80)),
      reason: "another answer was expected")
  }
}
