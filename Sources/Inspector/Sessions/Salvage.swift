package import Foundation
import SessionFormat

/// Reads all of a session that may be damaged anywhere: a file or its segments.
package struct Salvage: Sendable {
  /// The header; made up if ``hasHeader`` is false.
  private(set) var header: SessionHeader
  /// Whether the session has a readable header.
  let hasHeader: Bool
  /// The file that has the header.
  package let headerPart: Int?
  /// Whether the lines of at least one segment have checksums.
  let hasCRC: Bool
  let ignoresCRC: Bool
  /// The files that were read; at least one.
  package let parts: [SalvagedPart]
  let lines: LineIndex
  /// The verdict on each line.
  let verdicts: [LineVerdict]
  /// All damage, including torn last lines.
  package let faults: FaultList
  let steps: StepIndex
  /// Whether the end of the session may be lost.
  let isCut: Bool
  let notes: [Session.Note]

  /// Reads a whole file.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - bytes: The file, inflated.
  ///   - file: Its name in messages.
  ///   - ignoresCRC: Whether to ignore checksums, as after an edit by hand.
  ///   - limits: What reading it may cost.
  ///   - interrupted: Called between lines; true ends the reading.
  /// - Throws: If it has no line of a session or needs a later reader, and
  ///   ``InspectorError/interrupted``.
  package init(
    _ bytes: Data, file: String, ignoresCRC: Bool = false,
    limits: ReadingLimits = ReadingLimits(), interrupted: () -> Bool
  ) throws(InspectorError) {
    try self.init(
      [SessionSource(lines: bytes, file: file, limits)], ignoresCRC: ignoresCRC,
      interrupted: interrupted)
  }

  /// Reads files that were opened before; checks again whether they have checksums.
  init(
    _ files: [SessionSource], ignoresCRC: Bool, interrupted: () -> Bool
  ) throws(InspectorError) {
    var parts: [SalvagedPart] = []
    for file in files { parts.append(try SalvagedPart(file, ignoresCRC: ignoresCRC)) }
    try self.init(parts, ignoresCRC: ignoresCRC, interrupted: interrupted)
  }

  /// Reads all segments of a folder; the last may still grow.
  init(
    _ folder: SegmentFolder, _ limits: ReadingLimits, growing: (file: String, lines: Data)? = nil,
    ignoresCRC: Bool = false, interrupted: () -> Bool
  ) throws(InspectorError) {
    let sequence = try SegmentSequence(
      folder, limits, growing: growing, ignoresCRC: ignoresCRC, interrupted: interrupted)
    try self.init(
      sequence.parts, after: sequence.after, losesEnd: sequence.losesEnd,
      ignoresCRC: ignoresCRC, interrupted: interrupted)
  }

  private init(
    _ parts: [SalvagedPart], after: [SessionError] = [], losesEnd: Bool = false,
    ignoresCRC: Bool, interrupted: () -> Bool
  ) throws(InspectorError) {
    (self.parts, self.ignoresCRC) = (parts, ignoresCRC)
    hasCRC = parts.contains(where: \.part.hasCRC)
    isCut = losesEnd || parts[parts.count - 1].isCut
    lines = Self.joined(parts)
    let reader = LineReader(parts: parts.map(\.part), ignoresCRC: ignoresCRC)
    headerPart = parts.firstIndex { $0.front.header != nil }
    hasHeader = headerPart != nil
    header = Self.header(parts)
    let first = parts[0].front
    var walk = SalvageWalk(
      reader, lines, firstN: first.firstN,
      isHeaderLost: first.header == nil || !first.damaged.isEmpty)
    for (place, part) in parts.enumerated() {
      let known = walk.faults.count
      if place > 0 {
        let isExplained = part.isHeaderLost || !part.before.isEmpty || parts[place - 1].isCut
        walk.beginSegment(isExplained: isExplained)
      }
      part.before.forEach { walk.note($0) }
      let stored = walk.faults.first.count
      try walk.take(
        part, from: lines.lines(ofPart: place).lowerBound, isOnly: parts.count == 1,
        interrupted: interrupted)
      if walk.faults.count > known { walk.faults.sort(from: stored) }
    }
    after.forEach { walk.note($0) }
    walk.distrustPatches()
    notes = Self.notes(parts)
    if walk.hasSplices { header.hasSplices = true }
    verdicts = walk.verdicts
    faults = walk.faults
    steps = Self.index(walk, reader, parts, isCut: isCut, losesEnd: losesEnd)
  }

  /// Whether nothing is damaged.
  var isSound: Bool { faults.count == 0 }

  /// A header that stands for a missing one.
  static func madeUp(n: Int) -> SessionHeader {
    let nobody = "00000000-0000-0000-0000-000000000000"
    var header = SessionHeader(id: nobody, started: "1970-01-01T00:00:00Z", store: "unknown")
    if n > 0 { header.continues = SessionHeader.Origin(id: nobody, n: n) }
    return header
  }

  /// The header of the first file, or else what a later one says about the whole session.
  private static func header(_ parts: [SalvagedPart]) -> SessionHeader {
    if let header = parts[0].front.header { return header }
    let n = parts[0].front.firstN
    guard var header = parts.lazy.compactMap(\.front.header).first, let origin = header.continues
    else { return madeUp(n: n) }
    header.id = origin.id
    header.continues = n > 0 ? SessionHeader.Origin(id: origin.id, n: n) : nil
    return header
  }

  private static func joined(_ parts: [SalvagedPart]) -> LineIndex {
    guard parts.count > 1 else { return parts[0].lines }
    var lines = LineIndex()
    for part in parts {
      lines.addPart(part.part.bytes)
      lines.read(part.part.bytes, part.part.whole(before: part.torn)) { _, _ in }
    }
    return lines
  }

  /// Notes besides the faults; for a single file also that its last line was cut off.
  private static func notes(_ parts: [SalvagedPart]) -> [Session.Note] {
    var notes: [Session.Note] = parts.contains { $0.part.start > 0 } ? [.byteOrderMark] : []
    if parts.count == 1, let fault = parts[0].tornFault { notes.append(.torn(fault)) }
    return notes
  }

  private static func index(
    _ walk: SalvageWalk, _ reader: LineReader, _ parts: [SalvagedPart], isCut: Bool,
    losesEnd: Bool
  ) -> StepIndex {
    var steps = StepIndex(firstN: walk.firstN)
    let isSound = walk.faults.count == 0
    for (number, part) in parts.enumerated() {
      let places = walk.lines.lines(ofPart: number)
      let header = part.front.headerPlace.map { places.lowerBound + $0 }
      if number > 0 {
        if isSound {
          steps.takeSegment(at: header ?? places.lowerBound, "no segment has it")
        } else {
          steps.keepSegment(at: header ?? places.lowerBound, part.missing)
        }
      }
      for place in places
      where place != header && walk.verdicts[place] != .skipped {
        let line = reader.withBytes(of: walk.lines[place], LineIndex.place)
        if isSound {
          steps.take(line, at: place)
        } else {
          steps.keep(line, at: place, walk.verdicts[place])
        }
      }
    }
    if isSound {
      steps.finish()
    } else {
      steps.finish(after: walk, isTorn: isCut, losesEnd: losesEnd)
    }
    return steps
  }
}

