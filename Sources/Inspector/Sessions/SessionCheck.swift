import SessionFormat

/// The strict reading of a session: every line, every state, every keyframe.
public struct SessionCheck: Sendable {
  /// All damage that was found, in the order of the file.
  public let faults: [SessionError]
  /// How many lines were read, blank ones left out.
  public let lines: Int

  /// Reads a whole session.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// Where the order of the lines is broken the rest of the lines are still read one by one, but
  /// states can no longer be made.
  ///
  /// - Parameters:
  ///   - session: What to check.
  ///   - interrupted: Asked between lines; true ends the check.
  /// - Throws: ``InspectorError/interrupted``.
  public init(
    _ session: Session, interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    var faults: [SessionError] = []
    let reader = session.reader
    for line in session.lines where line.kind != .blank {
      if interrupted() { throw .interrupted }
      if let error = reader.error(line) { faults.append(error) }
    }
    if let fault = session.fault, !faults.contains(fault) { faults.append(fault) }
    for note in session.notes {
      if case .torn(let error) = note { faults.append(error) }
    }
    faults += Self.gaps(session)
    if faults.isEmpty || session.fault == nil {
      for fault in try Self.states(session, interrupted) where !faults.contains(fault) {
        faults.append(fault)
      }
    }
    self.faults = faults.sorted { $0.location.offset < $1.location.offset }
    lines = session.lines.count { $0.kind != .blank }
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

  /// Makes every state from the one before it, and compares the keyframes with them.
  private static func states(
    _ session: Session, _ interrupted: () -> Bool
  ) throws(InspectorError) -> [SessionError] {
    var faults: [SessionError] = []
    var state = JSONValue.null
    for n in session.steps.states.numbers {
      if interrupted() { throw .interrupted }
      do throws(InspectorError) {
        state = try session.chained(n, after: state)
        if let entry = session.steps.keyframes[n],
          case .keyframe(let keyframe) = try session.line(entry), keyframe.state != state
        {
          let path = Difference.list(from: state, to: keyframe.state).first?.path ?? .root
          let place = session.reader.location(session.lines[entry], 0)
          faults.append(SessionError(location: place, cause: .keyframe(n: n, path: path)))
        }
      } catch {
        guard case .session(let fault) = error else { throw error }
        faults.append(fault)
        // Without this state those after it cannot be told, up to the next whole one.
        return faults
      }
    }
    return faults
  }
}

extension Session {
  /// State n from its own line and the state before it, whatever keyframes say.
  fileprivate func chained(_ n: Int, after previous: JSONValue) throws(InspectorError) -> JSONValue
  {
    let line = try stateLine(n)
    if case .whole(let state) = line.content { return state }
    var before = previous
    for (place, change) in try outsides(n - 1).enumerated() {
      before = try apply(
        change.content, n: n - 1, to: before, entry: steps.outsides[n - 1]?[place])
    }
    return try apply(line.content, n: n, to: before, entry: steps.states[n])
  }
}
