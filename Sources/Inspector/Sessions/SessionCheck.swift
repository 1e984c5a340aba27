/// The strict reading of a session: every line, every state, every keyframe.
public struct SessionCheck: Sendable {
  /// All damage that was found, in the order of the file; the first 10,000 places.
  public let faults: [SessionError]
  /// What was read and what had to be left out.
  public let reading: Reading
  /// How many lines were read, blank ones and a torn last one left out.
  public let lines: Int

  /// Reads a whole session.
  ///
  /// Complexity: O(size of the file and of all its states), on all cores, and O(1) where the session was opened
  /// in a mode that reads the whole file.
  ///
  /// - Parameters:
  ///   - session: What to check.
  ///   - interrupted: Asked between lines; true ends the check.
  /// - Throws: ``InspectorError/interrupted``.
  public init(
    _ session: Session, interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    if let check = try SessionCheck(ifSound: session, interrupted: interrupted) {
      self = check
      return
    }
    let read =
      if let salvage = session.salvage { salvage } else {
        try session.salvaged(ignoresCRC: false, interrupted: interrupted)
      }
    let more = session.notes.compactMap { note in
      if case .gzip(let fault) = note { fault } else { nil }
    }
    reading = read.reading(.strict, more)
    faults = reading.faults
    lines = reading.lines - read.tornLines
  }
}

extension SessionCheck {
  /// The check of a session in which a quick look finds no damage; nil if it is not certain that
  /// there is none.
  package init?(ifSound session: Session, interrupted: () -> Bool) throws(InspectorError) {
    guard try SoundReading(session).isSound(interrupted: interrupted) else { return nil }
    reading = Reading(sound: session)
    (faults, lines) = ([], reading.lines)
  }
}

extension Reading {
  /// What the strict reading of a sound session comes to.
  fileprivate init(sound session: Session) {
    let segments = session.parts.indices.map { part in
      SegmentReading(
        file: session.parts[part].file,
        lines: session.lines.lines(ofPart: part).count,
        skippedLines: 0, skippedBytes: 0)
    }
    self.init(
      mode: .strict, lines: segments.reduce(0) { $0 + $1.lines }, skippedLines: 0, skippedBytes: 0,
      faults: [], faultCount: 0, isClosed: session.steps.end != nil,
      segments: segments.count > 1 ? segments : [])
  }
}
