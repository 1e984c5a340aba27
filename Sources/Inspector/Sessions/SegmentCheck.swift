import SessionFormat

/// The strict reading of a session of several segments.
struct SegmentCheck {
  /// What was found.
  let reading: Reading

  init(_ session: Session, interrupted: () -> Bool) throws(InspectorError) {
    var faults: [SessionError] = []
    let reader = session.reader
    var states = StateChain(session)
    for (place, line) in session.lines.enumerated() where line.kind != .blank {
      if interrupted() { throw .interrupted }
      do throws(SessionError) {
        try states.take(try reader.line(line), at: place)
      } catch {
        faults.append(error)
        states.lose(line)
      }
    }
    if let fault = session.fault, !faults.contains(fault) { faults.append(fault) }
    for note in session.notes {
      switch note {
      case .torn(let error), .gzip(let error), .segment(let error):
        if !faults.contains(error) { faults.append(error) }
      case .byteOrderMark, .notSalvaged: break
      }
    }
    faults += Self.gaps(session)
    let order = Dictionary(
      session.parts.enumerated().map { ($0.element.file, $0.offset) }
    ) { first, _ in first }
    func place(_ error: SessionError) -> (Int, Int) {
      (order[error.location.file] ?? .max, error.location.offset)
    }
    reading = Reading(
      mode: .strict, lines: session.lines.count { $0.kind != .blank }, skippedLines: 0,
      skippedBytes: 0, faults: faults.sorted { place($0) < place($1) }, faultCount: faults.count,
      isClosed: session.steps.end != nil)
  }

  /// The gaps that count more lost actions than their numbers leave room for.
  private static func gaps(_ session: Session) -> [SessionError] {
    session.steps.gaps.compactMap { gap in
      guard case .gap(let line)? = try? session.line(gap.entry), line.lost > gap.room
      else { return nil }
      let place = session.reader.location(session.lines[gap.entry], 0)
      let cause = SessionError.Cause.gapLost(n: gap.to, lost: line.lost, room: gap.room)
      return SessionError(location: place, cause: cause)
    }
  }
}

/// Makes every state from the lines in their order, and compares the keyframes with them.
private struct StateChain {
  private let session: Session
  /// The state so far; nil where damage keeps it from being known, up to the next whole one.
  private var state: JSONValue? = .null

  init(_ session: Session) { self.session = session }

  mutating func take(_ line: SessionLine, at place: Int) throws(SessionError) {
    // Where the order is broken no states are made.
    guard session.steps.isInOrder(place) else { return }
    switch line {
    case .state(let line):
      // With the state that a segment ends with the next begins.
      if session.steps.states[line.n] != place, case .whole(let whole) = line.content {
        return try compare(whole, n: line.n, place)
      }
      try apply(line.content, n: line.n, place)
    case .outside(let line): try apply(line.content, n: line.n, place)
    case .keyframe(let line): try compare(line.state, n: line.n, place)
    default: break
    }
  }

  private mutating func compare(
    _ whole: JSONValue, n: Int, _ place: Int
  ) throws(SessionError) {
    guard let state else {
      self.state = whole
      return
    }
    guard whole != state else { return }
    let path = Difference.list(from: state, to: whole).first?.path ?? .root
    throw fault(.keyframe(n: n, path: path), place)
  }

  /// Goes on behind a line that cannot be read.
  mutating func lose(_ line: LineIndex.Entry) {
    switch line.kind {
    case .state, .outside, .damaged: state = nil
    default: break
    }
  }

  private mutating func apply(
    _ content: StateContent, n: Int, _ place: Int
  ) throws(SessionError) {
    switch content {
    case .whole(let whole): state = whole
    case .patch(let patch):
      guard let before = state else { return }
      do { state = try patch.applied(to: before) } catch {
        state = nil
        throw fault(.patch(n: n, error), place)
      }
    }
  }

  private func fault(_ cause: SessionError.Cause, _ place: Int) -> SessionError {
    SessionError(location: session.reader.location(session.lines[place], 0), cause: cause)
  }
}