extension SalvagedPart {
  /// Whether its end may be missing.
  var isCut: Bool { torn != nil || losesEnd }
  /// Whether its header, or something before it, is lost.
  var isHeaderLost: Bool { front.header == nil || !front.damaged.isEmpty }
}

extension SalvageWalk {
  /// Judges all lines of a file.
  ///
  /// - Parameters:
  ///   - start: Its first line.
  ///   - isOnly: Whether it is the only file; then faults of its gzip are reported elsewhere.
  fileprivate mutating func take(
    _ part: SalvagedPart, from start: Int, isOnly: Bool, interrupted: () -> Bool
  ) throws(InspectorError) {
    let watch = part.part.limits.watch
    for place in 0..<part.lines.count {
      if interrupted() { throw .interrupted }
      if let watch, place % 256 == 0 {
        watch.note(part.lines[place].start, of: part.part.bytes.count)
      }
      if let fault = part.front.damaged[place] {
        drop(start + place, fault)
      } else if place != part.front.headerPlace {
        take(start + place)
      }
    }
    let own = part.reader
    if let stranger = part.front.stranger {
      note(own.fault(.lostHeader(nil), part.lines[stranger]))
    }
    if part.front.header == nil, part.front.damaged.isEmpty {
      note(part.front.missing(own, part.lines))
    }
    if let fault = part.tornFault {
      note(fault)
      // The line may have been an outside change.
      loseState()
    }
    if !isOnly, let fault = part.gzip {
      note(fault)
      if part.losesEnd { loseState() }
    }
  }
}
