/// The strict reading of a session: every line, every state, every keyframe.
public struct SessionCheck: Sendable {
  /// What was read and what was left out.
  public let reading: Reading
  /// The number of lines in the file, damaged ones and a torn last one included, without blank ones.
  public var lines: Int { reading.lines }
  /// All damage found, in the order of the file; at most the first 10,000 places.
  public var faults: [SessionError] { reading.faults }

  /// Reads a whole session.
  ///
  /// Complexity: O(size of the file and of all its states), on all cores; O(1) if the session was
  /// opened in a mode that reads the whole file.
  ///
  /// - Parameters:
  ///   - session: The session to check.
  ///   - interrupted: Called between lines; true ends the check.
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
  }
}

extension SessionCheck {
  /// The check of a session that a fast reading finds sound; nil if it may be damaged.
  package init?(ifSound session: Session, interrupted: () -> Bool) throws(InspectorError) {
    guard try SoundReading(session).isSound(interrupted: interrupted) else { return nil }
    let files = session.parts.enumerated().map { number, part in
      SegmentReading(
        file: part.file, lines: session.lines.lines(ofPart: number).count, skippedLines: 0,
        skippedBytes: 0)
    }
    reading = Reading(.strict, files, isClosed: session.steps.end != nil)
  }
}
