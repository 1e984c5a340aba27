import Foundation
import SessionFormat

/// The whole reading of a file that may be damaged anywhere.
struct Salvage: Sendable {
  /// The header; made up where ``hasHeader`` is false.
  let header: SessionHeader
  /// Whether the file has a header that can be read.
  let hasHeader: Bool
  let hasCRC: Bool
  let ignoresCRC: Bool
  let lines: LineIndex
  /// What became of each line.
  let verdicts: [LineVerdict]
  /// All damage, the torn last line included.
  let faults: FaultList
  let steps: StepIndex
  let notes: [Session.Note]
  /// Where the torn tail begins.
  let torn: Int?

  /// Reads a whole file.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: What to call it.
  ///   - ignoresCRC: Whether checksums are passed over, as after an edit by hand.
  ///   - interrupted: Asked between lines; true ends the reading.
  /// - Throws: Where there is nothing of a session to be read, or it is for a later reader, and
  ///   ``InspectorError/interrupted``.
  init(
    _ bytes: Data, file: String, ignoresCRC: Bool = false, interrupted: () -> Bool
  ) throws(InspectorError) {
    self.ignoresCRC = ignoresCRC
    let start = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines = LineIndex(bytes, start..<bytes.count) { _, _ in }
    var reader = LineReader(bytes: bytes, file: file, hasCRC: false, ignoresCRC: ignoresCRC)
    let rule = ChecksumRule(lines, reader)
    hasCRC = rule.isRequired
    reader = LineReader(bytes: bytes, file: file, hasCRC: hasCRC, ignoresCRC: ignoresCRC)
    let first = lines.first { $0.kind != .blank }
    torn = first.flatMap { TornTail(bytes: bytes, reader: reader).start(behind: $0.start) }
    if let torn { lines = LineIndex(bytes, start..<torn) { _, _ in } }
    self.lines = lines

    let front = try SalvageFront(lines, reader)
    header = front.header ?? Self.madeUp(n: front.firstN)
    hasHeader = front.header != nil
    var walk = SalvageWalk(
      reader, lines, firstN: front.firstN, isHeaderLost: !hasHeader || !front.damaged.isEmpty)
    for (place, line) in lines.enumerated() {
      if interrupted() { throw .interrupted }
      if line.kind == .blank {
        walk.verdicts[place] = .blank
      } else if let fault = front.damaged[place] {
        walk.drop(place, fault)
      } else if place != front.headerPlace {
        walk.take(place)
      }
    }
    if !hasHeader, front.damaged.isEmpty { walk.note(front.missing(reader, lines)) }
    var notes: [Session.Note] = start > 0 ? [.byteOrderMark] : []
    if let torn {
      let fault = Opening.torn(at: torn, behind: lines, reader)
      notes.append(.torn(fault))
      walk.note(fault)
      // It may have been a change from outside.
      walk.loseState()
    }
    self.notes = notes
    verdicts = walk.verdicts
    faults = walk.faults
    steps = Self.index(walk, reader, front, isTorn: torn != nil)
  }

  /// Whether nothing is damaged.
  var isSound: Bool { faults.count == 0 }

  /// A header that says that there is none.
  static func madeUp(n: Int) -> SessionHeader {
    let nobody = "00000000-0000-0000-0000-000000000000"
    var header = SessionHeader(id: nobody, started: "1970-01-01T00:00:00Z", store: "unknown")
    if n > 0 { header.continues = SessionHeader.Origin(id: nobody, n: n) }
    return header
  }

  private static func index(
    _ walk: SalvageWalk, _ reader: LineReader, _ front: SalvageFront, isTorn: Bool
  ) -> StepIndex {
    var steps = StepIndex(firstN: walk.firstN)
    let isSound = walk.faults.count == 0
    for (place, entry) in walk.lines.enumerated()
    where place != front.headerPlace && walk.verdicts[place] != .skipped
      && entry.kind != .blank
    {
      let line = reader.withBytes(of: entry, LineIndex.place)
      if isSound {
        steps.take(line, at: place)
      } else {
        steps.keep(line, at: place, walk.verdicts[place])
      }
    }
    if isSound { steps.finish() } else { steps.finish(after: walk, isTorn: isTorn) }
    return steps
  }

  /// What the reading came to.
  ///
  /// - Parameter more: Faults of what the lines came in, which lie behind them.
  func reading(_ mode: ReadingMode, _ more: [SessionError] = []) -> Reading {
    var (count, bytes) = (0, 0)
    for (place, verdict) in verdicts.enumerated() where verdict == .skipped {
      count += 1
      bytes += lines[place].count
    }
    if case .torn(let fault)? = notes.last, case .torn(let size) = fault.cause {
      count += 1
      bytes += size
    }
    let read = verdicts.count { $0 != .blank } + (torn == nil ? 0 : 1)
    return Reading(
      mode: mode, lines: read, skippedLines: count, skippedBytes: bytes,
      faults: faults.sorted + more, faultCount: faults.count + more.count,
      isClosed: steps.end != nil)
  }
}
