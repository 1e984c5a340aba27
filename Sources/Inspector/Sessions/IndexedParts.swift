import Foundation
import SessionFormat

/// The files of a session and what is known of their lines: it grows, file by file and line by line.
///
/// A value; a copy costs hardly anything, and shares all but its end.
struct IndexedParts: Sendable {
  private(set) var parts: [SessionPart] = []
  private(set) var lines = LineIndex()
  private(set) var steps = StepIndex(firstN: 0)
  private(set) var notes: [Session.Note] = []
  /// Where in the last part the lines end that are indexed.
  private(set) var end = 0
  /// The number of the last segment.
  private var segment = 1

  /// A session of one file.
  init(file: String, _ limits: ReadingLimits) throws(InspectorError) {
    try self.init(try Self.contents(of: file), file: file, limits)
  }

  /// A session of one file, by its bytes.
  ///
  /// - Parameter isGrowing: Whether somebody still writes it.
  init(
    _ bytes: Data, file: String, _ limits: ReadingLimits, isGrowing: Bool = false
  ) throws(InspectorError) {
    try append(bytes, file: file, limits, isGrowing: isGrowing)
  }

  /// A session of the segments in a folder.
  ///
  /// - Throws: Where none of them can be read; what is wrong with one of several is told in notes.
  init(
    _ folder: SegmentFolder, _ limits: ReadingLimits, isGrowing: Bool = false
  ) throws(InspectorError) {
    for (place, file) in folder.files.enumerated() {
      let isLast = place + 1 == folder.files.count
      do throws(InspectorError) {
        let bytes = try Self.contents(of: file.path)
        try append(
          bytes, file: file.path, limits, segment: file.number, isGrowing: isGrowing && isLast)
      } catch {
        if folder.files.count == 1 { throw error }
        notes.append(.damagedSegment(file: file.path, error))
      }
    }
    if parts.isEmpty, case .damagedSegment(_, let error)? = notes.first { throw error }
  }

  static func contents(of path: String) throws(InspectorError) -> Data {
    do { return try Platform.contents(of: path) } catch {
      throw path == "-" && error.isTerminal
        ? .sessionFromTerminal : .cannotRead(file: path, errno: error.errno)
    }
  }

  /// Adds a file: the first, or the next segment.
  mutating func append(
    _ raw: Data, file: String, _ limits: ReadingLimits, segment: Int = 1, isGrowing: Bool = false
  ) throws(InspectorError) {
    let source = try SessionSource(raw, file: file, limits)
    let opened = try Opening(bytes: source.bytes, file: file).run(isGrowing: isGrowing)
    let header = opened.part.header
    if parts.isEmpty {
      steps = StepIndex(firstN: header.continues?.n ?? 0)
    } else {
      guard belongs(header) else {
        throw .foreignSegment(file: file, session: parts[0].file)
      }
      steps.takeSegment(at: lines.count + opened.headerNumber - 1, border(before: segment))
    }
    if let fault = steps.mended.last, fault.end == lines.count + opened.headerNumber - 1,
      let error = LineReader(parts: parts).fault(fault, lines)
    {
      notes.append(.damagedSegment(file: error.location.file, .session(error)))
    }
    parts.append(opened.part)
    lines.addPart(opened.part.bytes)
    let first = lines.count + opened.headerNumber
    notes += opened.notes
    self.segment = segment
    take(source.bytes, opened.whole, from: first)
    notes += source.notes(behind: lines.count)
  }

  /// Whether a file continues this session.
  private func belongs(_ header: SessionHeader) -> Bool {
    let first = parts[0].header
    return header.continues?.id == first.continues?.id ?? first.id
  }

  /// Reads the lines that the last file has grown by; what it was it still is.
  mutating func extend(to bytes: Data) {
    let last = Opening.lastLine(of: bytes)
    guard last > end else { return }
    parts[parts.count - 1].bytes = bytes
    take(bytes, end..<last, from: lines.count)
  }

  private mutating func take(_ bytes: Data, _ stretch: Range<Int>, from first: Int) {
    lines.read(bytes, stretch) { place, index in
      if index >= first { steps.take(place, at: index) }
    }
    steps.finish()
    end = stretch.upperBound
  }

  /// Tells the segments that are missing before one, and gives the reason for states that are.
  private mutating func border(before next: Int) -> String {
    let broken = steps.fault != nil
    guard next > segment + 1 else {
      return broken
        ? "the end of \((parts[parts.count - 1].file as NSString).lastPathComponent) is damaged"
        : "no segment has it"
    }
    let unread = notes.contains { if case .damagedSegment = $0 { true } else { false } }
    let note = Session.Note.missingSegments(segment + 1...next - 1)
    if !unread { notes.append(note) }
    return unread ? "a segment cannot be read" : note.words
  }
}
