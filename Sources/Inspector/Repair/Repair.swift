import Foundation
package import SessionFormat

/// Makes a sound session of what can be read of a damaged one.
///
/// Lines that can be read are kept byte for byte. What is lost becomes a `gap`, behind which the
/// recording goes on with a whole state, unless a host made it again. A sound session is copied as it is. Several segments become
/// one file, without the lines that are there only to join them.
package struct Repair {
  /// What a repair did.
  package struct Account: Equatable, Sendable {
    /// Lines of the original that stand in the copy.
    package var kept = 0
    /// Lines among them in which characters were escaped that are not safe to be shown.
    package var escaped = 0
    /// Lines that were left out because they are damaged.
    var damaged = 0
    /// Lines that can be read, but hang on something that is lost.
    package var dropped = 0
    /// Lines of segments that only join them: their headers and ends, and their first states.
    package var joints = 0
    /// Actions that have a line in the original but none in the copy.
    package var droppedActions: [Int] = []
    /// The gaps that were put in.
    package var gaps: [GapLine] = []
    /// States that were written whole where the original has a patch or a keyframe.
    package var madeWhole = 0
    /// The header that was made up, or made of that of a later segment.
    package var header: SessionHeader?
    /// Stretches of states that the copy does not have and the original had, or should have.
    package var lostStates: [ClosedRange<Int>] = []
    /// Lines that can be read and hung on a state that a host made, and how many bytes they have.
    package var takenAgain = 0
    package var bytesTakenAgain = 0
    /// States that a host made, and that are marked so.
    package var recomputed: [Int] = []
  }

  package typealias Sink = (UnsafeRawBufferPointer) throws(InspectorError) -> Void

  package let session: Session
  package let read: Salvage
  package let recrc: Bool
  /// What is wrong with the gzip that the session came in.
  package let gzipFaults: [SessionError]
  /// Whether the end of the session is missing from its gzip.
  let losesEnd: Bool
  /// The states that a host made again; nil if none was asked.
  package private(set) var recovered: RecoveredStates?

  /// Reads what is to be repaired.
  ///
  /// - Parameters:
  ///   - damaged: The session, opened in any mode.
  ///   - recrc: Whether every line gets a fresh checksum and old ones are passed over.
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

  /// Whether there is nothing to be repaired.
  package var isSound: Bool { read.isSound && gzipFaults.isEmpty }

  /// Whether the lines of the copy have checksums.
  var hasCRC: Bool { recrc || read.hasCRC }

  /// Makes states that damage took again, by reducing their actions through a host.
  ///
  /// - Throws: ``InspectorError/interrupted``; what the host cannot do is told in ``recovered``.
  package mutating func recover(
    through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    var recovery = StateRecovery(session, read, host: host, interrupted: interrupted)
    recovered = try recovery.run()
  }

  /// Writes the copy.
  package func write(
    to sink: Sink, interrupted: () -> Bool
  ) throws(InspectorError) -> Account {
    if read.isSound, !recrc, !losesEnd, read.parts.count == 1, session.bytes.isSafe {
      try session.bytes.tell(sink)
      var account = Account()
      account.kept = read.lines.count
      return account
    }
    var writer = RepairWriter(self)
    try writer.begin(sink)
    for place in read.lines.indices {
      if interrupted() { throw .interrupted }
      try writer.take(place, sink)
    }
    try writer.finish(sink)
    return writer.account
  }
}

extension Data {
  /// Whether all lines can be copied as they stand: they are ended by LF alone, and nothing in them
  /// is unsafe to be shown.
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

  /// Tells all bytes part by part, without a copy of them all.
  fileprivate func tell(_ body: Repair.Sink) throws(InspectorError) {
    let result = withUnsafeBytes { all in
      Result { () throws(InspectorError) in
        for start in stride(from: 0, to: all.count, by: 1 << 20) {
          try body(
            UnsafeRawBufferPointer(rebasing: all[start..<Swift.min(start + 1 << 20, all.count)]))
        }
      }
    }
    try result.get()
  }
}

extension Session {
  /// A sound session of what can be read of this one, as the verb `repair` writes it.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - recrc: Whether old checksums are passed over, and every line gets a fresh one.
  ///   - host: What makes lost states again of their actions; without one they become a gap.
  ///   - interrupted: Asked between lines; true ends the work.
  /// - Throws: ``InspectorError/cannotRepair(file:reason:)`` where too little is left.
  public func repaired(
    recrc: Bool = false, host: HostClient? = nil,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) -> [UInt8] {
    var bytes: [UInt8] = []
    var repair = try Repair(self, recrc: recrc, interrupted: interrupted)
    if let host, !repair.isSound { try repair.recover(through: host, interrupted: interrupted) }
    _ = try repair.write(to: { bytes += $0 }, interrupted: interrupted)
    return bytes
  }
}
