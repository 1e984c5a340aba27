import Foundation
package import SessionFormat

/// Makes a sound session of all that can be read of a damaged one.
///
/// Readable lines are kept byte for byte. Whatever is lost becomes a `gap`, after which the
/// recording continues with a whole state, unless a host computed it again. A sound session is
/// copied as it is. Several segments become one file, without the lines that only join them.
package struct Repair {
  package struct Account: Equatable, Sendable {
    /// Lines of the original that the copy contains.
    package var kept = 0
    /// Lines among them in which characters were escaped that are not safe to show.
    package var escaped = 0
    /// Lines that were left out because they are damaged.
    package var damaged = LostLines()
    /// Lines that can be read, but depend on something that is lost.
    package var dropped = 0
    /// Lines of segments that only join them: their headers, ends and first states.
    package var joints = 0
    /// Actions that have a line in the original but none in the copy.
    package var droppedActions: [Int] = []
    package var gaps: [GapLine] = []
    /// States that were written whole instead of as the patch or keyframe of the original.
    package var madeWhole = 0
    /// The header, if it was made up or derived from that of a later segment.
    package var header: SessionHeader?
    /// Stretches of states that the original had, or should have had, and the copy does not have.
    package var lostStates: [ClosedRange<Int>] = []
    /// Readable lines that depended on a state that a host computed, and the bytes of these lines.
    package var takenAgain = 0
    package var bytesTakenAgain = 0
    /// States that a host computed and that are marked so.
    package var recomputed: [Int] = []
  }

  package let session: Session
  package let read: Salvage
  package let recrc: Bool
  /// The faults of the gzip file that the session came in.
  package let gzipFaults: [SessionError]
  /// Whether the end of the session is missing from its gzip.
  let losesEnd: Bool
  /// The states that a host computed again; nil if that was not requested.
  package private(set) var recovered: RecoveredStates?

  /// Reads the session to repair.
  ///
  /// - Parameters:
  ///   - damaged: The session, opened in any mode.
  ///   - recrc: Whether every line gets a fresh checksum and old ones are ignored.
  ///   - interrupted: Asked between lines; true ends the reading.
  package init(
    _ damaged: Session, recrc: Bool, interrupted: () -> Bool
  ) throws(InspectorError) {
    gzipFaults = damaged.notes.compactMap { if case .gzip(let fault) = $0 { fault } else { nil } }
    losesEnd = damaged.notes.contains { if case .gzip = $0 { $0.losesEnd } else { false } }
    read =
      if let known = damaged.salvage, known.ignoresCRC == recrc { known } else {
        try damaged.salvaged(ignoresCRC: recrc, interrupted: interrupted)
      }
    session = Session(read, file: damaged.file)
    self.recrc = recrc
    guard read.hasHeader || read.steps.states.count > 0 else {
      throw .cannotRepair(
        file: damaged.file, reason: "its header is damaged, and no state of it is known")
    }
  }

  package var isSound: Bool { read.isSound && gzipFaults.isEmpty }

  /// The actions of which an input may be lost, unless a host showed that they reproduce.
  package var lackingInputs: [ClosedRange<Int>] {
    read.steps.lacking.filter { recovered?.isProven($0) != true }.ranges
  }

  /// Whether the lines of the copy have checksums.
  var hasCRC: Bool { recrc || read.hasCRC }

  /// Computes states again that damage destroyed, by reducing their actions through a host.
  ///
  /// - Throws: ``InspectorError/interrupted``. Failures of the host are reported in ``recovered``.
  package mutating func recover(
    through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    var recovery = StateRecovery(session, read, host: host, interrupted: interrupted)
    recovered = try recovery.run()
  }

  /// Writes the copy.
  package func write(
    into copy: inout SessionWriter, interrupted: () -> Bool
  ) throws(InspectorError) -> Account {
    if read.isSound, !recrc, !losesEnd, read.parts.count == 1, session.bytes.isSafe {
      // Part by part, as the writer keeps what it gets at once.
      let all = session.bytes
      for start in stride(from: all.startIndex, to: all.endIndex, by: 1 << 20) {
        try copy.add(all[start..<min(start + 1 << 20, all.endIndex)])
      }
      var account = Account()
      account.kept = read.lines.count
      return account
    }
    var writer = RepairWriter(self, into: copy)
    try writer.begin()
    for place in read.lines.indices {
      if interrupted() { throw .interrupted }
      try writer.take(place)
    }
    try writer.finish()
    copy = writer.copy
    return writer.account
  }
}

extension Data {
  /// Whether all lines can be copied as they are: each ends with LF alone, and nothing in them is
  /// unsafe to show.
  fileprivate var isSafe: Bool {
    withUnsafeBytes { raw in
      let bytes = raw.bindMemory(to: UInt8.self)
      var from = 0
      while let found = UnsafeText.first(in: bytes, from: from) {
        guard bytes[found.place] == UInt8(ascii: "\n") else { return false }
        from = found.place + 1
      }
      return true
    }
  }
}

extension Session {
  /// Returns a sound session of all that can be read of this one, as the verb `repair` writes it.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - recrc: Whether old checksums are ignored and every line gets a fresh one.
  ///   - host: Computes lost states again from their actions; without one they become a gap.
  ///   - interrupted: Asked between lines; true ends the work.
  /// - Throws: ``InspectorError/cannotRepair(file:reason:)`` if too little is left.
  public func repaired(
    recrc: Bool = false, host: HostClient? = nil,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) -> [UInt8] {
    var copy = SessionWriter(to: nil)
    var repair = try Repair(self, recrc: recrc, interrupted: interrupted)
    if let host, !repair.isSound { try repair.recover(through: host, interrupted: interrupted) }
    _ = try repair.write(into: &copy, interrupted: interrupted)
    try copy.finish()
    return copy.kept
  }
}
