import Foundation
import SessionFormat

/// Makes a sound session of what can be read of a damaged one.
///
/// Lines that can be read are kept byte for byte. What is lost becomes a `gap`, behind which the
/// recording goes on with a whole state. A sound session is copied as it is. Several segments become
/// one file, without the lines that are there only to join them.
struct Repair {
  /// What a repair did.
  struct Account: Equatable, Sendable {
    /// Lines of the original that stand in the copy.
    var kept = 0
    /// Lines that were left out because they are damaged.
    var damaged = 0
    /// Lines that can be read, but hang on something that is lost.
    var dropped = 0
    /// Lines of segments that only join them: their headers and ends, and their first states.
    var joints = 0
    /// Actions that have a line in the original but none in the copy.
    var droppedActions: [Int] = []
    /// The gaps that were put in.
    var gaps: [GapLine] = []
    /// States that were written whole where the original has a patch or a keyframe.
    var madeWhole = 0
    /// The header that was made up, or made of that of a later segment.
    var header: SessionHeader?
    /// Stretches of states that the copy does not have and the original had, or should have.
    var lostStates: [ClosedRange<Int>] = []
  }

  typealias Sink = (UnsafeRawBufferPointer) throws(InspectorError) -> Void

  let session: Session
  let read: Salvage
  let recrc: Bool
  /// What is wrong with the gzip that the session came in.
  let gzipFaults: [SessionError]
  /// Whether the end of the session is missing from its gzip.
  let losesEnd: Bool

  /// Reads what is to be repaired.
  ///
  /// - Parameters:
  ///   - damaged: The session, opened in any mode.
  ///   - recrc: Whether every line gets a fresh checksum and old ones are passed over.
  ///   - interrupted: Asked between lines; true ends the reading.
  init(
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
  var isSound: Bool { read.isSound && gzipFaults.isEmpty }

  /// Whether the lines of the copy have checksums.
  var hasCRC: Bool { recrc || read.hasCRC }

  /// Writes the copy.
  func write(
    to sink: Sink, interrupted: () -> Bool
  ) throws(InspectorError) -> Account {
    if read.isSound, !recrc, !losesEnd, read.parts.count == 1 {
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
  ///   - interrupted: Asked between lines; true ends the work.
  /// - Throws: ``InspectorError/cannotRepair(file:reason:)`` where too little is left.
  public func repaired(
    recrc: Bool = false, interrupted: () -> Bool = { false }
  ) throws(InspectorError) -> [UInt8] {
    var bytes: [UInt8] = []
    let repair = try Repair(self, recrc: recrc, interrupted: interrupted)
    _ = try repair.write(to: { bytes += $0 }, interrupted: interrupted)
    return bytes
  }
}
